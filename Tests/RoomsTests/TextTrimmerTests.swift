import JSON
import Testing

@testable import Rooms

@Suite("Long texts in what a Snapcast server sends")
struct TextTrimmerTests {
    private func trim(_ bytes: [UInt8], pieces size: Int = .max, keptBytes: Int = 4_096) -> [UInt8] {
        var trimmer = TextTrimmer(keptBytes: keptBytes)
        var (kept, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
        while !rest.isEmpty {
            kept += trimmer.trim(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return kept
    }

    @Test("are cut, and everything around them passes, in whatever pieces the bytes come", arguments: [1, 7, 1_000, .max])
    func cut(size: Int) throws {
        let cover = String(repeating: "iVBORw0KGgo/", count: 20_000)
        let line = #"{"id":1,"result":{"artData":{"data":"\#(cover)","extension":"png"},"name":"Küche \"1\""}}"#
        let kept = trim(Array((line + "\r\n" + line + "\r\n").utf8), pieces: size)
        #expect(kept.count < 9_000)
        let lines = kept.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == 2)
        for line in lines {
            let result = try JSONValue(parsing: Array(line))["result"]
            #expect(result?["name"] == "Küche \"1\"" && result?["artData"]?["extension"] == "png")
            #expect(result?["artData"]?["data"]?.stringValue == String(cover.prefix(4_096)))
        }
    }

    @Test(
        "never end in the middle of a character",
        arguments: ["ü", "𝄞", "\\u00fc", "\\ud834\\udd1e", "\\\"", "\\\\", "\\n", "\\u0022"])
    func characters(text: String) throws {
        for before in 0..<16 {
            let data = String(repeating: "x", count: before) + String(repeating: text, count: 8) + "abcdefghij"
            let line = #"{"data":"\#(data)","id":"a"}"#
            let whole = try JSONValue(parsing: Array(line.utf8))["data"]?.stringValue ?? ""
            let kept = trim(Array(line.utf8), keptBytes: 16)
            let json = try JSONValue(parsing: kept)
            #expect(json["id"] == "a" && json["data"]?.stringValue.map { whole.hasPrefix($0) } == true)
            #expect(kept.count < line.utf8.count, "\(line)")
        }
    }

    @Test(
        "are the only ones that change: short ones and what is no JSON pass",
        arguments: [
            "{\"a\":\"b\\\"c\",\"d\":[1,2]}\r\n", "\"", "\\\"\n\"\n", "{\"a\":\"\\", "\u{0}\n",
            String(repeating: "[", count: 10_000), "\"" + String(repeating: "x", count: 4_096),
        ])
    func unchanged(text: String) {
        #expect(trim(Array(text.utf8)) == Array(text.utf8))
        #expect(trim(Array(text.utf8), pieces: 1) == Array(text.utf8))
    }

    @Test("count as what they were: the length of a line is that of what was sent, and a new line begins at 0")
    func length() {
        var trimmer = TextTrimmer()
        #expect(trimmer.trim([UInt8(ascii: "\"")] + [UInt8](repeating: 0x41, count: 99_999)).count == 4_097)
        #expect(trimmer.lineBytes == 100_000)
        // The text has no end, but the line has.
        #expect(trimmer.trim(Array("A\nabc".utf8)) == Array("\nabc".utf8))
        #expect(trimmer.lineBytes == 3)
    }

    @Test("of an id that is too long stay too long: an id that is cut would be another one")
    func ids() throws {
        let line = #"{"id":"\#(String(repeating: "\\u0041", count: 700))\#(String(repeating: "x", count: 5_000))"}"#
        let json = try JSONValue(parsing: trim(Array(line.utf8)))
        #expect(json["id"]?.stringValue == String(repeating: "A", count: 700))
        #expect(SnapcastNotice.id(json["id"]) == nil)
    }
}
