import AudioTypes

/// The events for the owner of an output: gathered as they happen, delivered in the loop's thread. Under the loop's lock.
final class EventOutbox {
    private let connection: Connection
    private var pending: [OutputEvent] = []

    init(_ connection: Connection) { self.connection = connection }

    /// Appends an event to those to be delivered in the loop's next turn.
    func tell(_ event: OutputEvent) {
        pending.append(event)
        connection.wake()
    }

    /// Returns the events that were not delivered yet, oldest first.
    func takeAll() -> [OutputEvent] {
        defer { pending = [] }
        return pending
    }
}
