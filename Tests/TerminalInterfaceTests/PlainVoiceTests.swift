import ControlProtocol
import TerminalCells
import Testing

@testable import TerminalInterface

@Suite("The player for readers of screens")
struct PlainVoiceTests {
    private var stage = InterfaceStage()
    private var voice = PlainVoice()

    private mutating func lines() -> [String] {
        voice.text(of: &stage.interface).split(separator: "\r\n").map(String.init)
    }

    @Test("each change is one line, nothing is written twice, and nothing moves the cursor")
    mutating func changes() throws {
        stage.connect()
        let first = lines()
        #expect(first.contains("Now: Title 0, Artist, 1:00"))
        #expect(first.last == "Title 0, Artist, 1:00, is heard, 1 of 3")
        #expect(lines().isEmpty)
        stage.take(.time)
        #expect(lines().isEmpty)
        try stage.press("j")
        #expect(lines() == ["Title 1, Artist, 1:00, 2 of 3"])
        try stage.press("k j")
        #expect(lines().isEmpty)
        try stage.press("u")
        #expect(lines() == ["Taken back: added, 2 items. 1 more can be taken back."])
    }

    @Test("what is typed is echoed key by key")
    mutating func typing() throws {
        stage.connect()
        _ = lines()
        try stage.press(":")
        #expect(voice.text(of: &stage.interface) == "\r\n:")
        try stage.press("p")
        #expect(voice.text(of: &stage.interface) == "p")
        try stage.press("backspace")
        #expect(voice.text(of: &stage.interface) == "\u{8} \u{8}")
        try stage.press("escape")
        #expect(lines().last == "Title 0, Artist, 1:00, is heard, 1 of 3")
    }

    @Test("a line of lyrics is said once, with all its texts, while somebody wants to hear them, and in no other view")
    mutating func lyrics() throws {
        stage.connect()
        try stage.press("L")
        #expect(lines().last == "Line 1")
        stage.sing(5)
        #expect(lines() == ["Line 5 / Zeile 5"])
        stage.take(.time)
        #expect(lines().isEmpty)
        // Whoever reads elsewhere is told where that is, and hears no more lines.
        try stage.press("j j")
        #expect(lines() == ["Line 6, 1:00, 8 of 41"])
        stage.sing(6)
        #expect(lines() == ["Line 6"])
        try stage.press("2")
        _ = lines()
        stage.sing(7)
        #expect(lines().isEmpty)
    }

    @Test("no title steers the terminal")
    mutating func hostile() {
        stage.answer = { method, _ in
            guard method == "queue.list" else { return nil }
            let item = Wire.QueueItem(id: 5, uri: "/x", title: "a\u{1B}]0;x\u{7}\nb")
            return .success(Methods.Queue.list.answer.json(of: Wire.QueuePage(items: [item], length: 1, revision: 1)))
        }
        stage.connect()
        let text = voice.text(of: &stage.interface)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\r" || $0 == "\n" || $0.value >= 0x20 })
        #expect(lines().isEmpty)
    }
}
