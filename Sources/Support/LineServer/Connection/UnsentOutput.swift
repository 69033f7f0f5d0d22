import NIOCore

/// The output for a client that has not been sent. A value without I/O.
struct UnsentOutput {
    private var chunks = CircularBuffer<ByteBuffer>()
    /// How many bytes wait, without those that are being sent.
    private(set) var byteCount = 0

    /// Adds a line.
    mutating func append(line bytes: [UInt8]) {
        byteCount += bytes.count + 1
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(LineServerLimits.chunkBytes)
            append(piece: piece)
            rest = rest.dropFirst(piece.count)
        }
        append(piece: [UInt8(ascii: "\n")])
    }

    private mutating func append(piece: ArraySlice<UInt8>) {
        if let last = chunks.indices.last, chunks[last].readableBytes + piece.count <= LineServerLimits.chunkBytes {
            chunks[last].writeBytes(piece)
        } else {
            chunks.append(ByteBuffer(bytes: piece))
        }
    }

    /// Takes the next bytes to send, at most ``LineServerLimits/chunkBytes``.
    mutating func nextChunk() -> ByteBuffer? {
        guard let chunk = chunks.popFirst() else { return nil }
        byteCount -= chunk.readableBytes
        return chunk
    }
}
