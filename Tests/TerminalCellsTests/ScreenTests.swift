import AudioTypes
import Testing

@testable import TerminalCells

@Suite("Screens")
struct ScreenTests {
    @Test("a text takes the columns of its characters, and marks take none")
    func widths() {
        #expect(CellText.columns(of: "abc") == 3)
        #expect(CellText.columns(of: "e\u{301}") == 1)
        #expect(CellText.columns(of: "日本語") == 6)
        #expect(CellText.columns(of: "ｶﾅ") == 2)
        #expect(CellText.columns(of: "한국") == 4)
        #expect(CellText.columns(of: "🎵") == 2)
        // A family is shown as its members, and a heart without its colour: terminals agree about nothing else.
        #expect(CellText.columns(of: "👨‍👩") == 4)
        #expect(CellText.columns(of: "❤\u{FE0F}") == 1)
        #expect(CellText.columns(of: "👍🏽") == 2)
        #expect(CellText.columns(of: "\u{202E}abc\u{2066}") == 3)
    }

    @Test("no control character of a text gets onto a screen")
    func controls() {
        var screen = Screen(rows: 1, columns: 40)
        screen.put("a\u{1B}]0;owned\u{7}\u{9B}31m\r\nb\u{85}c\u{202E}d", row: 0, column: 0)
        #expect(screen.text(row: 0) == "a\u{FFFD}]0;owned\u{FFFD}\u{FFFD}31m  b cd")
    }

    @Test("a character keeps three marks of a thousand")
    func marks() {
        var screen = Screen(rows: 1, columns: 4)
        screen.put("a" + String(repeating: "\u{301}", count: 1_000) + "b", row: 0, column: 0)
        #expect(screen.text(row: 0).unicodeScalars.count == 5)
    }

    @Test(
        "a text that does not fit ends with an ellipsis, and leaves no half of a character",
        arguments: [("abcdef", 4, "abc…"), ("日本語", 4, "日…"), ("日本語", 5, "日本…"), ("日本語", 1, "…"), ("abc", 3, "abc")])
    func fits(text: String, width: Int, shown: String) {
        var screen = Screen(rows: 1, columns: 10)
        screen.put(text, row: 0, column: 0, width: width)
        #expect(screen.text(row: 0) == shown)
    }

    @Test("what is written over a half of a wide character takes the other half away")
    func halves() {
        var screen = Screen(rows: 1, columns: 6)
        screen.put("日本語", row: 0, column: 0)
        screen.put("x", row: 0, column: 3)
        #expect(screen.text(row: 0) == "日 x語")
    }

    @Test("a screen has a size of its own, whatever is asked for, and writing outside does nothing")
    func sizes() {
        var screen = Screen(rows: -1, columns: 0)
        #expect((screen.rows, screen.columns) == (1, 1))
        screen.put("日", row: 0, column: 0)
        screen.put("x", row: 5, column: 0)
        screen.fill(row: 3)
        screen.put("long", row: 0, endingAt: 1)
        #expect(Screen(rows: 100_000, columns: 100_000).columns == Screen.mostColumns)
    }

    @Test("a terminal shows each of many screens, whatever was there before")
    func paints() {
        var random = SeededGenerator(seed: 7)
        let words = ["abc", "日本", "é", "e\u{301}", "🎵x", " ", "long text of many words", "\u{1B}[31m", "─━", ""]
        for (rows, columns) in [(1, 1), (1, 7), (5, 20), (12, 3)] {
            var painter = ScreenPainter()
            var terminal = TestTerminal(rows: rows, columns: columns)
            for _ in 0..<200 {
                var screen = Screen(rows: rows, columns: columns)
                for _ in 0..<6 {
                    let style = CellStyle(
                        foreground: .indexed(UInt8(random.next() % 256)), emphasis: random.next() % 2 == 0 ? .bold : [])
                    screen.put(
                        words[Int(random.next() % 10)], row: Int(random.next() % UInt64(rows)),
                        column: Int(random.next() % UInt64(columns)), style: style)
                }
                if random.next() % 2 == 0 { screen.cursor = Screen.Place(row: 0, column: 0) }
                terminal.take(painter.paint(screen))
                for row in 0..<rows { #expect(terminal.text(row: row) == screen.text(row: row)) }
                #expect(terminal.isCursorShown == (screen.cursor != nil))
                #expect(terminal.unknown.isEmpty)
            }
        }
    }

    @Test("only what has changed is written, and nothing if nothing has")
    func differences() {
        var painter = ScreenPainter()
        var terminal = TestTerminal(rows: 200, columns: 500)
        var screen = Screen(rows: 200, columns: 500)
        for row in 0..<200 { screen.put(String(repeating: "x", count: 500), row: row, column: 0) }
        terminal.take(painter.paint(screen))
        #expect(terminal.written == 100_000)
        #expect(painter.paint(screen).isEmpty)
        screen.put("y", row: 100, column: 250)
        let bytes = painter.paint(screen)
        terminal.take(bytes)
        #expect(terminal.written == 100_001)
        #expect(bytes.count < 30)
        painter.forget()
        #expect(painter.paint(screen).count > 100_000)
    }

    @Test("a terminal that synchronizes gets each screen between the two marks")
    func synchronizes() {
        var abilities = ScreenPainter.Abilities()
        abilities.isSynchronized = true
        var painter = ScreenPainter(abilities)
        let bytes = painter.paint(Screen(rows: 2, columns: 2))
        #expect(bytes.starts(with: "\u{1B}[?2026h".utf8))
        #expect(bytes.suffix(8).elementsEqual("\u{1B}[?2026l".utf8))
    }

    @Test("without UTF-8 every byte is ASCII, and without colours none is asked for")
    func plainTerminals() {
        var abilities = ScreenPainter.Abilities()
        (abilities.readsUTF8, abilities.hasColours) = (false, false)
        var painter = ScreenPainter(abilities)
        var screen = Screen(rows: 1, columns: 20)
        screen.put(
            "日é▶─", row: 0, column: 0, style: CellStyle(foreground: .indexed(1), background: .mixed(red: 1, green: 2, blue: 3)))
        let text = String(decoding: painter.paint(screen), as: UTF8.self)
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(text.contains("???>-"))
        #expect(!text.contains("31") && !text.contains("48;"))
    }

    @Test("what lay under a picture is written anew once it is gone")
    func pictures() {
        var painter = ScreenPainter()
        var screen = Screen(rows: 4, columns: 10)
        screen.picture = Screen.PicturePlace(picture: 1, place: Screen.Place(row: 1, column: 1), rows: 2, columns: 4)
        _ = painter.paint(screen)
        screen.picture = nil
        let bytes = painter.paint(screen)
        #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}[2;1H"))
        #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}[K"))
    }
}
