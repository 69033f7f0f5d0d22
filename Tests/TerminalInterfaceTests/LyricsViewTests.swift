import ControlProtocol
import JSON
import TerminalCells
import Testing

@testable import TerminalInterface

extension InterfaceStage {
    /// Another line is heard.
    mutating func sing(_ index: Int?) {
        let line = index.map { Wire.LyricLine(index: $0, start: Double(10 * $0), text: "Line \($0)") }
        take(.event(.playerLyricLine(line: line)))
    }
}

@Suite("The view of lyrics")
struct LyricsViewTests {
    @Test("the line that is heard is marked and stays in sight, and lines are heard of only while they are seen")
    func follows() throws {
        var stage = InterfaceStage()
        var types: [String] = []
        stage.answer = { method, parameters in
            if method == "events.subscribe" { types.append(parameters["types"].map(\.text) ?? "") }
            return nil
        }
        stage.connect()
        #expect(!stage.asked.contains("media.lyrics"))
        try stage.press("L")
        #expect(stage.rows()[3].hasPrefix("▶ Line 1") && stage.rows()[3].hasSuffix("0:10"))
        stage.sing(30)
        let row = try #require(stage.rows().first { $0.hasPrefix("▶") })
        #expect(row.hasPrefix("▶ Line 30"))
        // As many are seen before it as behind it.
        #expect(stage.text.contains("Line 22 ") && stage.text.contains("Line 38 "))
        #expect(stage.interface.list?.selected?.text == "Line 30")
        stage.sing(nil)
        #expect(!stage.text.contains("▶ Line"))
        try stage.press("2")
        #expect(types.map { $0.contains("player.lyricLine") } == [false, true, false])
        #expect(types.allSatisfy { $0.contains("player.stateChanged") && !$0.contains("player.levels") })
        #expect(stage.count("status") == 0)
    }

    @Test("whoever reads elsewhere is left there until o, and enter goes to a line")
    func reads() throws {
        var stage = InterfaceStage(view: .lyrics)
        var seeks: [String] = []
        stage.answer = { method, parameters in
            if method == "seek" { seeks.append(JSONValue.object(parameters).text) }
            return nil
        }
        stage.connect()
        try stage.press("G")
        stage.sing(3)
        #expect(stage.interface.list?.selected?.text == "Line 39")
        try stage.press("enter")
        #expect(seeks.count == 1 && seeks[0].contains("390"))
        try stage.press("o")
        #expect(stage.interface.list?.selected?.text == "Line 3")
        stage.sing(5)
        #expect(stage.interface.list?.selected?.text == "Line 5")
        #expect(stage.text.contains("▶ Zeile 5"))
    }

    @Test("another song has other lyrics, and one without any says so")
    func other() throws {
        var stage = InterfaceStage(view: .lyrics)
        stage.connect()
        try stage.press("G")
        let before = stage.count("media.lyrics")
        stage.answer = { [status = stage.status()] method, _ in
            switch method {
            case "media.lyrics": return .success(Methods.Media.lyrics.answer.json(of: Wire.Lyrics(lines: [])))
            case "status":
                var status = status
                status.item = InterfaceStage.item(1)
                return .success(Methods.status.answer.json(of: status))
            default: return nil
            }
        }
        stage.take(.event(.queueChanged(revision: 2, length: 3)))
        #expect(stage.count("media.lyrics") == before + 1)
        #expect(stage.text.contains("What is heard has no lyrics."))
    }
}
