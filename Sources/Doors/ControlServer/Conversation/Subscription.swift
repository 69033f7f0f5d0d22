import ControlProtocol

/// The events of one client: which types it subscribed to, their numbers, and those that wait because the client does not
/// read. A value without I/O.
struct Subscription {
    private var filter: EventFilter?
    private var held = HeldEvents()
    /// The sequence number of the latest event for this client.
    private(set) var sequence: Int64 = 0

    /// Begins, or goes on with another filter. Events that are held happened before the snapshot that the client gets now.
    mutating func begin(_ filter: EventFilter) {
        held = HeldEvents()
        self.filter = filter
    }

    /// Ends. The numbers go on with the next subscription.
    mutating func end() {
        held = HeldEvents()
        filter = nil
    }

    /// Releases the events that are held.
    mutating func discardHeld() { held = HeldEvents() }

    /// Returns whether the client gets events of this type.
    func admits(_ type: EventType) -> Bool { filter?.admits(type) ?? false }

    /// Numbers an event, and returns its line; `nil` if it is held because the output has no room, or because others wait
    /// before it.
    mutating func line(for event: Notification, hasRoom: Bool) -> [UInt8]? {
        sequence += 1
        if hasRoom, held.isEmpty { return event.bytes(sequence: sequence) }
        held.append(event, sequence: sequence)
        return nil
    }

    /// Sends events that were held as long as there is room, beginning when half of the room is free.
    ///
    /// - Parameters:
    ///   - limit: How many bytes of unsent output there may be.
    ///   - unsentBytes: How many there are.
    ///   - send: Gets each line.
    /// - Returns: how many events were left out, once the last held event has been sent; before that, 0.
    mutating func releaseHeld(limit: Int, unsentBytes: () -> Int, send: ([UInt8]) -> Void) -> Int {
        guard !held.isEmpty, unsentBytes() <= limit / 2 else { return 0 }
        while unsentBytes() <= limit, let (event, sequence) = held.takeFirst() { send(event.bytes(sequence: sequence)) }
        guard held.isEmpty else { return 0 }
        defer { held = HeldEvents() }
        return held.dropped
    }

    /// Returns the line that says how many events were left out. `time` is in seconds of CLOCK_MONOTONIC.
    mutating func overflowLine(dropped: Int, at time: Double) -> [UInt8] {
        sequence += 1
        return Notification(.serverOverflow(dropped: dropped), time: time).bytes(sequence: sequence)
    }
}
