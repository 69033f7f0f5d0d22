import ControlProtocol
import NIOCore

/// The output for a client that has not been sent. A value without I/O.
struct OutputQueue {
    private var chunks = CircularBuffer<ByteBuffer>()
    /// How many bytes wait, without those that are being sent.
    private(set) var byteCount = 0
    private var held = HeldEvents()

    /// Adds a line.
    mutating func append(line bytes: [UInt8]) {
        byteCount += bytes.count + 1
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(ControlLimits.chunkBytes)
            append(piece: piece)
            rest = rest.dropFirst(piece.count)
        }
        append(piece: [UInt8(ascii: "\n")])
    }

    private mutating func append(piece: ArraySlice<UInt8>) {
        if let last = chunks.indices.last, chunks[last].readableBytes + piece.count <= ControlLimits.chunkBytes {
            chunks[last].writeBytes(piece)
        } else {
            chunks.append(ByteBuffer(bytes: piece))
        }
    }

    /// Adds an event: to the output, or, while more than `limit` bytes wait, to the events that coalesce.
    mutating func append(_ event: Notification, sequence: Int64, limit: Int) {
        if byteCount <= limit, held.isEmpty {
            append(line: event.bytes(sequence: sequence))
        } else {
            held.append(event, sequence: sequence)
        }
    }

    /// Takes the next bytes to send, at most ``ControlLimits/chunkBytes``.
    mutating func nextChunk() -> ByteBuffer? {
        guard let chunk = chunks.popFirst() else { return nil }
        byteCount -= chunk.readableBytes
        return chunk
    }

    /// Moves events that coalesced to the output while there is room for them.
    ///
    /// - Returns: how many events were left out, once the last held event has moved; before that, 0.
    mutating func releaseHeld(limit: Int) -> Int {
        guard !held.isEmpty, byteCount <= limit / 2 else { return 0 }
        while byteCount <= limit, let (event, sequence) = held.takeFirst() { append(line: event.bytes(sequence: sequence)) }
        guard held.isEmpty else { return 0 }
        defer { held = HeldEvents() }
        return held.dropped
    }

    /// Discards the events that coalesced: the client starts from a new snapshot, or has ended its subscription.
    mutating func discardHeld() { held = HeldEvents() }
}

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
