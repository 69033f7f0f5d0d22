import AudioTypes
import MediaTypes

// Streams of the network, and what clients send: what has to be there before they are heard, and what happens when nothing more comes.
extension Player {
    /// Steps in which the filling is told.
    private static let fillStep = 0.2

    /// Has the current item heard: at once, or once enough of it is there.
    mutating func startSound(_ why: PlaybackReason) -> [PlayerAction] {
        guard needsBuffer else { return setState(.playing, why) + letRun() }
        return buffer(why)
    }

    /// The ring ran empty in the middle of a segment.
    mutating func starved(_ segment: UInt64) -> [PlayerAction] {
        guard let current, current.segment == segment else { return [] }
        return holdWhereNeeded()
    }

    /// Stops what plays where it waits for a stream; goes on where it waited for one and need not any more.
    mutating func holdWhereNeeded() -> [PlayerAction] {
        switch state {
        case .playing: needsBuffer ? buffer(reason) : []
        case .buffering: lookAtBuffer()
        case .paused, .stopped: []
        }
    }

    /// Looks how much has come, while the state is `buffering`.
    mutating func lookAtBuffer() -> [PlayerAction] {
        guard state == .buffering, let current else { return [] }
        guard needsBuffer else {
            let actions = setState(.playing, reason) + letRun() + [.emit(.buffering(1))]
            // Time stood still meanwhile. Of what only begins now it is told anyway.
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

    /// What is heard, or next where that is over; `nil` where that is not open yet.
    private var wantedTrack: Track? { waitsForNext ? ahead.first : current }

    private var needsBuffer: Bool {
        guard let track = wantedTrack else { return openingAhead.map { Self.isSlow($0.item.uri) } ?? false }
        guard track.description.isRemote, !track.isDecoded else { return false }
        // The worker does not begin with what is behind a track before it is through with that.
        if let progress, progress.segment > track.segment { return false }
        return bufferedSeconds < neededSeconds
    }

    /// What has to be there, in seconds: of formats of which the ring holds little, no more than its half.
    private var neededSeconds: Double {
        format.map { min(prebufferSeconds, $0.longestBuffer / 2) } ?? prebufferSeconds
    }

    /// Whether nobody knows how long opening it takes.
    static func isSlow(_ uri: String) -> Bool { MediaAddress.isWeb(uri) || MediaAddress.isPushed(uri) }

    /// How much of it the ring holds, in seconds.
    private var bufferedSeconds: Double {
        guard let track = wantedTrack, let format, let progress, progress.segment == track.segment else { return 0 }
        let rendered = anchor.flatMap { $0.segment == track.segment ? $0.mediaFrame : nil } ?? track.startFrame.value
        return FrameCount(max(0, progress.frame - rendered)).seconds(at: format.sampleRate)
    }
}
