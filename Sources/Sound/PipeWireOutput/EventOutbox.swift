import AudioTypes

/// The events for the owner of an output: gathered as they happen, delivered in the loop's thread. Under the loop's lock.
final class EventOutbox {
    private let connection: Connection
    /// Gets the events instead, of one stream among several.
    private let collector: EventOutbox?
    /// Returns whether an event is for the owner.
    var filter: (OutputEvent) -> Bool = { _ in true }
    private var pending: [OutputEvent] = []

    init(_ connection: Connection) {
        self.connection = connection
        collector = nil
    }

    /// Makes an outbox for one of several streams, whose events `collector` gets.
    init(to collector: EventOutbox) {
        connection = collector.connection
        self.collector = collector
    }

    /// Appends an event to those to be delivered in the loop's next turn.
    func tell(_ event: OutputEvent) {
        guard filter(event) else { return }
        if let collector { return collector.tell(event) }
        pending.append(event)
        connection.wake()
    }

    /// Returns the events that were not delivered yet, oldest first.
    func takeAll() -> [OutputEvent] {
        defer { pending = [] }
        return pending
    }
}
