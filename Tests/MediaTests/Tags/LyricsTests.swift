import Media
import MediaTypes
import TestSupport
import Testing

@Suite("Lyrics in the format LRC")
struct LRCTests {
    private func read(_ text: String) -> [Lyrics.Line] { LRC.lyrics(in: text)?.lines ?? [] }

    @Test(
        "have each form of a time that programs write",
        arguments: [
            ("[00:12]a", 12.0), ("[00:12.5]a", 12.5), ("[00:12.50]a", 12.5), ("[00:12.500]a", 12.5), ("[00:12:50]a", 12.5),
            ("[100:00.00]a", 6_000), ("[01:00:01.5]a", 3_601.5), ("  [00:12.00]  a", 12), ("\u{FEFF}[00:12.00]a", 12),
        ])
    func times(text: String, seconds: Double) {
        #expect(read(text) == [Lyrics.Line(start: seconds, text: "a")])
    }

    @Test(
        "are plain text where there is no time",
        arguments: [
            "[Chorus]", "[aa:bb]", "[:12]", "[00:]", "[00:1x]", "[0:00:00:00]", "[00:12.00", "[-1:00]", "[99999:00]", "[00:123]",
        ])
    func noTimes(text: String) {
        let lines = read(text + "\nLine")
        #expect(lines.allSatisfy { $0.start == nil })
        #expect(lines.last?.text == "Line")
    }

    @Test("come into the order of their times, and a line that comes again is there each time")
    func order() {
        let lines = read("[ar:Somebody]\n[ti:A Song]\n\n[00:20.00]Second\r\n[00:10.00][00:30.00]Refrain\r[00:40.00]\n")
        #expect(
            lines == [
                Lyrics.Line(start: 10, text: "Refrain"), Lyrics.Line(start: 20, text: "Second"),
                Lyrics.Line(start: 30, text: "Refrain"), Lyrics.Line(start: 40, text: ""),
            ])
    }

    @Test("put a translation, and a row without a time, below the line before")
    func rows() {
        #expect(
            read("[00:01.00]Eins\n[00:01.00]One\n[00:02.00]Zwei\nTwo") == [
                Lyrics.Line(start: 1, text: "Eins\nOne"), Lyrics.Line(start: 2, text: "Zwei\nTwo"),
            ])
    }

    @Test("are shifted by their offset: a positive one has them come sooner, and never before the beginning")
    func offset() {
        #expect(read("[00:10.00]a\n[offset:+2500]").first?.start == 7.5)
        #expect(read("[offset: -500]\n[00:10.00]a").first?.start == 10.5)
        #expect(read("[offset:60000]\n[00:10.00]a").first?.start == 0)
    }

    @Test("have words with times, in either kind of brackets")
    func words() {
        let expected = [Lyrics.Word(start: 1, text: "One "), Lyrics.Word(start: 1.5, text: "two")]
        for text in ["[00:01.00]<00:01.00>One <00:01.50>two<00:02.00>", "[00:01.00] <00:01.00> One <00:01.50> two"] {
            #expect(read(text) == [Lyrics.Line(start: 1, text: "One two", words: expected)])
        }
        #expect(read("[00:01.00]One [00:01.50]two").first?.words == [Lyrics.Word(start: 1.5, text: "two")])
        #expect(read("[00:01.00]a < b > c").first == Lyrics.Line(start: 1, text: "a < b > c"))
        #expect(read("[00:01.00][00:05.00]<00:01.00>One").allSatisfy { $0.words.isEmpty })
    }

    @Test("tell the line at a position, and none in front of the first one")
    func index() throws {
        let lyrics = try #require(LRC.lyrics(in: "[00:01.00]a\n[00:02.00]b"))
        #expect([0, 0.99, 1, 1.5, 2, 900].map(lyrics.index) == [nil, nil, 0, 0, 1, 1])
        #expect(LRC.lyrics(in: "a\nb")?.index(at: 5) == nil)
    }

    @Test("are none where there is no text, and bounded where somebody sends millions of lines")
    func bounds() {
        for text in ["", "\n\n", "[00:01.00]", "[ar:Somebody]", "[00:01.00]\n[00:02.00]  "] {
            #expect(LRC.lyrics(in: text) == nil)
        }
        let many = String(repeating: "[00:01.00][00:02.00][00:03.00]a<00:01.00>b\n", count: 100_000)
        #expect(read(many).count == 3)
        let long = (0..<100_000).map { "[\($0 / 60 % 1000):\($0 % 60)]\($0)" }.joined(separator: "\n")
        #expect(read(long).count <= Lyrics.lineLimit)
        #expect(read(String(repeating: "x", count: 3_000_000)).first?.text.utf8.count ?? 0 <= 1_024)
        // A million rows for one time, and a refrain of two lines for one time again and again, are no longer than a line.
        let rows = read("[00:00]a\n" + String(repeating: "b\n", count: 500_000))
        #expect(rows.count == 1 && rows.first?.text == "a\nb")
        let pairs = read(String(repeating: "[00:01]A\n[00:01]B\n", count: 2_000))
        #expect(pairs.first?.text == "A\nB")
        #expect(read((0..<3_000).map { "[00:01]\($0)" }.joined(separator: "\n")).first?.text.utf8.count ?? 9_999 <= 1_024)
        #expect(read("[offset:nan]\n[00:01.00]a").first?.start == 1)
        #expect(read("[00:01.00]a\u{1B}[2Jb").first?.text == "a [2Jb")
    }
}

@Suite("Lyrics with times in ID3 tags")
struct SynchronisedLyricsTests {
    /// A frame of version 3 or 4 in a tag.
    private func tag(_ content: [UInt8], version: UInt8 = 3, packing: UInt8 = 0) -> [UInt8] {
        let name = Array((version == 2 ? "SLT" : "SYLT").utf8)
        let shift = version == 4 ? 7 : 8
        let size = (0..<(version == 2 ? 3 : 4)).reversed().map { UInt8(content.count >> (shift * $0) & (1 << shift - 1)) }
        let body = name + size + (version == 2 ? [] : [0, packing]) + content
        let whole = (0..<4).reversed().map { UInt8(body.count >> (7 * $0) & 0x7F) }
        return Array("ID3".utf8) + [version, 0, 0] + whole + body
    }

    private func frame(_ pieces: [(String, UInt32)], encoding: UInt8 = 3, unit: UInt8 = 2, kind: UInt8 = 1) -> [UInt8] {
        func text(_ text: String, mark: Bool) -> [UInt8] {
            switch encoding {
            case 1: (mark ? [0xFF, 0xFE] : []) + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [0, 0]
            case 2: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } + [0, 0]
            default: Array(text.utf8) + [0]
            }
        }
        let content = pieces.flatMap { text($0, mark: true) + $1.bigEndianBytes(4) }
        return [encoding] + Array("eng".utf8) + [unit, kind] + text("words", mark: true) + content
    }

    private func lyrics(_ tag: [UInt8]) throws -> Lyrics? {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.mp3")
        try writeFile(tag + [0xFF, 0xFB, 0x90, 0] + [UInt8](repeating: 0, count: 413), to: path)
        return TimedLyrics.lyrics(in: try MediaLocation(uri: path), cancellation: CancellationToken())
    }

    @Test("are read in each encoding and version", arguments: [0, 1, 2, 3] as [UInt8], [2, 3, 4] as [UInt8])
    func encodings(encoding: UInt8, version: UInt8) throws {
        let found = try lyrics(tag(frame([("One", 1_000), ("Two", 2_500)], encoding: encoding), version: version))
        #expect(found?.lines == [Lyrics.Line(start: 1, text: "One"), Lyrics.Line(start: 2.5, text: "Two")])
    }

    @Test("join syllables to lines where line feeds part them, in front or behind")
    func syllables() throws {
        let expected = [
            Lyrics.Line(
                start: 1, text: "Strang-ers in",
                words: [.init(start: 1, text: "Strang-"), .init(start: 1.2, text: "ers "), .init(start: 1.4, text: "in")]),
            Lyrics.Line(start: 2, text: "the night", words: [.init(start: 2, text: "the "), .init(start: 2.2, text: "night")]),
        ]
        let front =
            [("Strang-", 1_000), ("ers ", 1_200), ("in", 1_400), ("\nthe ", 2_000), ("night", 2_200)] as [(String, UInt32)]
        let behind =
            [("Strang-", 1_000), ("ers ", 1_200), ("in\n", 1_400), ("the ", 2_000), ("night\n", 2_200)] as [(String, UInt32)]
        for pieces in [front, behind] { #expect(try lyrics(tag(frame(pieces)))?.lines == expected) }
    }

    @Test("are not there in frames of another kind, with other times, compressed, or cut at any place")
    func damaged() throws {
        let whole = frame([("One", 1_000), ("Two", 2_000)], encoding: 1)
        #expect(try lyrics(tag(frame([("Am", 1_000)], kind: 5))) == nil)
        #expect(try lyrics(tag(frame([("One", 40)], unit: 1))) == nil)
        #expect(try lyrics(tag(whole, version: 4, packing: 0x08)) == nil)
        for count in 0..<whole.count where count > 0 {
            let lines = try lyrics(tag(Array(whole.prefix(count))))?.lines ?? []
            #expect(lines.isEmpty || lines == [Lyrics.Line(start: 1, text: "One")])
        }
    }

    @Test("have zeros taken out that a frame of version 4 says were put in")
    func unsynchronised() throws {
        // 255 ms: a byte of ones, behind which a zero was put.
        let content = frame([("One", 0xFF)])
        let stuffed = content.flatMap { $0 == 0xFF ? [$0, 0] : [$0] }
        let length = [0, 0, 0, UInt8(content.count)]
        #expect(try lyrics(tag(length + stuffed, version: 4, packing: 0x03))?.lines.first?.start == 0.255)
        #expect(try lyrics(tag(stuffed, version: 4, packing: 0x02))?.lines.first?.start == 0.255)
    }
}
