import AudioTypes
import MediaTypes

// Streams from the network and from clients: how much audio must be in the ring before they are heard, and what happens when no
// more comes.
extension Player {
    /// Starts the sound of the current item: at once, or once enough of it is in the ring.
    mutating func startSound(_ why: PlaybackReason) -> [PlayerAction] {
        queue.history.forgetEndOfSound()
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
        if readings.now - fill.began > Self.longestBuffering, let failed = giveUpBuffering() { return failed }
        let level = tracks.bufferedSeconds(by: readings) / neededSeconds
        return fill.grow(to: level) ? [.emit(.buffering(level))] : []
    }

    /// How long the player waits for enough sound of the network, in nanoseconds. The network's own time-out ends earlier where nothing
    /// comes at all; this ends what is too slow to be heard. A client that sends a stream may take as long as it wants.
    private static let longestBuffering: Int64 = 60_000_000_000

    /// Fails the item that too little came of; `nil` if it may take as long as it wants.
    private mutating func giveUpBuffering() -> [PlayerAction]? {
        func error(_ item: QueueItem) -> PlaybackError {
            PlaybackError(
                .media(.networkFailed),
                "\(item.uri) is given up: within \(Self.longestBuffering / 1_000_000_000) s too little of it came to be heard",
                uri: item.uri, item: item.id)
        }
        if let track = tracks.wanted {
            guard !MediaAddress.isPushed(track.item.uri) else { return nil }
            // What follows has as much time.
            _ = fill.begin(at: 0, now: readings.now)
            let failed = itemFailed(track.segment, error(track.item))
            return failed + abandon(track.segment)
        }
        guard let opening = next.opening, !MediaAddress.isPushed(opening.item.uri) else { return nil }
        _ = fill.begin(at: 0, now: readings.now)
        let cancelled = next.cancel(passing: next.skips.passed)
        return cancelled + failedAhead(opening.item, error(opening.item))
    }

    private mutating func buffer(_ why: PlaybackReason) -> [PlayerAction] {
        let level = fill.begin(at: tracks.bufferedSeconds(by: readings) / neededSeconds, now: readings.now)
        return [.hold] + status.change(to: .buffering, for: why) + [.emit(.buffering(level))]
    }

    private var needsBuffer: Bool {
        guard let track = tracks.wanted else { return next.opening.map { Self.isSlow($0.item.uri) } ?? false }
        // Live sound waits for nothing but itself.
        guard track.description.isRemote, !track.description.isLive, !track.isDecoded else { return false }
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
