import AudioTypes
import MediaTypes

// What is shorter than a cycle of the graph begins only when what follows it is in the ring too: or there would be silence
// between them, because no worker is as fast as that.
extension Player {
    /// What the ring has to hold before something begins that is shorter, in seconds: more than the longest cycle.
    private static let leastRun = 0.25
    /// How long that is waited for at most, in nanoseconds: a disk may hang.
    private static let longestWait: Int64 = 500_000_000

    /// Lets the audio run: at once, or as soon as enough of what follows is there.
    mutating func letRun() -> [PlayerAction] {
        guard endsTooSoon() else {
            heldSince = nil
            return [.resume]
        }
        heldSince = now
        return [.hold]
    }

    /// Whether what is to be heard is held back for what follows. Then ``lookAgain()`` is to be called every few milliseconds.
    package var waitsToJoin: Bool { state == .playing && heldSince != nil }

    /// Looks whether what is waited for is there. To be called again and again while the state is `buffering`, and while
    /// ``waitsToJoin``.
    package mutating func lookAgain() -> [PlayerAction] {
        guard waitsToJoin, let since = heldSince else { return lookAtBuffer() }
        if now - since < Self.longestWait, endsTooSoon() { return [] }
        heldSince = nil
        return [.resume]
    }

    /// Whether the callback may come to the end of the current item before what follows is in the ring.
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

    /// Whether the ring will soon hold more that follows the current item: nobody waits for a stream here.
    private mutating func isMoreComing() -> Bool {
        if let last = ahead.last, !last.isDecoded { return !last.description.isRemote }
        guard opening == nil, inOtherFormat == nil, ahead.count < Self.mostAhead, let last = ahead.last ?? current else {
            return false
        }
        let next = openingAhead?.item ?? follower(last.distance + 1 + skipsAhead.passed)
        return next.map { !Self.isSlow($0.uri) } ?? false
    }
}
