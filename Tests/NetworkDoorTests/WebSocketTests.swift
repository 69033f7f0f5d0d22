import NIOCore
import Testing

@testable import NetworkDoor

@Suite("Texts over a WebSocket")
struct WebSocketTests {
    private static let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

    private static func frame(_ first: UInt8, _ payload: [UInt8], isMasked: Bool = true) -> [UInt8] {
        var bytes = [first]
        let bit: UInt8 = isMasked ? 0x80 : 0
        switch payload.count {
        case ..<126: bytes.append(bit | UInt8(payload.count))
        case ...0xFFFF: bytes += [bit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default: bytes += [bit | 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        guard isMasked else { return bytes + payload }
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    /// Reads bytes that come in pieces of `size`; texts that are whole have a bar behind them.
    private func read(_ bytes: [UInt8], inPiecesOf size: Int = .max, limit: Int = 1_000) throws -> [String] {
        var (reader, words, text) = (WebSocketReader(limit: limit), [String](), [UInt8]())
        var rest = bytes[...]
        while !rest.isEmpty {
            reader.append(ByteBuffer(bytes: rest.prefix(size)))
            rest = rest.dropFirst(size)
            while let event = try reader.next() {
                switch event {
                case .text(let piece): text += piece.readableBytesView
                case .textEnded:
                    words.append(String(decoding: text, as: UTF8.self))
                    text = []
                case .ping(let bytes): words.append("ping " + String(decoding: bytes.readableBytesView, as: UTF8.self))
                case .close(let number): words.append("close \(number.map { "\($0)" } ?? "-")")
                }
            }
        }
        return words + (text.isEmpty ? [] : ["begun: " + String(decoding: text, as: UTF8.self)])
    }

    @Test("texts come whole however the network cuts them, with spaces for line feeds", arguments: [1, 2, 3, 7, .max])
    func texts(size: Int) throws {
        let long = String(repeating: "ä", count: 300)
        let bytes =
            Self.frame(0x81, Array("{\n\"a\":1}".utf8)) + Self.frame(0x81, []) + Self.frame(0x01, Array("be".utf8))
            + Self.frame(0x89, Array("there?".utf8)) + Self.frame(0x00, Array("gi".utf8)) + Self.frame(0x80, Array("n".utf8))
            + Self.frame(0x8A, []) + Self.frame(0x81, Array(long.utf8)) + Self.frame(0x88, [0x03, 0xE8])
        let expected = ["{ \"a\":1}", "", "ping there?", "begin", long, "close 1000"]
        #expect(try read(bytes, inPiecesOf: size) == expected)
    }

    @Test("a hundred thousand empty fragments in one piece cost no depth of calls")
    func emptyFragments() throws {
        let empty = (0..<100_000).flatMap { _ in Self.frame(0x00, []) }
        #expect(try read(Self.frame(0x01, []) + empty + Self.frame(0x80, Array("end".utf8))) == ["end"])
    }

    @Test("pieces that each end within the head of a frame leave nothing behind that was read")
    func cutHeads() throws {
        var reader = WebSocketReader(limit: 1_000)
        let pong = Self.frame(0x8A, Array(repeating: 7, count: 100))
        reader.append(ByteBuffer(bytes: pong[..<1]))
        for _ in 0..<10_000 {
            reader.append(ByteBuffer(bytes: pong[1...] + pong[..<1]))
            #expect(try reader.next() == nil)
        }
        #expect(reader.waiting.readableBytes == 1 && reader.waiting.capacity < 16 << 10, "\(reader.waiting.capacity)")
    }

    @Test("a character may be cut by a fragment, and what is no UTF-8 closes the connection with 1007")
    func utf8() throws {
        let euro = Array("€".utf8)
        #expect(try read(Self.frame(0x01, Array(euro[..<1])) + Self.frame(0x80, Array(euro[1...]))) == ["€"])
        for wrong in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80]] as [[UInt8]] {
            #expect(throws: WebSocketReader.Fault.notUTF8, "\(wrong)") { try read(Self.frame(0x81, wrong)) }
        }
    }

    @Test("what no browser sends closes the connection, with the number for that")
    func faults() {
        let cases: [(bytes: [UInt8], fault: WebSocketReader.Fault)] = [
            (Self.frame(0x82, [1]), .notText), (Self.frame(0x81, [0x61], isMasked: false), .protocolError),
            (Self.frame(0xC1, [0x61]), .protocolError), (Self.frame(0x80, [0x61]), .protocolError),
            (Self.frame(0x01, [0x61]) + Self.frame(0x01, [0x61]), .protocolError), (Self.frame(0x83, []), .protocolError),
            (Self.frame(0x8B, []), .protocolError), (Self.frame(0x09, []), .protocolError),
            (Self.frame(0x89, Array(repeating: 0x61, count: 126)), .protocolError), (Self.frame(0x88, [3]), .protocolError),
            (Self.frame(0x88, [0x03, 0xED]), .protocolError), (Self.frame(0x88, [0x03, 0xE8, 0xFF]), .notUTF8),
        ]
        for (bytes, fault) in cases { #expect(throws: fault, "\(bytes)") { try read(bytes) } }
    }

    @Test("a text that is too long is refused by its head, also in fragments, and nothing of it is kept")
    func tooLong() throws {
        let long = Array(repeating: UInt8(0x61), count: 600)
        #expect(throws: WebSocketReader.Fault.tooLong) { try read(Self.frame(0x01, long) + Self.frame(0x00, long)) }
        #expect(throws: WebSocketReader.Fault.tooLong) { try read([0x81, 0xFF] + Array(repeating: 0xFF, count: 8)) }
        #expect(throws: WebSocketReader.Fault.tooLong) { try read([0x81, 0xFF, 0, 0, 0, 0, 0x40, 0, 0, 0]) }
        #expect(try read(Self.frame(0x01, long) + Self.frame(0x80, Array(long.prefix(400)))).count == 1)
    }

    @Test("each line goes out as one text, in as many fragments as its pieces")
    func written() {
        var writer = WebSocketWriter()
        func frames(_ text: String) -> [UInt8] { Array(writer.frames(ByteBuffer(string: text)).readableBytesView) }
        #expect(
            frames("ab\ncd\n") == Self.frame(0x81, Array("ab".utf8), isMasked: false)
                + Self.frame(0x81, Array("cd".utf8), isMasked: false))
        #expect(frames("e") == Self.frame(0x01, Array("e".utf8), isMasked: false))
        #expect(frames("f") == Self.frame(0x00, Array("f".utf8), isMasked: false))
        #expect(frames("\ng\n") == Self.frame(0x80, [], isMasked: false) + Self.frame(0x81, Array("g".utf8), isMasked: false))
        let long = Array(repeating: UInt8(0x61), count: 70_000)
        #expect(frames(String(decoding: long, as: UTF8.self) + "\n") == Self.frame(0x81, long, isMasked: false))
        #expect(Array(WebSocketWriter.close(1009).readableBytesView) == [0x88, 2, 0x03, 0xF1])
        #expect(Array(WebSocketWriter.pong(ByteBuffer(string: "x")).readableBytesView) == [0x8A, 1, 0x78])
    }
}
