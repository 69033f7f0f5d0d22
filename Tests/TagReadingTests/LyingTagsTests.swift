import TagReading
import TestSupport
import Testing

/// Tags as old and careless programs write them: sizes that are wrong, encodings that are not what they say, bytes that were put in between.
@Suite("Old and careless tags")
struct LyingTagsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Debian's, for which mutagen is installed; another may come first in the path.
    private static let python = "/usr/bin/python3"

    // MARK: Making files

    /// Half a second of sound in an MP3 or WAVE file without tags.
    private func sound(_ name: String) async throws -> [UInt8] {
        let path = directory.file(name)
        let plain = name.hasSuffix("mp3") ? ["-write_xing", "0", "-id3v2_version", "0"] : []
        let source = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.5:r=44100"]
        try await Tool.run("ffmpeg", source + plain + ["-map_metadata", "-1", "-fflags", "+bitexact", path])
        return try readFile(path)
    }

    private func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private func littleEndian(_ number: Int) -> [UInt8] { bigEndian(number, 4).reversed() }

    /// Seven bits a byte, as ID3 wants most of its sizes.
    private func synchsafe(_ number: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(number >> ($0 * 7) & 0x7F) } }

    /// A tag of ID3 version 2; `size` is what it states.
    private func tag(_ version: UInt8, _ frames: [UInt8], flags: UInt8 = 0, size: Int? = nil) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags] + synchsafe(size ?? frames.count) + frames
    }

    /// A frame of version 2.3 or 2.4; `size` is what it states.
    private func frame(_ name: String, _ body: [UInt8], flags: [UInt8] = [0, 0], size: [UInt8]) -> [UInt8] {
        Array(name.utf8) + size + flags + body
    }

    private func text(_ name: String, _ encoding: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        frame(name, [encoding] + bytes, size: bigEndian(bytes.count + 1, 4))
    }

    /// UTF-16 with a byte order mark.
    private func utf16(_ text: String) -> [UInt8] { [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }

    /// With a zero behind each byte of ones that could look like the beginning of sound.
    private func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            result.append(byte)
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if byte == 0xFF, next >= 0xE0 || next == 0 { result.append(0) }
        }
        return result
    }

    private func read(_ bytes: [UInt8], as name: String) throws -> MusicTags {
        let path = directory.file(name)
        try writeFile(bytes, to: path)
        return try MusicFileReader.read(Array(path.utf8)).tags
    }

    /// What mutagen reads of the file that was read last: the texts of these frames of ID3.
    private func mutagen(_ name: String, _ frames: String...) async throws -> [String] {
        let script = """
            import sys
            from mutagen import id3
            tags = id3.ID3(sys.argv[1])
            for name in sys.argv[2:]:
                found = tags.getall(name)
                print(str(found[0].text[0]) if found else "-")
            """
        let output = try await Tool.run(Self.python, ["-c", script, directory.file(name)] + frames)
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map { String($0) }
    }

    // MARK: Old versions

    @Test("ID3 version 1 alone: what mutagen reads, with and without a number of the track")
    func versionOne() async throws {
        let sound = try await sound("plain.mp3")
        func field(_ text: String, _ count: Int) -> [UInt8] {
            Array(text.utf8) + Array(repeating: 0, count: count - text.utf8.count)
        }
        for track: UInt8 in [0, 7] {
            let comment = field("said", 28) + [0, track]
            let texts = field("Title", 30) + field("Artist", 30) + field("Album", 30) + field("1999", 4)
            let tail = Array("TAG".utf8) + texts + comment + [8]
            let tags = try read(sound + tail, as: "one.mp3")
            let theirs = try await mutagen("one.mp3", "TIT2", "TPE1", "TALB", "TDRC", "COMM", "TCON")
            #expect([tags.title, tags.artist, tags.album, tags.date, tags.comment] == theirs.dropLast().map(Optional.init))
            #expect(tags.genres == ["Jazz"])
            #expect(tags.track == (track == 0 ? nil : "7"))
        }
        // A field that is full has no zero.
        let full = Array("TAG".utf8) + Array(repeating: UInt8(ascii: "x"), count: 124) + [255]
        let tags = try read(sound + full, as: "full.mp3")
        #expect(tags.title == String(repeating: "x", count: 30))
        #expect(tags.title == (try await mutagen("full.mp3", "TIT2")).first)
        #expect(tags.genres.isEmpty)
    }

    @Test("ID3 version 2.2: what mutagen reads, in both encodings that it has")
    func versionTwoTwo() async throws {
        func old(_ name: String, _ body: [UInt8]) -> [UInt8] { Array(name.utf8) + bigEndian(body.count, 3) + body }
        let frames =
            old("TT2", [1] + utf16("Überfahrt ☂")) + old("TP1", [0, 0xD6] + Array("rjan".utf8)) + old("TAL", [1] + utf16("Álbum"))
            + old("TCM", [0] + Array("Purcell".utf8)) + old("TYE", [0] + Array("1987".utf8)) + old("TPA", [0] + Array("1/2".utf8))
        let tags = try read(tag(2, frames) + (try await sound("plain.mp3")), as: "two.mp3")
        let theirs = try await mutagen("two.mp3", "TIT2", "TPE1", "TALB", "TCOM", "TDRC", "TPOS")
        #expect([tags.title, tags.artist, tags.album, tags.composers.first, tags.date, tags.disc] == theirs.map(Optional.init))
        #expect(tags.title == "Überfahrt ☂" && tags.artist == "Örjan")
    }

    @Test(
        "a genre that begins with a parenthesis, which is written twice, keeps it",
        arguments: [
            ("((x)", ["(x)"]), ("(4)((x)", ["Disco", "(x)"]), ("((live) Rock", ["(live) Rock"]), ("(17)", ["Rock"]),
            ("Rock (x)", ["Rock (x)"]),
            ("((", ["("]), ("(", ["("]),
        ])
    func escapedGenre(written: String, meant: [String]) async throws {
        let sound = try await sound("plain.mp3")
        for frames in [text("TCON", 0, Array(written.utf8)), text("TCON", 1, utf16(written))] {
            #expect(try read(tag(3, frames) + sound, as: "genre.mp3").genres == meant)
        }
        let big: [UInt8] = [0xFE, 0xFF] + written.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(try read(tag(3, text("TCON", 1, big)) + sound, as: "genre.mp3").genres == meant)
        let old = Array("TCO".utf8) + bigEndian(written.utf8.count + 1, 3) + [0] + Array(written.utf8)
        #expect(try read(tag(2, old) + sound, as: "genre.mp3").genres == meant)
    }

    // MARK: Bytes that were put in between

    @Test("unsynchronisation of a whole tag and of single frames is taken back, as mutagen does")
    func unsynchronisation() async throws {
        let sound = try await sound("plain.mp3")
        let frames = text("TIT2", 1, utf16("ÿÿ Überfahrt ☂")) + text("TPE1", 0, [0x41, 0xFF, 0xE1, 0x42])
        let whole = try read(tag(3, unsynchronised(frames), flags: 0x80) + sound, as: "whole.mp3")
        #expect(whole.title == "ÿÿ Überfahrt ☂" && whole.artist == "AÿáB")
        #expect([whole.title, whole.artist] == (try await mutagen("whole.mp3", "TIT2", "TPE1")).map(Optional.init))

        let body = unsynchronised([1] + utf16("ÿÿ Überfahrt ☂"))
        let single = frame("TIT2", body, flags: [0, 2], size: synchsafe(body.count))
        let next = frame("TPE1", [3] + Array("Örjan".utf8), size: synchsafe(7))
        let four = try read(tag(4, single + next) + sound, as: "single.mp3")
        #expect(four.title == "ÿÿ Überfahrt ☂" && four.artist == "Örjan")
        #expect([four.title, four.artist] == (try await mutagen("single.mp3", "TIT2", "TPE1")).map(Optional.init))
    }

    // MARK: Wrong sizes

    @Test("frames of version 2.4 whose sizes have eight bits a byte, as old iTunes writes them, are found, as by mutagen")
    func plainSizes() async throws {
        let long = String(repeating: "long ", count: 60) + "end"
        let frames =
            frame("TIT2", [3] + Array(long.utf8), size: bigEndian(long.utf8.count + 1, 4))
            + frame("TPE1", [3] + Array("Örjan".utf8), size: bigEndian(7, 4))
        let tags = try read(tag(4, frames) + (try await sound("plain.mp3")), as: "itunes.mp3")
        #expect(tags.title == long && tags.artist == "Örjan")
        #expect([tags.title, tags.artist] == (try await mutagen("itunes.mp3", "TIT2", "TPE1")).map(Optional.init))
    }

    @Test("of a frame that states more than the tag has, what stands before it counts")
    func tooLargeFrame() async throws {
        let large = frame("TPE1", [0] + Array("Artist".utf8), size: [0x7F, 0xFF, 0xFF, 0xFF])
        let frames = text("TIT2", 0, Array("Title".utf8)) + large
        for version: UInt8 in [3, 4] {
            let tags = try read(tag(version, frames) + (try await sound("plain.mp3")), as: "frame.mp3")
            #expect(tags.title == "Title" && tags.artist == nil)
        }
    }

    @Test("a tag that states more than the file has, and one that states less than it has, are read as far as they go")
    func wrongTagSize() async throws {
        let sound = try await sound("plain.mp3")
        let frames = text("TIT2", 0, Array("Title".utf8)) + text("TPE1", 0, Array("Artist".utf8))
        #expect(try read(tag(3, frames, size: 50_000_000) + sound, as: "more.mp3").title == "Title")
        let less = try read(tag(3, frames, size: text("TIT2", 0, Array("Title".utf8)).count) + sound, as: "less.mp3")
        #expect(less.title == "Title" && less.artist == nil)
    }

    // MARK: Encodings

    @Test("a text that states UTF-8 and is none, and one that states UTF-16 with half a character, do not hide the others")
    func wrongEncodings() async throws {
        let frames =
            text("TIT2", 3, [0x47, 0x72, 0xF6, 0xDF, 0x65]) + text("TALB", 1, utf16("Album") + [0x41])
            + text("TPE1", 0, Array("Björk".utf8))
        let tags = try read(tag(4, frames) + (try await sound("plain.mp3")), as: "encodings.mp3")
        #expect(tags.title == nil, "TagLib gives nothing of it")
        #expect(tags.album?.hasPrefix("Album") == true)
        #expect(tags.artist == "Björk", "states Latin-1, and is UTF-8")
    }

    @Test(
        "UTF-16 without a byte order mark is left out, of which nobody knows which byte comes first, and does not hide the other texts"
    )
    func missingMark() async throws {
        let sound = try await sound("plain.mp3")
        let frames =
            text("TIT2", 1, [0x41, 0, 0x42, 0]) + text("TALB", 1, utf16("Álbum")) + text("TCOM", 1, [0, 0x41])
            + text("TPE1", 0, Array("Artist".utf8))
        for version: UInt8 in [3, 4] {
            // Sizes below 128 are alike in both versions.
            let tags = try read(tag(version, frames) + sound, as: "mark.mp3")
            #expect(tags.title == nil && tags.composers.isEmpty)
            #expect(tags.album == "Álbum" && tags.artist == "Artist")
        }
    }

    // MARK: RIFF

    @Test("RIFF INFO: texts of odd length, without and with zeros at their ends, and a size that is wrong")
    func info() async throws {
        let sound = try await sound("plain.wav")
        func chunk(_ name: String, _ body: [UInt8], size: Int? = nil) -> [UInt8] {
            Array(name.utf8) + littleEndian(size ?? body.count) + body + (body.count % 2 == 0 ? [] : [0])
        }
        func file(_ info: [UInt8]) -> [UInt8] {
            let whole = sound + chunk("LIST", Array("INFO".utf8) + info)
            return Array(whole[..<4]) + littleEndian(whole.count - 8) + Array(whole[8...])
        }
        let good =
            chunk("INAM", Array("Größe".utf8)) + chunk("IART", Array("Artist\0\0".utf8)) + chunk("IPRD", Array("Album\0".utf8))
            + chunk("ICRD", Array("1987".utf8)) + chunk("IGNR", Array("Jazz".utf8)) + chunk("IPRT", Array("3".utf8))
        let tags = try read(file(good), as: "good.wav")
        #expect(tags.title == "Größe" && tags.artist == "Artist" && tags.album == "Album")
        #expect(tags.date == "1987" && tags.genres == ["Jazz"] && tags.track == "3")
        let lying = chunk("INAM", Array("Title".utf8)) + chunk("IART", Array("Artist".utf8), size: 0x7FFF_FFFF)
        let rest = try read(file(lying), as: "lying.wav")
        #expect(rest.title == "Title")
    }

    // MARK: Parts within parts

    @Test("the title beside a chapter in a chapter, fifty thousand deep, is read, and a title with the name of a frame stays")
    func nestedChapters() async throws {
        let sound = try await sound("plain.mp3")
        let depth = 50_000
        for name in ["CHAP", "CTOC"] {
            var nested: [UInt8] = []
            // Either kind has a name and some numbers in front of the frames inside.
            let numbers: [UInt8] = [0x61, 0] + Array(repeating: 0, count: name == "CHAP" ? 16 : 2)
            for level in (0..<depth).reversed() {
                let size = level * (10 + numbers.count) + numbers.count
                nested += frame(name, numbers, size: bigEndian(size, 4))
            }
            for version: UInt8 in [3, 4] {
                let title = text("TIT2", 0, Array("CHAP CTOC CHAPTER".utf8))
                #expect(try read(tag(version, title + nested) + sound, as: "deep.mp3").title == "CHAP CTOC CHAPTER")
                // Zeros behind the last frame are room for more.
                let last = text("TIT2", 0, Array("OLD \(name)".utf8)) + [UInt8](repeating: 0, count: 300)
                #expect(try read(tag(version, last) + sound, as: "room.mp3").title == "OLD \(name)")
            }
        }
    }

    @Test("an MP4 whose atoms are a hundred thousand deep, or a million in number, has no tags and does no harm")
    func nestedAtoms() throws {
        func atom(_ name: String, _ body: [UInt8] = [], size: Int? = nil) -> [UInt8] {
            bigEndian(size ?? body.count + 8, 4) + Array(name.utf8) + body
        }
        let start = atom("ftyp", Array("M4A \0\0\0\0M4A ".utf8))
        let deep = (1...100_000).reversed().flatMap { atom("moov", size: $0 * 8) }
        let wide = atom("moov", Array([[UInt8]](repeating: atom("free"), count: 1_000_000).joined()))
        for bytes in [deep, wide] {
            let title = Result { try read(start + bytes, as: "atoms.m4a").title }
            #expect((try? title.get()) == nil)
        }
    }
}
