import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("Texts of tags")
struct TagTextTests {
    private static let untagged: [UInt8] = {
        let path = Workbench.path("untagged for texts.mp3")
        let options = ["-f", "lavfi", "-i", "sine=d=0.5", "-write_xing", "0", "-id3v2_version", "0"]
        _ = Command.run("ffmpeg", ["-nostdin", "-y"] + options + [path])
        return Workbench.bytes(of: path)
    }()

    private func tags(_ bytes: [UInt8], as name: String) throws -> [String: String] {
        try MediaProbe.describe(MediaLocation(uri: Workbench.write(bytes, as: name))).tags
    }

    /// Latin-1, padded with zeros.
    private func latin(_ text: String, _ count: Int? = nil) -> [UInt8] {
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        return bytes + Array(repeating: 0, count: max(0, (count ?? 0) - bytes.count))
    }

    @Test("ID3 version 1 is in Latin-1, unless it is in UTF-8")
    func versionOne() throws {
        let tag = Array("TAG".utf8) + latin("Übermut", 30) + Array("Örjan".utf8) + Array(repeating: UInt8(0), count: 24)
        let rest = latin("Café", 30) + latin("1999") + latin("", 30) + [8]
        let tags = try tags(Self.untagged + tag + rest, as: "v1.mp3")
        #expect(tags["title"] == "Übermut" && tags["artist"] == "Örjan" && tags["album"] == "Café", "\(tags)")
        #expect(tags["date"] == "1999" && tags["genre"] == "Jazz")
    }

    @Test("the INFO list of a WAV is in Latin-1, and an ID3 chunk counts before it")
    func waveInfo() throws {
        func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
            let size = (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) }
            return Array(name.utf8) + size + body + (body.count % 2 == 1 ? [0] : [])
        }
        let wave = WAVFile.bytes(rate: 8_000, channels: 1, bits: 16, data: Array(repeating: 0, count: 8_000))
        let list = chunk("LIST", Array("INFO".utf8) + chunk("INAM", latin("Übermut\0")) + chunk("IART", latin("Señor\0")))
        let tags = try tags(wave + list, as: "info.wav")
        #expect(tags["title"] == "Übermut" && tags["artist"] == "Señor", "\(tags)")
        let id3 = ID3TestFrame.tag([ID3TestFrame("TIT2", [3] + Array("Title".utf8))], version: 4)
        for name in ["id3 ", "ID3 "] {
            let both = try self.tags(wave + list + chunk(name, id3), as: "both.wav")
            #expect(both["title"] == "Title" && both["artist"] == "Señor", "\(both)")
        }
    }

    @Test(
        "a parenthesis at the beginning of a genre of ID3 is written twice",
        arguments: [("((x)", "(x)"), ("(x", "(x"), ("x ((y)", "x ((y)")])
    func escapedGenre(written: String, meant: String) throws {
        let tag = ID3TestFrame.tag([ID3TestFrame("TCON", [3] + Array(written.utf8))], version: 4)
        // The cases run side by side, each with a file of its own.
        #expect(try tags(tag + Self.untagged, as: "genre of \(written.utf8.count).mp3")["genre"] == meant)
    }

    @Test("UTF-16 without a mark is read, in the order that its zeros or the texts beside it show", arguments: [UInt8(3), 4])
    func unmarked(version: UInt8) throws {
        func wide(_ text: String, bigEndian: Bool) -> [UInt8] {
            text.utf16.flatMap { unit -> [UInt8] in
                let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return bigEndian ? bytes : bytes.reversed()
            }
        }
        let frames = [
            ID3TestFrame("TIT2", [1] + wide("Überfahrt", bigEndian: false)),
            ID3TestFrame("TPE1", [1] + wide("Dvořák", bigEndian: true) + [0, 0]),
            ID3TestFrame("TALB", [1, 0xFF, 0xFE] + wide("Marked", bigEndian: false)),
            ID3TestFrame(
                "TXXX", [1, 0xFE, 0xFF] + wide("mood", bigEndian: true) + [0, 0] + wide("日本", bigEndian: true)),
        ]
        let tags = try tags(ID3TestFrame.tag(frames, version: version) + Self.untagged, as: "unmarked\(version).mp3")
        #expect(tags["title"] == "Überfahrt" && tags["artist"] == "Dvořák" && tags["album"] == "Marked", "\(tags)")
        #expect(tags["mood"] == "日本")
    }

    @Test("bytes are UTF-8 where they can be, and Windows' Latin-1 otherwise; half a character at a cut is left out")
    func decoding() {
        #expect(TagText.decode(Array("Ü ☂".utf8)) == "Ü ☂")
        #expect(TagText.decode([0x93, 0xDC, 0x94, 0x80]) == "\u{201C}Ü\u{201D}€")
        let long = Array(String(repeating: "ü", count: 20_000).utf8)
        let cut = TagText.decode(long.prefix((16 << 10) - 1))
        #expect(cut.utf8.count == (16 << 10) - 2 && cut.allSatisfy { $0 == "ü" })
    }

    @Test("names of one thing are one name, and unknown ones stay")
    func names() {
        let names = [
            ("album artist", "albumartist"), ("wm/year", "date"), ("tpa", "disc"),
            ("musicbrainz album artist id", "musicbrainz_albumartistid"),
            ("musicbrainz/album id", "musicbrainz_albumid"), ("lyrics-eng", "lyrics"), ("whatever", "whatever"),
            ("title", "title"),
        ]
        for (other, name) in names { #expect(TagVocabulary.name(of: other) == name) }
        var tags = TagVocabulary.Collector()
        for (name, text) in [("tracknumber", "3"), ("totaltracks", "12"), ("disc", "1/2"), ("disctotal", "9"), ("year", "")] {
            tags.add(name, text)
        }
        #expect(tags.tags == ["track": "3/12", "disc": "1/2"])
    }
}
