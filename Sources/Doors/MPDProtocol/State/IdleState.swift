/// What a client has still to be told by `idle`, and whether it waits for that. A value.
package struct IdleState: Hashable, Sendable {
    /// Changes that the client has not been told. They gather from the beginning of the connection on.
    private var pending: Subsystems = []
    /// What the client waits for; `nil` if it does not wait.
    private var awaited: Subsystems?

    /// Makes the state of a client that has connected.
    package init() {}

    /// Whether the client waits. It may then send nothing but `noidle`.
    package var isWaiting: Bool { awaited != nil }

    /// Begins to wait for changes of `subsystems`. Returns what is to be told at once, if anything is.
    package mutating func wait(for subsystems: Subsystems) -> Subsystems? {
        awaited = subsystems
        return tellable()
    }

    /// Takes in changes. Returns what is to be told now, if the client waits for one of them.
    package mutating func changed(_ subsystems: Subsystems) -> Subsystems? {
        pending.formUnion(subsystems)
        return tellable()
    }

    /// Ends the wait because the client wants that. Returns false if it did not wait: it has its answer already.
    package mutating func endWait() -> Bool { awaited.take() != nil }

    /// Ends the wait if there is something to tell. What the client does not ask for stays pending.
    private mutating func tellable() -> Subsystems? {
        guard let awaited, !pending.isDisjoint(with: awaited) else { return nil }
        let told = pending.intersection(awaited)
        pending.subtract(told)
        self.awaited = nil
        return told
    }
}
