import NIOCore
import Testing

@testable import LineServer

@Suite("Bytes cut into lines")
struct LineFramerTests {
    /// All lines that come of these pieces; "incomplete" and "too long" stand for themselves at the end.
    private func lines(_ pieces: [String], limit: Int = 20, isEnded: Bool = false) -> [String] {
        var framer = LineFramer(limit: limit)
        var lines: [String] = []
        for piece in pieces { framer.append(ByteBuffer(string: piece)) }
        while true {
            switch framer.next(isEnded: isEnded) {
            case .line(let line): lines.append(String(buffer: line))
            case .incomplete: return lines + (framer.readableBytes == 0 ? [] : ["incomplete"])
            case .tooLong: return lines + ["too long"]
            }
        }
    }

    @Test("a line ends with a line feed, before which a carriage return may stand")
    func ends() { #expect(lines(["one\ntwo\r\nthree\n"]) == ["one", "two", "three"]) }

    @Test("pieces of any length give the same lines")
    func pieces() {
        #expect(lines(["o", "n", "e", "\r", "\n", "tw", "o\nth"]) == ["one", "two", "incomplete"])
    }

    @Test("blank lines are passed over")
    func blank() { #expect(lines(["\n  \r\n\t\none\n\n"]) == ["one"]) }

    @Test("the last line needs no end if no more bytes will come")
    func lastLine() {
        #expect(lines(["one\ntwo"]) == ["one", "incomplete"])
        #expect(lines(["one\ntwo"], isEnded: true) == ["one", "two"])
    }

    @Test("a line may be as long as the limit, without its end")
    func limit() {
        #expect(lines(["12345\r\n"], limit: 5) == ["12345"])
        #expect(lines(["123456\n"], limit: 5) == ["too long"])
    }

    @Test("a line that is too long is known before it ends")
    func endless() {
        #expect(lines(["12345\r"], limit: 5) == ["incomplete"])
        #expect(lines(["1234567"], limit: 5) == ["too long"])
    }

    @Test("the bytes behind the last line can be taken as they are")
    func rest() {
        var framer = LineFramer(limit: 20)
        framer.append(ByteBuffer(string: "one\ntwo\nth"))
        _ = framer.next()
        #expect(framer.takeRest() == Array("two\nth".utf8))
        #expect(framer.readableBytes == 0)
    }
}
