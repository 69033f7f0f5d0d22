/// The interruptions in force, oldest first. ``Continuation`` knows whether playback resumes after the last of them.
package struct InterruptionStack: Hashable, Sendable {
    /// The interruptions in force, oldest first.
    package private(set) var holding: [Interruption] = []
    private var lastID: Int64 = 0

    /// Whether any interruption in force pauses playback.
    package var pauses: Bool { holding.contains(where: \.pauses) }
    /// Whether any interruption in force pauses recordings: a call, an alarm, sleep, or what a client says. What only takes the
    /// loudspeakers, such as another player, does not.
    package var pausesRecordings: Bool { pausesRecordings(interruptible: true) }

    /// Returns whether any interruption in force pauses recordings that let themselves be interrupted, or those that do not: only the
    /// sleep of the machine pauses all.
    package func pausesRecordings(interruptible: Bool) -> Bool {
        holding.contains {
            $0.usualEffect != .ducks && (interruptible ? $0.reason.pausesRecordings : $0.reason.pausesAllRecordings)
        }
    }
    /// Whether any interruption in force lowers the volume of playback.
    package var ducks: Bool { holding.contains(where: \.ducks) }
    /// Whether any interruption in force mutes the room of this machine.
    var mutesLocalRoom: Bool { holding.contains { $0.effect == .mutesLocalRoom } }
    /// The oldest pausing interruption that outranks the user, if there is one.
    package var outranking: Interruption? { holding.first { $0.pauses && $0.reason.outranksUser } }

    /// The oldest interruption that outranks the user on this machine, also while it pauses nothing because the sound goes to rooms.
    var outrankingHere: Interruption? { holding.first { $0.usualEffect == .pauses && $0.reason.outranksUser } }

    /// The oldest interruption that outranks the user and pauses all recordings, even those that nothing else interrupts.
    var outrankingAllRecordings: Interruption? { holding.first { $0.usualEffect == .pauses && $0.reason.pausesAllRecordings } }

    /// Returns the oldest interruption of `source`, or `nil` if there is none.
    package func first(_ source: InterruptionSource) -> Interruption? { holding.first { $0.source == source } }

    /// Returns how many interruptions the connection `client` holds.
    func count(of client: UInt64) -> Int {
        holding.count { if case .client(client, _) = $0.source { true } else { false } }
    }

    /// The number of interruptions that all clients hold.
    var countOfClients: Int {
        holding.count { if case .client = $0.source { true } else { false } }
    }

    /// Returns whether an interruption with this id existed and is over.
    func isOver(_ id: Int64) -> Bool { id > 0 && id <= lastID && !holding.contains { $0.id == id } }

    mutating func makeID() -> Int64 {
        lastID += 1
        return lastID
    }

    mutating func begin(_ interruption: Interruption) { holding.append(interruption) }

    /// Ends the interruption `id`.
    mutating func end(_ id: Int64) { holding.removeAll { $0.id == id } }

    /// Changes what the interruption `id` does.
    mutating func setEffect(_ effect: Interruption.Effect, of id: Int64) {
        guard let index = holding.firstIndex(where: { $0.id == id }) else { return }
        holding[index].effect = effect
    }
}
