import AudioTypes
import MediaTypes

// How much audio of the open tracks is in the ring, and how far it was rendered.
extension OpenTracks {
    /// How many seconds of ``wanted`` the ring holds.
    func bufferedSeconds(by readings: PlayerReadings) -> Double {
        guard let track = wanted, let format, let decoded = readings.decodedFrame(of: track.segment) else { return 0 }
        return FrameCount(max(0, decoded - rendered(of: track, by: readings))).seconds(at: format.sampleRate)
    }

    /// Returns whether the callback may come to the end of the current track within `seconds`, and the ring does not hold that
    /// much audio, the following tracks included.
    func mayRunOut(within seconds: Double, by readings: PlayerReadings) -> Bool {
        guard let track = current, let timeLine, !ahead.contains(where: { $0.segment == readings.anchor?.segment }) else {
            return false
        }
        // What is repeated is not near its end.
        let length = track.loop == nil ? track.description.duration.map { timeLine.frame(at: $0) } : nil
        guard let end = track.endFrame ?? length else { return false }
        let rendered = rendered(of: track, by: readings)
        let least = FrameCount(seconds: seconds, at: timeLine.sampleRate).value
        guard end.value - rendered < least else { return false }
        let there = ([track] + ahead).reduce(track.startFrame.value - rendered) { $0 + framesInRing(of: $1, by: readings) }
        return there < least
    }

    /// Returns the place of a clock reading on the time line of the current track. The place is past its end if the tracks
    /// behind it are rendered already but not yet heard. `nil` if the reading belongs to none of these tracks.
    func frame(of anchor: RenderAnchor) -> Int64? {
        guard let current else { return nil }
        if anchor.segment == current.segment { return anchor.mediaFrame }
        guard let index = ahead.firstIndex(where: { $0.segment == anchor.segment }) else { return nil }
        guard let end = current.endFrame else { return nil }
        return ahead[..<index].reduce(end.value + anchor.mediaFrame) { $0 + ($1.endFrame?.value ?? 0) }
    }

    private func rendered(of track: Track, by readings: PlayerReadings) -> Int64 {
        readings.renderedFrame(of: track.segment) ?? track.startFrame.value
    }

    private func framesInRing(of track: Track, by readings: PlayerReadings) -> Int64 {
        let end = track.endFrame?.value ?? readings.decodedFrame(of: track.segment)
        return max(0, (end ?? 0) - track.startFrame.value)
    }
}
