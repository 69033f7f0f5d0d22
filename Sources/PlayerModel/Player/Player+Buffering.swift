import AudioTypes
import MediaTypes

// Streams from the network and from clients: how much audio must be in the ring before they are heard, and what happens when no
// more comes.
extension Player {
    /// Starts the sound of the current item: at once, or once enough of it is in the ring.
    mutating func startSound(_ why: PlaybackReason) -> [PlayerAction] {
        let softened = soften()
        guard needsBuffer else { return softened + status.change(to: .playing, for: why) + letRun() }
        return softened + buffer(why)
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
            let actions = status.change(to: .playing, for: reason) + letRun() + [.emit(.buffering(1))]
            // The position stood still meanwhile. A track that only begins now is reported anyway.
            guard current.wasHeard, !tracks.waitsForNext, let position else { return actions }
            return actions + [.emit(.positionChanged(position))]
        }
        let level = tracks.bufferedSeconds(by: readings) / neededSeconds
        return fill.grow(to: level) ? [.emit(.buffering(level))] : []
    }

    private mutating func buffer(_ why: PlaybackReason) -> [PlayerAction] {
        let level = fill.begin(at: tracks.bufferedSeconds(by: readings) / neededSeconds)
        return [.hold] + status.change(to: .buffering, for: why) + [.emit(.buffering(level))]
    }

    private var needsBuffer: Bool {
        guard let track = tracks.wanted else { return next.opening.map { Self.isSlow($0.item.uri) } ?? false }
        guard track.description.isRemote, !track.isDecoded else { return false }
        // The worker begins with a later segment only when it has finished this one.
        if let progress = readings.progress, progress.segment > track.segment { return false }
        return tracks.bufferedSeconds(by: readings) < neededSeconds
    }

    /// How many seconds must be in the ring. If the ring can hold little of the format, at most half of that.
    private var neededSeconds: Double {
        let wanted = configuration.prebufferSeconds
        return tracks.format.map { min(wanted, $0.longestBuffer / 2) } ?? wanted
    }

    /// Returns whether opening `uri` takes an unknown time: it is on the network, or comes from a client.
    static func isSlow(_ uri: String) -> Bool { MediaAddress.isWeb(uri) || MediaAddress.isPushed(uri) }
}
