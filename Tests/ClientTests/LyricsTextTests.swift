import ControlProtocol
import Testing

@testable import fermata

@Suite("Lyrics, for people")
struct LyricsTextTests {
    @Test("have a mark at the line that is heard, the rows of a line below each other, and steer no terminal")
    func list() {
        let lines = [
            Wire.LyricLine(index: 0, start: 0, text: "One\nEins"), Wire.LyricLine(index: 1, start: 9, text: "Two \u{1B}[2J"),
            Wire.LyricLine(index: 2, start: 12, text: ""),
        ]
        #expect(
            LyricsText.list(Wire.Lyrics(lines: lines, source: .file, current: 1)) == "  One\n  Eins\n> Two \u{FFFD}[2J\n")
        #expect(LyricsText.list(Wire.Lyrics(lines: [.init(index: 0, text: "One"), .init(index: 1, text: "Two")])) == "One\nTwo")
        #expect(LyricsText.list(Wire.Lyrics(lines: [])) == "there are no lyrics")
    }

    @Test("are printed line by line as they are heard, and nothing else is")
    func follow() {
        let heard =
            #"{"method":"player.lyricLine","params":{"sequence":1,"time":2,"line":{"index":0,"start":1,"text":"One\nEins"}}}"#
        #expect(LyricsText.line(heard) == "One\nEins")
        #expect(EventText.text(heard) == "player.lyricLine  One / Eins")
        #expect(LyricsText.line(#"{"method":"player.lyricLine","params":{"sequence":2,"time":3,"line":null}}"#) == nil)
        #expect(LyricsText.line(#"{"jsonrpc":"2.0","id":1,"result":{}}"#) == nil)
    }
}
