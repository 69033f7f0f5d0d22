import ControlProtocol
import NIOCore

/// The events kept for a client that does not read: the newest of each type that reports a state, and the latest few that
/// report an occurrence.
struct HeldEvents {
    private var events = CircularBuffer<(event: Notification, sequence: Int64)>()
    /// How many of them report an occurrence, and how many bytes these have.
    private var (occurrences, occurrenceBytes) = (0, 0)
    /// How many events were left out.
    private(set) var dropped = 0

    var isEmpty: Bool { events.isEmpty }

    mutating func takeFirst() -> (event: Notification, sequence: Int64)? { events.isEmpty ? nil : remove(at: events.startIndex) }

    mutating func append(_ event: Notification, sequence: Int64) {
        if event.type.isState, let older = events.firstIndex(where: { $0.event.type == event.type }) { drop(at: older) }
        events.append((event, sequence))
        guard !event.type.isState else { return }
        occurrences += 1
        occurrenceBytes += event.byteCount
        // The newest is kept, however long it is.
        while occurrences > ControlLimits.heldOccurrences || (occurrences > 1 && occurrenceBytes > ControlLimits.heldBytes),
            let oldest = events.firstIndex(where: { !$0.event.type.isState })
        {
            drop(at: oldest)
        }
    }

    private mutating func drop(at index: CircularBuffer<(event: Notification, sequence: Int64)>.Index) {
        _ = remove(at: index)
        dropped += 1
    }

    private mutating func remove(
        at index: CircularBuffer<(event: Notification, sequence: Int64)>.Index
    ) -> (event: Notification, sequence: Int64) {
        let held = events.remove(at: index)
        if !held.event.type.isState {
            occurrences -= 1
            occurrenceBytes -= held.event.byteCount
        }
        return held
    }
}
