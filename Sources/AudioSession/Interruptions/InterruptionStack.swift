/// The interruptions that hold, oldest first, and whether playback goes on after the last of them.
///
/// The promise to go on is given when an interruption pauses something that plays, and kept only if every interruption
/// that ends meanwhile allows it and nobody touches the player.
package struct InterruptionStack: Hashable, Sendable {
    package private(set) var holding: [Interruption] = []
    /// Whether playback goes on when the last one that pauses is over.
    package private(set) var owesResume = false
    private var lastID: Int64 = 0

    /// Whether playback has to pause.
    package var pauses: Bool { holding.contains { !$0.ducks } }
    /// Whether playback has to be soft.
    package var ducks: Bool { holding.contains { $0.ducks } }
    /// The interruption that forbids to play, where one does.
    package var outranking: Interruption? { holding.first { !$0.ducks && $0.reason.outranksUser } }

    /// The one of that source.
    package func first(_ source: InterruptionSource) -> Interruption? { holding.first { $0.source == source } }

    /// How many a client holds.
    func count(of client: UInt64) -> Int {
        holding.count { if case .client(client, _) = $0.source { true } else { false } }
    }

    /// How many all clients hold.
    var countOfClients: Int {
        holding.count { if case .client = $0.source { true } else { false } }
    }

    /// Whether there was one of that id, and it holds no more.
    func isOver(_ id: Int64) -> Bool { id > 0 && id <= lastID && !holding.contains { $0.id == id } }

    mutating func makeID() -> Int64 {
        lastID += 1
        return lastID
    }

    mutating func begin(_ interruption: Interruption) { holding.append(interruption) }

    /// Playback was paused because of an interruption.
    mutating func promiseResume() { owesResume = true }

    /// Somebody touched the player, or the place where it would go on is gone.
    mutating func forgetResume() { owesResume = false }

    /// Ends one. Whether playback goes on now, as was promised.
    mutating func end(_ id: Int64, shouldResume: Bool) -> Bool {
        guard let index = holding.firstIndex(where: { $0.id == id }) else { return false }
        let pausedUs = !holding.remove(at: index).ducks
        guard pausedUs else { return false }
        if !shouldResume { owesResume = false }
        guard owesResume, !pauses else { return false }
        owesResume = false
        return true
    }
}
