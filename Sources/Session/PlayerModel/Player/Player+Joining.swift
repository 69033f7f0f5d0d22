import AudioTypes
import MediaTypes

// If an item is shorter than a cycle of the graph, it begins only when the item behind it is in the ring too. Otherwise there
// would be silence between them, because no worker is fast enough to decode within the cycle.
extension Player {
    /// How many seconds of audio the ring must hold before an item begins that is shorter: more than the longest cycle.
    private static let leastRun = 0.25

    /// Lets the audio run: at once, or as soon as enough of the following items is in the ring.
    mutating func letRun() -> [PlayerAction] {
        guard endsTooSoon() else {
            joinWait.end()
            return run()
        }
        joinWait.begin(at: readings.now)
        return [.hold]
    }

    /// Whether the audio is held back until more of the following items is in the ring. If so, the owner calls ``lookAgain()``
    /// every few milliseconds.
    package var waitsToJoin: Bool { state == .playing && joinWait.isHolding }

    /// Checks whether the audio that playback waits for is in the ring. The owner calls this repeatedly while the state is
    /// `buffering`, and while ``waitsToJoin``.
    package mutating func lookAgain() -> [PlayerAction] {
        guard waitsToJoin else { return lookAtBuffer() }
        if !joinWait.isTooLong(at: readings.now), endsTooSoon() { return [] }
        joinWait.end()
        return run()
    }

    /// Lets the audio run now, or at the time that a client has given.
    private mutating func run() -> [PlayerAction] { (timedStart.tell().map { [.startAt($0)] } ?? []) + [.resume] }

    /// Returns whether the callback may come to the end of the current item before the next one is in the ring.
    private mutating func endsTooSoon() -> Bool {
        tracks.mayRunOut(within: Self.leastRun, by: readings) && isMoreComing()
    }

    /// Returns whether the ring will soon hold more audio behind the current item. Streams do not count: playback does not wait
    /// for them here.
    private mutating func isMoreComing() -> Bool {
        if let last = tracks.ahead.last, !last.isDecoded { return !last.description.isRemote }
        guard opening == nil, next.waiting == nil, !tracks.areFull, let last = tracks.last else { return false }
        let item = next.opening?.item ?? follower(last.distance + 1 + next.skips.passed)
        return item.map { !Self.isSlow($0.uri) } ?? false
    }
}
