import MediaTypes
import SystemSupport
import TestSupport
import Testing

@testable import TagReading

/// FLAC files that are put together byte by byte: only their metadata is looked at.
@Suite("FLAC that is read without TagLib")
struct PlainFLACTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    // MARK: Making files

    private static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func littleEndian(_ number: Int) -> [UInt8] { bigEndian(number, 4).reversed() }

    /// A metadata block with its head.
    private static func block(_ kind: UInt8, _ body: [UInt8], isLast: Bool = false) -> [UInt8] {
        [kind | (isLast ? 0x80 : 0)] + bigEndian(body.count, 3) + body
    }

    /// What the sound is: the first block of each file.
    private static func information(rate: Int = 44_100, channels: Int = 2, frames: Int = 44_100) -> [UInt8] {
        let packed = rate << 44 | (channels - 1) << 41 | 15 << 36 | frames
        return block(0, [16, 0, 16, 0, 0, 0, 0, 0, 0, 0] + bigEndian(packed, 8) + Array(repeating: 0, count: 16))
    }

    private static func comments(_ comments: [[UInt8]]) -> [UInt8] {
        let vendor = Array("by hand".utf8)
        return littleEndian(vendor.count) + vendor + littleEndian(comments.count)
            + comments.flatMap { littleEndian($0.count) + $0 }
    }

    private static func comments(_ texts: String...) -> [UInt8] { block(4, comments(texts.map { Array($0.utf8) })) }

    private static func picture(_ kind: Int, _ type: String, _ description: String, size: Int) -> [UInt8] {
        let (type, description) = (Array(type.utf8), Array(description.utf8))
        return bigEndian(kind, 4) + bigEndian(type.count, 4) + type + bigEndian(description.count, 4) + description
            + Array(repeating: 0, count: 16) + bigEndian(size, 4) + Array(repeating: 1, count: size)
    }

    private static let sound = [UInt8](repeating: 0xFF, count: 3_000)
    private static let padding = block(1, Array(repeating: 0, count: 20), isLast: true)

    private func open(_ bytes: [UInt8]) throws -> OpenMusicFile {
        let path = directory.file("song.flac")
        try writeFile(bytes, to: path)
        return try OpenMusicFile(Array(path.utf8))
    }

    /// Reads a file in both ways: what TagLib reads, and what is read without it; `nil` where it is left to TagLib.
    private func read(_ blocks: [UInt8]...) throws -> (plain: MusicFile?, byTagLib: MusicFile?) {
        let file = try open(Array("fLaC".utf8) + blocks.joined() + Self.sound)
        return (PlainFLAC.read(file), try? MusicFileReader.readByTagLib(file))
    }

    // MARK: The same as TagLib

    @Test("has all tags, properties and pictures as TagLib reads them")
    func same() throws {
        let text = Self.comments(
            "TITLE=Überfahrt ☂", "artist=Ana", "Artist=Örjan", "ALBUM=Ein Álbum", "ALBUMARTIST=V", "DATE=1987", "YEAR=2003",
            "performer=Alice (violin)", "PERFORMER=Bob", "REPLAYGAIN_TRACK_GAIN=-3.50 dB", "MUSICBRAINZ_ALBUMID=8f6b",
            "TRACKNUMBER=03", "TRACKTOTAL=12", "empty=", "odd name=x=y", "COMMENT=one\ntwo", "COVERAGE=none", "TITLES=1",
            "TITL=2",
            "TITLE=Überfahrt", "DATE=1988", "DATE=1987", "COMMENT=three"
        )
        let (plain, byTagLib) = try read(
            Self.information(rate: 96_000, channels: 6, frames: 96_001), Self.block(3, Array(repeating: 0, count: 36)), text,
            Self.block(6, Self.picture(4, "image/png", "the back", size: 500)),
            Self.block(6, Self.picture(3, "IMAGE/JPEG", "", size: 20_000)), Self.block(2, [1, 2, 3, 4]), Self.padding)
        #expect(plain != nil && plain == byTagLib)
        #expect(plain?.tags.title == "Überfahrt ☂" && plain?.tags.artists == ["Ana", "Örjan"] && plain?.tags.track == "03/12")
        // Each value counts, and none twice; that of another name for the same does not.
        #expect(plain?.tags.date == "1987" && plain?.tags.comment == "one\ntwo")
        #expect(plain?.tags[all: .title] == ["Überfahrt ☂", "Überfahrt"] && plain?.tags[all: .date] == ["1987", "1988"])
        #expect(plain?.tags[all: .comment] == ["one\ntwo", "three"])
        #expect(plain?.pictures.map(\.kind) == [3, 4] && plain?.pictures.first?.size == 20_000)
        #expect(plain?.sound.sampleRate == 96_000 && plain?.sound.channels == 6 && plain?.sound.milliseconds == 1_000)
        #expect(plain?.sound.bitRate ?? 0 > 0)
    }

    @Test("has every value of each tag of which a file may have several")
    func repeatable() throws {
        let tags = SongTag.allCases.filter { !$0.definition.isSingle && $0.definition.shows == nil }
        let texts = tags.map(\.definition.fileName).flatMap { ["\($0)=one", "\($0)=two"] }.map { Array($0.utf8) }
        let (plain, byTagLib) = try read(Self.information(), Self.block(4, Self.comments(texts)), Self.padding)
        #expect(plain != nil && plain == byTagLib)
        for tag in tags { #expect(plain?.tags[all: tag] == ["one", "two"], "\(tag)") }
    }

    @Test("tells that the file has a block with the tracks of a disc, also where TagLib reads it")
    func tracks() throws {
        let tracks = Self.block(5, FLACBlocks.cueSheet(starts: [0, 22_050], end: 44_100))
        let (plain, byTagLib) = try read(Self.information(), Self.comments("TITLE=one"), tracks, Self.padding)
        #expect(plain != nil && plain == byTagLib)
        #expect(plain?.hasCueSheetBlock == true && plain?.tags.title == "one")
        // Two blocks of comments are unusual.
        let unusual = try read(
            Self.information(), Self.comments("TITLE=one"), Self.comments("TITLE=two"), tracks, Self.padding)
        #expect(unusual.plain == nil && unusual.byTagLib?.hasCueSheetBlock == true)
        let without = try read(Self.information(), Self.comments("TITLE=one"), Self.padding)
        #expect(without.plain?.hasCueSheetBlock == false && without.byTagLib?.hasCueSheetBlock == false)
    }

    @Test("has no tags where the file has none, and no length where the file states none")
    func bare() throws {
        let (plain, byTagLib) = try read(Self.information(frames: 0), Self.padding)
        #expect(plain != nil && plain == byTagLib)
        #expect(plain?.tags == MusicTags() && plain?.sound.milliseconds == nil && plain?.sound.sampleRate == 44_100)
    }

    @Test("has the tags of a file whose pictures, before and behind them, are larger than what is read at once")
    func largePictures() throws {
        let large = Self.block(6, Self.picture(3, "image/png", String(repeating: "d", count: 9_000), size: 100_000))
        let (plain, byTagLib) = try read(Self.information(), large, Self.comments("TITLE=between"), large, Self.padding)
        #expect(plain != nil && plain == byTagLib)
        #expect(plain?.tags.title == "between" && plain?.pictures.count == 2)
    }

    /// What another container would begin a block with, and where; each is cut for TagLib where it is more than it seems.
    static let lookAlikes: [(String, [UInt8])] = [
        ("an item of MP4", [0, 0, 0, 2] + Array("mean".utf8)), ("data of MP4", [0, 0, 0, 2] + Array("data".utf8)),
        ("texts of RIFF", Array("INFO".utf8) + [1, 2, 3]), ("a fragment of MP4", [0, 0, 0, 8] + Array("moof".utf8)),
        ("a page of Ogg", Array("OggS".utf8) + Array(repeating: 0, count: 23)),
        ("ASF", [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C]),
        ("an ID3 tag of four bytes", Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 4]),
        ("an APE tag", Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 40, 0, 0, 0] + Array(repeating: 0, count: 16)),
    ]

    @Test("is as TagLib reads it where a block looks like part of another container", arguments: lookAlikes)
    func lookAlike(what: String, beginning: [UInt8]) throws {
        let text = Self.comments("TITLE=one")
        for length in [beginning.count, 600] {
            let body = beginning + Array(repeating: 0, count: length - beginning.count)
            let (plain, byTagLib) = try read(Self.information(), Self.block(2, body), text, Self.padding)
            #expect(plain != nil && plain == byTagLib, "\(what), \(length) bytes")
            #expect(byTagLib?.tags.title == "one")
        }
    }

    // MARK: What is left to TagLib

    /// Files of which something is unusual, by what it is.
    static let unusualFiles: [(String, [UInt8])] = {
        let (head, text) = (information(), comments("TITLE=one"))
        let badText = block(4, comments([Array("TITLE=".utf8) + [0xF6, 0xDF]]))
        let withZero = block(4, comments([Array("TITLE=a\0b".utf8)]))
        let short = block(4, littleEndian(0) + littleEndian(3) + littleEndian(9) + Array("TITLE=one".utf8))
        return [
            ("no block with properties", text + padding), ("two blocks with properties", head + head + padding),
            ("two blocks of comments", head + text + text + padding), ("a text that is no UTF-8", head + badText + padding),
            ("a text with a zero", head + withZero + padding), ("a comment without a name", head + comments("=x") + padding),
            ("a comment that is none", head + comments("TITLE") + padding),
            ("a name beyond ASCII", head + comments("TÏTLE=x") + padding),
            ("a picture as a comment", head + comments("metadata_block_picture=AAAA") + padding),
            ("fewer comments than it states", head + short + padding),
            ("a kind of picture that nobody has", head + block(6, picture(0x103, "image/png", "", size: 9)) + padding),
            ("a picture that is cut", head + block(6, Array(picture(3, "image/png", "", size: 90).dropLast(10))) + padding),
            ("a kind of block that is not known", head + block(9, [1]) + padding),
            ("an empty block", head + block(2, []) + padding), ("a rate of 0", information(rate: 0) + padding),
            ("no last block", head + text), ("a block that is longer than the file", head + [1, 0xFF, 0xFF, 0xFF]),
        ]
    }()

    @Test("is left to TagLib where something is unusual", arguments: unusualFiles)
    func unusual(what: String, blocks: [UInt8]) throws {
        #expect(try read(blocks).plain == nil)
    }

    @Test("is left to TagLib where ID3 stands before it or behind it, and where it is no FLAC")
    func otherTags() throws {
        let whole = Array("fLaC".utf8) + Self.information() + Self.comments("TITLE=one") + Self.padding + Self.sound
        #expect(PlainFLAC.read(try open(whole)) != nil)
        let behind = Array("TAG".utf8) + Array(repeating: UInt8(ascii: "x"), count: 125)
        #expect(PlainFLAC.read(try open(whole + behind)) == nil)
        #expect(PlainFLAC.read(try open(Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 0] + whole)) == nil)
        for bytes in [[], Array("fLa".utf8), Array("fLaC".utf8), Array("OggS".utf8) + whole] {
            #expect(PlainFLAC.read(try open(bytes)) == nil)
        }
    }

    // MARK: Invented files

    @Test("is as TagLib reads it, or left to TagLib, whatever damage there is in its first bytes")
    func damaged() throws {
        let text = Self.comments("TITLE=Über", "ARTIST=Ana", "ARTIST=Bo", "DATE=1987", "YEAR=88", "GENRE=Jazz")
        let picture = Self.block(6, Self.picture(3, "image/png", "front", size: 40))
        let whole = Array("fLaC".utf8) + Self.information() + text + picture + Self.padding + Self.sound
        let metadata = whole.count - Self.sound.count
        var random = SystemRandomNumberGenerator()
        var plainCount = 0
        for round in 0..<3_000 {
            var bytes = whole
            for _ in 0...round % 2 {
                let place = Int.random(in: 0..<metadata, using: &random)
                let others = [0, 0xFF, 0x3D, 0x41, 0x61, bytes[place] ^ 1, bytes[place] ^ 0x80]
                bytes[place] = others.randomElement(using: &random) ?? 0
            }
            let file = try open(bytes)
            guard let plain = PlainFLAC.read(file) else { continue }
            plainCount += 1
            let byTagLib = try? MusicFileReader.readByTagLib(file)
            guard plain != byTagLib else { continue }
            Issue.record("\(bytes[..<metadata]) is \(plain) without TagLib and \(String(describing: byTagLib)) with it")
            return
        }
        #expect(plainCount > 300, "most damage is within texts")
    }
}
