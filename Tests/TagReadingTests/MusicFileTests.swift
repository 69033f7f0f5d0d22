import MediaTypes
import TagReading
import TestSupport
import Testing

/// Files that the `ffmpeg` program makes and mutagen, another reader and writer of tags, tags as each format has it.
@Suite("The tags of a music file, held against mutagen")
struct MusicFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Makes a file of half a second of sound without tags.
    private func make(_ name: String, _ options: [String] = []) async throws -> String {
        let path = directory.file(name)
        if name.hasSuffix("ape") {
            try writeFile(Self.monkeysAudio, to: path)
            return path
        }
        let source = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.5:r=48000", "-ac", "2"]
        if name.hasSuffix("mpc") {
            let wave = directory.file("\(name).wav")
            try await Tool.run("ffmpeg", source + ["-fflags", "+bitexact", wave])
            try await Tool.run("mpcenc", ["--silent", "--overwrite", wave, path])
            return path
        }
        let plain = name.hasSuffix("mp3") ? ["-write_xing", "0", "-id3v2_version", "0"] : []
        try await Tool.run("ffmpeg", source + plain + options + ["-fflags", "+bitexact", path])
        return path
    }

    /// The head of a file of Monkey's Audio 3.99 that states half a second, and bytes in the place of its sound: no program of Debian
    /// writes one, and whoever reads tags looks at the head only.
    private static let monkeysAudio: [UInt8] = {
        func little(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        let (rate, frames, soundSize) = (48_000, 24_000, 20_000)
        let (descriptorSize, headerSize, tableSize) = (52, 24, 4)
        let sizes = [descriptorSize, headerSize, tableSize, 0, soundSize, 0, 0].flatMap { little($0, 4) }
        let descriptor = Array("MAC ".utf8) + little(3_990, 2) + little(0, 2) + sizes + [UInt8](repeating: 0, count: 16)
        // The level, the flags, the frames of each block and of the last one, the number of blocks, bits, channels and rate.
        let header =
            little(1_000, 2) + little(32, 2) + [73_728, frames, 1].flatMap { little($0, 4) } + little(16, 2) + little(2, 2)
            + little(rate, 4)
        let table = little(descriptorSize + headerSize + tableSize, 4)
        return descriptor + header + table + (0..<soundSize).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
    }()

    /// Has mutagen write the tags into the file; the script itself checks that mutagen reads them as they were meant.
    private func tag(_ path: String, _ kind: String, _ arguments: String...) async throws {
        try await Tool.run("/usr/bin/python3", ["-c", Self.script, kind, path] + arguments)
    }

    private func read(_ path: String) throws -> MusicFile { try MusicFileReader.read(Array(path.utf8)) }

    /// Each kind of file, with the encoding of ID3 (0 is Latin-1, 1 and 2 are UTF-16, 3 is UTF-8).
    static let kinds = [
        "id3v24-0.mp3", "id3v24-1.mp3", "id3v24-2.mp3", "id3v24-3.mp3", "id3v23-0.mp3", "id3v23-1.mp3", "ape.mp3", "a.flac",
        "a.ogg", "a.opus", "a.spx", "a.oga", "a.m4a", "a.wma", "a.wv", "a.tta", "a.wav", "a.aiff", "a.ape", "a.mpc",
    ]

    @Test("are all found with all their values, whatever the format and its encoding", arguments: kinds)
    func formats(kind: String) async throws {
        let path = try await make(kind, kind.hasSuffix("oga") ? ["-c:a", "flac"] : [])
        // Latin-1 cannot hold the umbrella.
        let title = kind.contains("-0") ? "Überfahrt" : "Überfahrt ☂ \u{1F3B5}"
        try await tag(path, kind, title)
        let file = try read(path)
        let tags = file.tags
        #expect(tags.title == title)
        #expect(tags.artist == "Örjan feat. Ana")
        // In ASF the values of one name are in several objects, of which TagLib does not give the order.
        let ordered: ([String]) -> [String] = { kind == "a.wma" ? $0.sorted(by: >) : $0 }
        #expect(ordered(tags.artists) == ["Örjan", "Ana"])
        #expect(tags.album == "Ein Álbum")
        #expect(tags.albumArtist == "Verschiedene" && tags[all: .albumArtist] == ["Verschiedene"])
        #expect(Set(tags.composers) == ["Dvorák", "Purcell"])
        #expect(tags[all: .conductor] == ["Nadia"])
        #expect(ordered(tags.genres) == ["Jazz", "Chanson d'été"])
        #expect(tags.date == "2003-05-12")
        #expect(tags[.originalDate] == "1987")
        #expect(tags.track == "3/12" && tags.trackNumber.number == 3 && tags.trackNumber.total == 12)
        #expect(tags.disc == "1/2")
        #expect(tags[.releaseIdentifier] == "8f6b" && tags[.recordingIdentifier] == "77aa")
        #expect(Set(tags[all: .artistIdentifier]) == ["a1", "a2"])
        #expect(tags[all: .label] == ["Lábel"])
        #expect(tags[.work] == "Ópus 1")
        // Version 2.3 has one list of people, in which TagLib knows no instruments.
        #expect(tags[all: .performer] == (kind.hasPrefix("id3v23") ? [] : ["Alice (violin)"]))
        #expect(tags.comment == "one\ntwo")
        #expect(tags.lyrics == ["La\nla"])
        #expect(tags.replayGain.track == ReplayGain.Level(decibels: -3.5, peak: 0.5))
        #expect(tags.replayGain.album == ReplayGain.Level(decibels: 1.25, peak: 0.75))
        #expect(tags.isCompilation)
        // Version 2.3 has no frames for them.
        if !kind.hasPrefix("id3v23") {
            #expect(tags[.artistSort] == "Orjan" && tags[.albumSort] == "Album, Ein" && tags[.titleSort] == "Uberfahrt")
        }
        #expect(tags[.albumArtistSort] == "V" && tags[.composerSort] == "Dvorak, A")
        #expect(file.sound.sampleRate == (kind == "a.spx" ? 32_000 : 48_000) && file.sound.channels == 2, "\(file.sound)")
        // FLAC in Ogg states no length if it was written in one go.
        let milliseconds = kind == "a.oga" ? 500 : file.sound.milliseconds ?? 0
        #expect((400...700).contains(milliseconds), "\(file.sound)")
    }

    @Test(
        "have the front picture first and its bytes on demand",
        arguments: ["id3v24-3.mp3", "a.flac", "a.m4a", "ape.mp3", "a.ogg"])
    func pictures(kind: String) async throws {
        let path = try await make(kind)
        try await tag(path, kind, "title")
        try await tag(path, "picture")
        let file = try read(path)
        #expect(file.pictures.map(\.size) == [1_003, 2_003], "\(file.pictures)")
        #expect(file.pictures.first?.kind == 3)
        if kind != "ape.mp3" { #expect(file.pictures.first?.mediaType == "image/jpeg") }
        let front = try MusicFileReader.picture(0, of: Array(path.utf8))
        #expect(front == [0xFF, 0xD8, 0xFF] + Array(repeating: 1, count: 1_000))
        let error = #expect(throws: MediaError.self) { try MusicFileReader.picture(2, of: Array(path.utf8)) }
        #expect(error?.code == .notFound && error?.message.contains(path) == true)
        #expect(file.tags.title == "title")
    }

    @Test(
        "have each text of lyrics, in whatever language and with whatever description",
        arguments: ["id3v24-3.mp3", "a.flac", "a.m4a", "a.wv"])
    func lyrics(kind: String) async throws {
        let path = try await make(kind)
        try await tag(path, kind, "title")
        try await tag(path, "lyrics")
        let lyrics = try read(path).tags.lyrics
        // mutagen orders frames by their length.
        #expect(lyrics.count == 3 && Set(lyrics) == ["La\nla", "Eins\n\nzwei ☂", "Un"], "\(lyrics)")
    }

    @Test("have what AIFF says in chunks of text, in whatever encoding, and a tag of ID3 counts more")
    func chunksOfText() async throws {
        let path = try await make("a.aiff")
        func big(_ number: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
            Array(name.utf8) + big(body.count) + body + (body.count & 1 == 1 ? [0] : [])
        }
        // Ten bytes, as long as the head of a tag; Windows-1252; and one that ends with a zero.
        let chunks =
            chunk("NAME", Array("Höhe 12 m".utf8)) + chunk("AUTH", Array("Bj".utf8) + [0xF6] + Array("rk".utf8))
            + chunk("(c) ", Array("1999 Label".utf8) + [0]) + chunk("ANNO", Array(repeating: 0x61, count: 5_000))
        let whole = try readFile(path).dropFirst(12) + chunks
        try writeFile(Array("FORM".utf8) + big(whole.count + 4) + Array("AIFF".utf8) + whole, to: path)
        var tags = try read(path).tags
        #expect(tags.title == "Höhe 12 m" && tags.artist == "Björk")
        #expect(tags.comment?.utf8.count == 1_016)
        try await tag(path, "a.aiff", "title")
        tags = try read(path).tags
        #expect(tags.title == "title" && tags.artist == "Örjan feat. Ana")
    }

    @Test("have all authors of ASF, of which the content description holds the first one")
    func authors() async throws {
        let path = try await make("a.wma")
        try await tag(path, "authors")
        let tags = try read(path).tags
        #expect(tags.title == "Title" && tags.artists == ["Örjan", "Ana", "Ola"])
    }

    @Test("keep numbers as they lie: A2, 03, 0/0", arguments: ["A2", "03", "03/09", "0/0", "three"])
    func numbers(text: String) async throws {
        let path = try await make("a.flac")
        try await tag(path, "one", "tracknumber", text)
        #expect(try read(path).tags.track == text)
    }

    @Test("of ID3 version 1 and of RIFF are Windows-1252 unless they are UTF-8")
    func undeclaredEncodings() async throws {
        let path = try await make("old.mp3")
        func field(_ bytes: [UInt8], _ count: Int) -> [UInt8] { bytes + Array(repeating: 0, count: count - bytes.count) }
        let sound = try readFile(path)
        var tag = Array("TAG".utf8) + field([0xDC, 0x62, 0x65, 0x72], 30) + field(Array("Örjan".utf8), 30)
        tag += field([0x80, 0x75, 0x72, 0x6F], 30) + Array("1999".utf8) + field(Array("note".utf8), 28) + [0, 7, 8]
        try writeFile(sound + tag, to: path)
        let tags = try read(path).tags
        #expect(tags.title == "Über" && tags.artist == "Örjan" && tags.album == "€uro" && tags.date == "1999")
        #expect(tags.comment == "note" && tags.track == "7" && tags.genres == ["Jazz"])
        // The end of its field has cut the last character of the title.
        let cut = Array("Алла Пугачёва: Арлекино".utf8.prefix(30))
        tag.replaceSubrange(3..<33, with: cut)
        try writeFile(sound + tag, to: path)
        #expect(String(validating: cut, as: UTF8.self) == nil)
        #expect(try read(path).tags.title == "Алла Пугачёва: А")

        let wave = try await make("info.wav", ["-metadata", "title=Größe", "-metadata", "artist=Ana"])
        #expect(try read(wave).tags.title == "Größe")
        var bytes = try readFile(wave)
        let range = try #require(bytes.firstRange(of: Array("Größe".utf8)))
        bytes.replaceSubrange(range, with: [0x47, 0x72, 0xF6, 0xDF, 0x65, 0, 0])
        try writeFile(bytes, to: wave)
        #expect(try read(wave).tags.title == "Größe")
    }

    @Test("of ID3 version 2.2 are found, and texts that lie about their encoding are read as what they are")
    func versionTwoTwo() async throws {
        let path = try await make("v22.mp3")
        func frame(_ name: String, _ body: [UInt8]) -> [UInt8] { Array(name.utf8) + [0, 0, UInt8(body.count)] + body }
        // Latin-1 is stated in each; the first is UTF-8, the second Windows-1252.
        var frames = frame("TT2", [0] + Array("Größe ☂".utf8)) + frame("TP1", [0, 0x93, 0x41, 0x94])
        frames += frame("TAL", [1, 0xFF, 0xFE, 0x41, 0, 0x02, 0x26]) + frame("TRK", [0] + Array("3/12".utf8))
        frames += frame("TCO", [0] + Array("(17)".utf8)) + frame("TYE", [0] + Array("1999".utf8))
        let tag = Array("ID3".utf8) + [2, 0, 0, 0, 0, UInt8(frames.count >> 7), UInt8(frames.count & 127)] + frames
        try writeFile(tag + (try readFile(path)), to: path)
        let tags = try read(path).tags
        #expect(tags.title == "Größe ☂" && tags.artist == "“A”" && tags.album == "A☂")
        #expect(tags.track == "3/12" && tags.genres == ["Rock"] && tags.date == "1999")
    }

    @Test("are those of the content, not of the suffix")
    func wrongSuffix() async throws {
        let path = try await make("a.flac")
        try await tag(path, "one", "title", "true")
        let wrong = directory.file("b.mp3")
        try writeFile(try readFile(path), to: wrong)
        #expect(try read(wrong).tags.title == "true")
    }

    @Test("are bounded: long texts are cut, and of a thousand tags the important ones stay")
    func limits() async throws {
        let path = try await make("a.flac")
        try await tag(path, "many")
        let tags = try read(path).tags
        #expect(tags.further.count <= TagLimits.count)
        #expect(tags.title == "title", "behind a thousand others")
        #expect(tags.lyrics.map(\.utf8.count).max() ?? .max <= TagLimits.text)
        #expect(tags.comment == "a b", "control characters are blanks")
    }

    @Test("of a file that is none, or is not there, are an error that names it")
    func noMusic() throws {
        let text = try directory.write("This is a letter.", to: "letter.txt")
        let cases: [(String, MediaError.Code)] = [
            (text, .unsupported), (directory.file("absent.mp3"), .notFound), (directory.path, .unreadable),
            ("/dev/null", .unreadable),
        ]
        for (path, code) in cases {
            let error = #expect(throws: MediaError.self) { try read(path) }
            #expect(error?.code == code && error?.message.contains(path) == true, "\(path)")
        }
        #expect(throws: MediaError.self) { try MusicFileReader.read([0x2F, 0, 0x61]) }
    }

    @Test("of files with damage anywhere in their first bytes are read or refused", arguments: kinds)
    func damage(kind: String) async throws {
        let path = try await make(kind, kind.hasSuffix("oga") ? ["-c:a", "flac"] : [])
        try await tag(path, kind, "title")
        let whole = try readFile(path)
        var random = SystemRandomNumberGenerator()
        for round in 0..<200 {
            var bytes = whole
            if round % 4 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            for _ in 0..<3 where !bytes.isEmpty {
                let place = Int.random(in: 0..<min(bytes.count, 2_048), using: &random)
                bytes[place] = [0, 0xFF, 0x7F, 0x80, bytes[place] ^ 1].randomElement(using: &random) ?? 0
            }
            let damaged = directory.file("damaged-\(kind)")
            try writeFile(bytes, to: damaged)
            guard let file = try? read(damaged) else { continue }
            #expect(file.tags.title?.isEmpty != true)
        }
    }
}
