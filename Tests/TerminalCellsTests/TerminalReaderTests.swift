import AudioTypes
import Testing

@testable import TerminalCells

@Suite("Keys of a terminal")
struct TerminalReaderTests {
    private static func inputs(_ text: String) -> [TerminalInput] {
        var reader = TerminalReader()
        return reader.take(text.utf8) + reader.settle()
    }

    private static func key(_ name: String) -> TerminalInput? { TerminalKey(named: name).map { .key($0) } }

    @Test(
        "a key is known by what it sends",
        arguments: [
            ("j", "j"), ("G", "G"), ("ü", "ü"), ("🎵", "🎵"), ("\r", "enter"), ("\t", "tab"), ("\u{7F}", "backspace"),
            ("\u{4}", "ctrl-d"),
            ("\u{1B}", "escape"), ("\u{1B}[A", "up"), ("\u{1B}OA", "up"), ("\u{1B}[1;5C", "ctrl-right"), ("\u{1B}[5~", "page-up"),
            ("\u{1B}[Z", "shift-tab"), ("\u{1B}x", "alt-x"), ("\u{1B}OP", "f1"), ("\u{1B}[24~", "f12"), ("\u{1B}[H", "home"),
            (" ", "space"),
            ("\u{1B}[1;2D", "shift-left"),
        ])
    func keys(sent: String, name: String) throws {
        #expect(Self.inputs(sent) == [try #require(Self.key(name))])
        #expect(TerminalKey(named: name)?.name == name)
    }

    @Test("a name that is none is no key", arguments: ["", "ctrl-", "jj", "f13", "hyper-x", "\u{1B}"])
    func noKeys(name: String) { #expect(TerminalKey(named: name) == nil) }

    @Test("the older form of the mouse, which has raw bytes behind it, is no keys")
    func oldMouse() {
        #expect(Self.inputs("\u{1B}[M Cqx") == Self.inputs("x"))
        #expect(Self.inputs("\u{1B}[M") == [])
    }

    @Test("the mouse tells a press and the wheel, and nothing else")
    func mouse() {
        #expect(Self.inputs("\u{1B}[<0;5;3M\u{1B}[<0;5;3m") == [.mouse(.press, row: 2, column: 4)])
        #expect(
            Self.inputs("\u{1B}[<64;1;1M\u{1B}[<65;1;1M") == [
                .mouse(.wheelUp, row: 0, column: 0), .mouse(.wheelDown, row: 0, column: 0),
            ])
        #expect(Self.inputs("\u{1B}[<0;0;0M\u{1B}[<2;1;1M\u{1B}[<0;1M").isEmpty)
    }

    @Test("a pasted text comes as one, with what would be keys in it")
    func paste() {
        #expect(Self.inputs("\u{1B}[200~q\u{1B}[A\r\u{1B}[201~x") == [.paste("q\u{1B}[A\r"), .key(TerminalKey(.character("x")))])
        var reader = TerminalReader()
        let long = String(repeating: "a", count: 3 * TerminalReader.pasteLimit)
        let inputs = reader.take("\u{1B}[200~\(long)\u{1B}[201~".utf8)
        #expect(inputs == [.paste(String(repeating: "a", count: TerminalReader.pasteLimit))])
    }

    @Test("a pasted text whose end was lost ends when that is said, and keys count again")
    func lostEnd() {
        var reader = TerminalReader()
        #expect(reader.endPaste() == [])
        #expect(reader.take("\u{1B}[200~ab\u{1B}[A".utf8) == [])
        #expect(reader.isPasting && !reader.isUndecided)
        #expect(reader.settle() == [])
        #expect(reader.endPaste() == [.paste("ab\u{1B}[A")])
        #expect(!reader.isPasting)
        #expect(reader.take("j".utf8) == [.key(TerminalKey(.character("j")))])
    }

    @Test("answers are believed at their places only")
    func answers() {
        let all = "\u{1B}[?2026;2$y\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;4;22c"
        #expect(
            Self.inputs(all) == [
                .answer(.synchronized), .answer(.kittyPictures), .answer(.cell(width: 10, height: 20)),
                .answer(.attributes(hasSixels: true)),
            ])
        #expect(
            Self.inputs("\u{1B}[?2026;0$y\u{1B}_Gi=31;EINVAL\u{1B}\\\u{1B}[6;9999;1t\u{1B}[?4c") == [
                .answer(.attributes(hasSixels: false))
            ])
    }

    @Test("the same keys come out however the bytes are cut")
    func cuts() {
        let text = "j\u{1B}[1;5Cü🎵\u{1B}[200~ab\u{1B}[201~\u{1B}[<0;5;3M\u{1B}_Gi=31;OK\u{1B}\\\u{1B}OP\u{1B}[?62;4c\u{1B}xk"
        let whole = Self.inputs(text)
        let bytes = Array(text.utf8)
        #expect(whole.count == 11)
        for cut in 0...bytes.count {
            var reader = TerminalReader()
            #expect(reader.take(bytes[..<cut]) + reader.take(bytes[cut...]) == whole)
        }
        var reader = TerminalReader()
        #expect(bytes.flatMap { reader.take([$0]) } == whole)
    }

    @Test("a sequence that is cut for good is dropped, and the next key counts")
    func dropped() {
        for head in ["\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}_Gi=31", "\u{1B}]0;x", "\u{1B}[<0;1"] {
            var reader = TerminalReader()
            #expect(reader.take(head.utf8).isEmpty)
            #expect(reader.isUndecided)
            #expect(reader.settle().isEmpty)
            #expect(reader.take("j".utf8) == [.key(TerminalKey(.character("j")))])
        }
    }

    @Test("invented bytes crash nothing, and take no room")
    func invented() {
        var random = SeededGenerator(seed: 3)
        let pieces = ["\u{1B}", "[", "<", ";", "2", "0", "~", "M", "_", "\\", "?", "c", "$y", "é"].map { Array($0.utf8) }
        var reader = TerminalReader()
        for _ in 0..<100_000 {
            let bytes = random.next() % 3 == 0 ? [UInt8(truncatingIfNeeded: random.next())] : pieces[Int(random.next() % 14)]
            _ = reader.take(bytes)
        }
    }
}
