import AudioTypes
import MediaTypes

// Streams from the network and from clients: how much audio must be in the ring before they are heard, and what happens when no
// more comes.
extension Player {
    /// The steps in which the fill (0…1) is reported.
    private static let fillStep = 0.2

    /// Starts the sound of the current item: at once, or once enough of it is in the ring.
    mutating func startSound(_ why: PlaybackReason) -> [PlayerAction] {
        guard needsBuffer else { return setState(.playing, why) + letRun() }
        return buffer(why)
    }

    /// Takes in that the ring ran empty in the middle of a segment.
    mutating func starved(_ segment: UInt64) -> [PlayerAction] {
        guard let current, current.segment == segment else { return [] }
        return holdWhereNeeded()
    }

    /// Holds playback if it must wait for a stream. Continues playback that waited for one and no longer has to.
    mutating func holdWhereNeeded() -> [PlayerAction] {
        switch state {
        case .playing: needsBuffer ? buffer(reason) : []
        case .buffering: lookAtBuffer()
        case .paused, .stopped: []
        }
    }

    /// Checks how much audio has come, while the state is `buffering`.
    mutating func lookAtBuffer() -> [PlayerAction] {
        guard state == .buffering, let current else { return [] }
        guard needsBuffer else {
            let actions = setState(.playing, reason) + letRun() + [.emit(.buffering(1))]
            // The position stood still meanwhile. A track that only begins now is reported anyway.
            guard current.wasHeard, !waitsForNext, let position else { return actions }
            return actions + [.emit(.positionChanged(position))]
        }
        let fill = bufferedSeconds / neededSeconds
        guard fill >= toldFill + Self.fillStep else { return [] }
        toldFill = fill
        return [.emit(.buffering(fill))]
    }

    private mutating func buffer(_ why: PlaybackReason) -> [PlayerAction] {
        toldFill = min(1, max(0, bufferedSeconds / neededSeconds))
        return [.hold] + setState(.buffering, why) + [.emit(.buffering(toldFill))]
    }

    /// The current track, or the next one if the current one is over; `nil` if that is not open yet.
    private var wantedTrack: Track? { waitsForNext ? ahead.first : current }

    private var needsBuffer: Bool {
        guard let track = wantedTrack else { return openingAhead.map { Self.isSlow($0.item.uri) } ?? false }
        guard track.description.isRemote, !track.isDecoded else { return false }
        // The worker begins with a later segment only when it has finished this one.
        if let progress, progress.segment > track.segment { return false }
        return bufferedSeconds < neededSeconds
    }

    /// How many seconds must be in the ring. If the ring can hold little of the format, at most half of that.
    private var neededSeconds: Double {
        format.map { min(prebufferSeconds, $0.longestBuffer / 2) } ?? prebufferSeconds
    }

    /// Returns whether opening `uri` takes an unknown time: it is on the network, or comes from a client.
    static func isSlow(_ uri: String) -> Bool { MediaAddress.isWeb(uri) || MediaAddress.isPushed(uri) }

    /// How many seconds of ``wantedTrack`` the ring holds.
    private var bufferedSeconds: Double {
        guard let track = wantedTrack, let format, let progress, progress.segment == track.segment else { return 0 }
        let rendered = anchor.flatMap { $0.segment == track.segment ? $0.mediaFrame : nil } ?? track.startFrame.value
        return FrameCount(max(0, progress.frame - rendered)).seconds(at: format.sampleRate)
    }
}
