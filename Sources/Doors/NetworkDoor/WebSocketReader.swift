import NIOCore

/// Reads what a browser sends over a WebSocket (RFC 6455), and passes the bytes of texts on as they come, so that no message is held here. A value
/// without I/O.
///
/// `WebSocketFrameDecoder` of SwiftNIO holds each frame until it is whole, which the server's count of kept bytes would not see.
struct WebSocketReader {
    /// What has come.
    enum Event: Equatable {
        /// Bytes of a text; their line feeds, which mean nothing in JSON, are spaces.
        case text(ByteBuffer)
        /// The text that came is over.
        case textEnded
        case ping(ByteBuffer)
        /// The other side closes the connection, for the reason with this number if it has one.
        case close(UInt16?)
    }

    /// Why the connection has to be closed, by the number that is sent.
    enum Fault: UInt16, Error {
        case protocolError = 1002
        case notText = 1003
        case notUTF8 = 1007
        case tooLong = 1009
    }

    private enum Step {
        case head
        case payload(Frame)
    }

    private struct Frame {
        let code: UInt8
        let isLast: Bool
        let mask: UInt32
        let length: Int
        var read = 0

        var isControl: Bool { code >= 8 }
    }

    private let limit: Int
    private var step = Step.head
    /// What has come and was not read, with what was read before it in the same memory.
    private(set) var waiting = ByteBuffer()
    /// Whether a text has begun that is not over.
    private var isInText = false
    private var textBytes = 0
    private var check = UTF8Check()
    private var control = ByteBuffer()

    /// Makes a reader of texts of at most `limit` bytes.
    init(limit: Int) { self.limit = limit }

    /// Adds bytes that have come.
    mutating func append(_ bytes: ByteBuffer) {
        guard waiting.readableBytes > 0 else { return waiting = bytes }
        var bytes = bytes
        // Or what was read already would stay, as long as each piece ends within the head of a frame.
        waiting.discardReadBytes()
        waiting.writeBuffer(&bytes)
    }

    /// Returns what is next in the bytes that have come; `nil` if more have to come first.
    mutating func next() throws(Fault) -> Event? {
        while true {
            switch step {
            case .head:
                guard let frame = try head() else { return nil }
                step = .payload(frame)
            case .payload(let frame):
                if let event = try payload(frame) { return event }
                if case .payload = step { return nil }
            }
        }
    }

    private mutating func head() throws(Fault) -> Frame? {
        var bytes = waiting
        guard let first = bytes.readInteger(as: UInt8.self), let second = bytes.readInteger(as: UInt8.self) else { return nil }
        // Nothing has been agreed upon that would use the three bits, and browsers mask everything.
        guard first & 0x70 == 0, second & 0x80 != 0 else { throw .protocolError }
        let (code, isLast) = (first & 0x0F, first & 0x80 != 0)
        var length = Int(second & 0x7F)
        switch code {
        case 0: guard isInText else { throw .protocolError }
        case 1: guard !isInText else { throw .protocolError }
        case 2: throw .notText
        case 8, 9, 10: guard isLast, length <= 125 else { throw .protocolError }
        default: throw .protocolError
        }
        if length == 126 {
            guard let word = bytes.readInteger(as: UInt16.self) else { return nil }
            length = Int(word)
        } else if length == 127 {
            guard let word = bytes.readInteger(as: UInt64.self) else { return nil }
            guard word <= UInt64(limit) else { throw .tooLong }
            length = Int(word)
        }
        guard let mask = bytes.readInteger(as: UInt32.self) else { return nil }
        if code < 8 {
            textBytes = (code == 1 ? 0 : textBytes) + length
            guard textBytes <= limit else { throw .tooLong }
            if code == 1 { (isInText, check) = (true, UTF8Check()) }
        }
        waiting = bytes
        return Frame(code: code, isLast: isLast, mask: mask, length: length)
    }

    private mutating func payload(_ frame: Frame) throws(Fault) -> Event? {
        let count = min(frame.length - frame.read, waiting.readableBytes)
        var frame = frame
        guard count > 0 || frame.length == frame.read else { return nil }
        var piece = waiting.readSlice(length: count) ?? ByteBuffer()
        if waiting.readableBytes == 0 { waiting = ByteBuffer() }
        Self.unmask(&piece, frame.mask, from: frame.read)
        frame.read += count
        step = .payload(frame)
        if frame.isControl {
            control.writeBuffer(&piece)
            guard frame.read == frame.length else { return nil }
            defer { control = ByteBuffer() }
            step = .head
            return try controlEvent(frame.code)
        }
        if count > 0 {
            guard check.take(piece.readableBytesView) else { throw .notUTF8 }
            Self.flatten(&piece)
            return .text(piece)
        }
        step = .head
        // The caller goes on with the next frame: a client can send thousands of empty ones at once, which must not nest.
        guard frame.isLast else { return nil }
        guard check.isWhole else { throw .notUTF8 }
        isInText = false
        return .textEnded
    }

    private func controlEvent(_ code: UInt8) throws(Fault) -> Event? {
        var bytes = control
        switch code {
        case 8:
            if bytes.readableBytes == 0 { return .close(nil) }
            guard let number = bytes.readInteger(as: UInt16.self), Self.mayClose(number) else { throw .protocolError }
            var check = UTF8Check()
            guard check.take(bytes.readableBytesView), check.isWhole else { throw .notUTF8 }
            return .close(number)
        case 9: return .ping(bytes)
        default: return nil
        }
    }

    private static func mayClose(_ number: UInt16) -> Bool {
        (1000...1003).contains(number) || (1007...1014).contains(number) || (3000...4999).contains(number)
    }

    private static func unmask(_ bytes: inout ByteBuffer, _ mask: UInt32, from offset: Int) {
        bytes.withUnsafeMutableReadableBytes { bytes in
            for index in bytes.indices {
                bytes[index] ^= UInt8(truncatingIfNeeded: mask >> UInt32(24 - 8 * ((offset + index) & 3)))
            }
        }
    }

    /// Makes spaces of line feeds. Outside of texts they are white space in JSON, and inside they may not be.
    static func flatten(_ bytes: inout ByteBuffer) {
        bytes.withUnsafeMutableReadableBytes { bytes in
            for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
        }
    }
}

/// Checks whether bytes that come in pieces are UTF-8. A value.
struct UTF8Check {
    /// How many bytes of the character are to come, and between which the next one has to be.
    private var missing = 0
    private var range: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether no character has only begun.
    var isWhole: Bool { missing == 0 }

    /// Takes a piece. Returns false if it cannot be UTF-8.
    mutating func take(_ bytes: ByteBufferView) -> Bool {
        for byte in bytes {
            if missing > 0 {
                guard range.contains(byte) else { return false }
                missing -= 1
                range = 0x80...0xBF
                continue
            }
            switch byte {
            case ..<0x80: break
            case 0xC2...0xDF: missing = 1
            case 0xE0: (missing, range) = (2, 0xA0...0xBF)
            case 0xED: (missing, range) = (2, 0x80...0x9F)
            case 0xE1...0xEF: missing = 2
            case 0xF0: (missing, range) = (3, 0x90...0xBF)
            case 0xF4: (missing, range) = (3, 0x80...0x8F)
            case 0xF1...0xF3: missing = 3
            default: return false
            }
        }
        return true
    }
}
