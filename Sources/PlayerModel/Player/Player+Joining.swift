import AudioTypes
import MediaTypes

// If an item is shorter than a cycle of the graph, it begins only when the item behind it is in the ring too. Otherwise there
// would be silence between them, because no worker is fast enough to decode within the cycle.
extension Player {
    /// How many seconds of audio the ring must hold before an item begins that is shorter: more than the longest cycle.
    private static let leastRun = 0.25
    /// The longest wait for that audio, in nanoseconds: a disk may hang.
    private static let longestWait: Int64 = 500_000_000

    /// Lets the audio run: at once, or as soon as enough of the following items is in the ring.
    mutating func letRun() -> [PlayerAction] {
        guard endsTooSoon() else {
            heldSince = nil
            return [.resume]
        }
        heldSince = now
        return [.hold]
    }

    /// Whether the audio is held back until more of the following items is in the ring. If so, the owner calls ``lookAgain()``
    /// every few milliseconds.
    package var waitsToJoin: Bool { state == .playing && heldSince != nil }

    /// Checks whether the audio that playback waits for is in the ring. The owner calls this repeatedly while the state is
    /// `buffering`, and while ``waitsToJoin``.
    package mutating func lookAgain() -> [PlayerAction] {
        guard waitsToJoin, let since = heldSince else { return lookAtBuffer() }
        if now - since < Self.longestWait, endsTooSoon() { return [] }
        heldSince = nil
        return [.resume]
    }

    /// Returns whether the callback may come to the end of the current item before the next one is in the ring.
    private mutating func endsTooSoon() -> Bool {
        guard let track = current, let format, !ahead.contains(where: { $0.segment == anchor?.segment }) else { return false }
        let length = track.description.duration.map { FrameCount(seconds: $0, at: format.sampleRate) }
        guard let end = track.endFrame ?? length else { return false }
        let rendered = anchor.flatMap { $0.segment == track.segment ? $0.mediaFrame : nil } ?? track.startFrame.value
        let least = FrameCount(seconds: Self.leastRun, at: format.sampleRate).value
        guard end.value - rendered < least else { return false }
        let there = ([track] + ahead).reduce(track.startFrame.value - rendered) { $0 + framesInRing(of: $1) }
        return there < least && isMoreComing()
    }

    private func framesInRing(of track: Track) -> Int64 {
        let end = track.endFrame?.value ?? progress.flatMap { $0.segment == track.segment ? $0.frame : nil }
        return max(0, (end ?? 0) - track.startFrame.value)
    }

    /// Returns whether the ring will soon hold more audio behind the current item. Streams do not count: playback does not wait
    /// for them here.
    private mutating func isMoreComing() -> Bool {
        if let last = ahead.last, !last.isDecoded { return !last.description.isRemote }
        guard opening == nil, inOtherFormat == nil, ahead.count < Self.mostAhead, let last = ahead.last ?? current else {
            return false
        }
        let next = openingAhead?.item ?? follower(last.distance + 1 + skipsAhead.passed)
        return next.map { !Self.isSlow($0.uri) } ?? false
    }
}
