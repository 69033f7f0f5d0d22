import NIOCore

/// Makes of lines, which come in pieces, texts for a WebSocket. A value without I/O.
struct WebSocketWriter {
    /// Whether a line was sent only in part.
    private var isInText = false

    /// Returns the frames with a piece of lines. Each line is a text; one that is not over goes on in the next piece.
    mutating func frames(_ piece: ByteBuffer) -> ByteBuffer {
        var (piece, frames) = (piece, ByteBuffer())
        frames.reserveCapacity(piece.readableBytes + 64)
        while piece.readableBytes > 0 {
            let length = piece.readableBytesView.firstIndex(of: UInt8(ascii: "\n")).map { $0 - piece.readerIndex }
            guard var part = piece.readSlice(length: length ?? piece.readableBytes) else { break }
            if length != nil { piece.moveReaderIndex(forwardBy: 1) }
            Self.head(isInText ? 0 : 1, isLast: length != nil, length: part.readableBytes, into: &frames)
            frames.writeBuffer(&part)
            isInText = length == nil
        }
        return frames
    }

    /// Returns the answer to a ping.
    static func pong(_ bytes: ByteBuffer) -> ByteBuffer {
        var (bytes, frame) = (bytes, ByteBuffer())
        head(10, isLast: true, length: bytes.readableBytes, into: &frame)
        frame.writeBuffer(&bytes)
        return frame
    }

    /// Returns the end of a connection, with the number of its reason.
    static func close(_ number: UInt16) -> ByteBuffer {
        var frame = ByteBuffer()
        head(8, isLast: true, length: 2, into: &frame)
        frame.writeInteger(number)
        return frame
    }

    private static func head(_ code: UInt8, isLast: Bool, length: Int, into frames: inout ByteBuffer) {
        frames.writeInteger(code | (isLast ? 0x80 : 0))
        switch length {
        case ..<126: frames.writeInteger(UInt8(length))
        case ...0xFFFF:
            frames.writeInteger(UInt8(126))
            frames.writeInteger(UInt16(length))
        default:
            frames.writeInteger(UInt8(127))
            frames.writeInteger(UInt64(length))
        }
    }
}
