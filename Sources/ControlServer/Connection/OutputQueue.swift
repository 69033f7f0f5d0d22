import ControlProtocol
import NIOCore

/// What a client is owed and has not been sent. A value without I/O.
struct OutputQueue {
    private var chunks = CircularBuffer<ByteBuffer>()
    /// Bytes that wait, those being sent not counted.
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

    /// Adds an event: to the output, or while more than `limit` bytes wait, to those that coalesce.
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

    /// Whether events coalesce, and there is room for them again.
    func canRelease(limit: Int) -> Bool { !held.isEmpty && byteCount <= limit / 2 }

    /// Moves the events that coalesced to the output.
    ///
    /// - Returns: how many were left out.
    mutating func releaseHeld() -> Int {
        for (event, sequence) in held.events { append(line: event.bytes(sequence: sequence)) }
        defer { held = HeldEvents() }
        return held.dropped
    }

    /// Forgets the events that coalesced: the client starts from a new snapshot, or wants no more.
    mutating func discardHeld() { held = HeldEvents() }
}

/// Events kept for a client that does not read: of each state the newest, of occurrences the latest few.
struct HeldEvents {
    private(set) var events: [(event: Notification, sequence: Int64)] = []
    /// How many events were left out.
    private(set) var dropped = 0

    var isEmpty: Bool { events.isEmpty }

    mutating func append(_ event: Notification, sequence: Int64) {
        let older =
            if event.type.isState {
                events.firstIndex { $0.event.type == event.type }
            } else if events.count(where: { !$0.event.type.isState }) >= ControlLimits.heldOccurrences {
                events.firstIndex { !$0.event.type.isState }
            } else {
                Int?.none
            }
        if let older {
            events.remove(at: older)
            dropped += 1
        }
        events.append((event, sequence))
    }
}
