import Glibc
import MediaTypes
import SystemSupport
import TagReading
import TestSupport
import Testing

@testable import TagWriting

@Suite("Tags of loudness in each kind of file, held against TagLib and FFmpeg")
struct FormatTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// A kind of file: how FFmpeg makes it, and whether it finds the tags of loudness there.
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        var options: [String] = []
        var isProbed = true
        var testDescription: String { name }
    }

    private static let plainMP3 = ["-write_xing", "1", "-id3v2_version", "0"]

    static let kinds = [
        Kind(name: "v24.mp3", options: ["-id3v2_version", "4"]), Kind(name: "v23.mp3", options: ["-id3v2_version", "3"]),
        // FFmpeg reads no APE tags of MP3, and of WAV no ID3 tags where it has others.
        Kind(name: "none.mp3", options: plainMP3), Kind(name: "v1.mp3", options: plainMP3),
        Kind(name: "ape.mp3", options: plainMP3, isProbed: false), Kind(name: "a.flac"), Kind(name: "a.ogg"),
        Kind(name: "a.opus"),
        Kind(name: "last.m4a"), Kind(name: "first.m4a", options: ["-movflags", "+faststart"]),
        Kind(name: "free.m4a", options: ["-moov_size", "8000"]), Kind(name: "a.mov"), Kind(name: "a.wv"),
        Kind(name: "info.wav", isProbed: false), Kind(name: "id3.aiff", options: ["-write_id3v2", "1"]),
        Kind(name: "plain.aiff"), Kind(name: "a.mpc"), Kind(name: "a.ape"),
    ]

    private func make(_ kind: Kind, tags: [String] = ["title=Überfahrt", "artist=Örjan", "album=A", "artist-sort=Ö"]) async throws
        -> WrittenFile
    {
        let path = directory.file(kind.name)
        if kind.name.hasSuffix("ape") {
            try writeFile(Self.monkeysAudio, to: path)
            return WrittenFile(path: path)
        }
        let source = ["-nostdin", "-y", "-f", "lavfi", "-i", "anoisesrc=d=1.5:r=48000:seed=7:a=0.3", "-ac", "2"]
        if kind.name.hasSuffix("mpc") {
            let wave = directory.file("\(kind.name).wav")
            try await Tool.run("ffmpeg", source + [wave])
            try await Tool.run("mpcenc", ["--silent", "--overwrite", wave, path])
            return WrittenFile(path: path)
        }
        try await Tool.run("ffmpeg", ["-v", "error"] + source + tags.flatMap { ["-metadata", $0] } + kind.options + [path])
        let file = WrittenFile(path: path)
        if kind.name == "v1.mp3" { try writeFile(try file.bytes + Self.version1, to: path) }
        // As MP3Gain leaves one.
        if kind.name == "ape.mp3" { try writeFile(try file.bytes + Self.emptyTag, to: path) }
        return file
    }

    /// A tag of version 1.1 of ID3.
    private static let version1: [UInt8] = {
        func field(_ text: String, _ size: Int) -> [UInt8] {
            Array(text.utf8) + [UInt8](repeating: 0, count: size - text.utf8.count)
        }
        var tag: [UInt8] = Array("TAG".utf8) + field("A title", 30)
        tag += field("An artist  ", 30) + field("An album", 30)
        tag += field("1999", 4) + field("A comment", 29)
        return tag + [7, 17]
    }()

    /// An APE tag with a title.
    private static let emptyTag: [UInt8] = {
        let item = 3.littleEndianBytes(4) + 0.littleEndianBytes(4) + Array("Title".utf8) + [0] + Array("Ape".utf8)
        let foot = Array("APETAGEX".utf8) + 2_000.littleEndianBytes(4) + (item.count + 32).littleEndianBytes(4)
        return item + foot + 1.littleEndianBytes(4) + [UInt8](repeating: 0, count: 12)
    }()

    /// The head of a file of Monkey's Audio 3.99 that states half a second, and bytes in the place of its sound.
    private static let monkeysAudio: [UInt8] = {
        let sizes = [52, 24, 4, 0, 2_000, 0, 0].flatMap { $0.littleEndianBytes(4) }
        let head = Array("MAC ".utf8) + 3_990.littleEndianBytes(2) + 0.littleEndianBytes(2) + sizes
        let sound = [73_728, 24_000, 1].flatMap { $0.littleEndianBytes(4) } + 16.littleEndianBytes(2) + 2.littleEndianBytes(2)
        return head + [UInt8](repeating: 0, count: 16) + 1_000.littleEndianBytes(2) + 32.littleEndianBytes(2) + sound
            + 48_000.littleEndianBytes(4) + 80.littleEndianBytes(4) + [UInt8](repeating: 5, count: 2_000)
    }()

    private func expect(_ found: ReplayGain, _ gain: ReplayGain, isOpus: Bool) throws {
        for (found, level) in [(found.track, gain.track), (found.album, gain.album)] {
            #expect((found == nil) == (level == nil))
            guard let found, let level else { continue }
            #expect(abs(found.decibels - level.decibels) <= 0.0051, "\(found)")
            if isOpus {
                #expect(found.peak == nil)
            } else {
                #expect(abs(try #require(found.peak) - (try #require(level.peak))) < 1e-6)
            }
        }
    }

    @Test(
        "are found by other readers, are replaced only on wish, and all other tags and each packet of sound stay",
        arguments: kinds)
    func writes(kind: Kind) async throws {
        let file = try await make(kind)
        let isSound = !kind.name.hasSuffix("ape")
        let (others, packets) = (try file.others(), isSound ? try await file.packets() : "")
        let isOpus = kind.name.hasSuffix("opus")
        // The dry run says the same, and touches nothing.
        let before = try file.bytes
        #expect(try file.write(.usual, isDry: true) == .written)
        #expect(try file.bytes == before)
        #expect(try file.write(.usual) == .written)
        try expect(try file.read().tags.replayGain, .usual, isOpus: isOpus)
        #expect(try file.others() == others)
        if isSound {
            #expect(try await file.packets() == packets)
            let probed = try await file.probed()
            if kind.isProbed, isOpus {
                #expect(probed["r128_track_gain"] == "-2954" && probed["replaygain_track_gain"] == nil, "\(probed)")
            } else if kind.isProbed {
                #expect(
                    probed["replaygain_track_gain"] == "-6.54 dB" && probed["replaygain_album_peak"] == "1.032100", "\(probed)")
            }
        }
        let first = try file.bytes
        #expect(try file.write(.other) == .hasTags)
        #expect(try file.write(.usual, replaces: true) == .isSame)
        #expect(try file.bytes == first)
        #expect(try file.write(.other, replaces: true) == .written)
        try expect(try file.read().tags.replayGain, .other, isOpus: isOpus)
        #expect(try file.others() == others)
        if isSound { #expect(try await file.packets() == packets) }
    }

    @Test("leave the version of an ID3 tag, and frames that TagLib drops where it writes that version")
    func keepsVersion() async throws {
        let file = try await make(Kind(name: "none.mp3", options: Self.plainMP3))
        // A volume, which version 3 does not have, and programs write into it all the same.
        let content = Array("track".utf8) + [0, 1, 2, 0, 0]
        let frame = Array("RVA2".utf8) + content.count.bigEndianBytes(4) + [0, 0] + content
        let sounding = try file.bytes
        try writeFile(Array("ID3".utf8) + [3, 0, 0] + frame.count.bigEndianBytes(4, bits: 7) + frame + sounding, to: file.path)
        let before = try file.bytes
        try file.write(.usual)
        let after = try file.bytes
        #expect(after[3] == 3)
        #expect(after[10...].starts(with: frame))
        // What is behind the tag is the same to the byte.
        let sound = Int(before[6..<10].reduce(0) { $0 << 7 | Int64($1) }) + 10
        #expect(after.suffix(before.count - sound) == before.suffix(before.count - sound))
    }

    @Test("of an MP3 with a tag of version 1 come in a tag that says all of that as well")
    func saysTheSame() async throws {
        let file = try await make(Kind(name: "v1.mp3", options: Self.plainMP3))
        let before = try file.read()
        #expect(before.tags.title == "A title" && before.tags.track == "7" && before.tags.genres == ["Rock"])
        try file.write(.usual)
        let bytes = try file.bytes
        // A reader that passes over the old tag finds everything.
        try writeFile(Array(bytes.dropLast(128)), to: file.path)
        #expect(try file.others().tags == before.tags)
    }

    @Test("of an MP3 are replaced in both of its tags, so that none contradicts the other")
    func bothTags() async throws {
        let file = try await make(Kind(name: "v24.mp3", options: ["-id3v2_version", "4"]))
        try file.write(.usual)
        let gain = APEEdit.make(GainField.replayGain(.other))
        try writeFile(try file.bytes + gain, to: file.path)
        #expect(try file.write(.other) == .hasTags)
        #expect(try file.write(.other, replaces: true) == .written)
        let text = String(decoding: try file.bytes, as: UTF8.self)
        #expect(text.ranges(of: "REPLAYGAIN_TRACK_GAIN").count == 1)
        try expect(try file.read().tags.replayGain, .other, isOpus: false)
    }

    @Test("fit into room that a file has, so that the sound stays where it is")
    func usesRoom() async throws {
        for kind in [Kind(name: "a.flac"), Kind(name: "free.m4a", options: ["-moov_size", "8000"])] {
            let file = try await make(kind)
            let size = try file.bytes.count
            try file.write(.usual)
            #expect(try file.bytes.count == size, "\(kind.name)")
        }
    }

    @Test(
        "in Ogg may need one more page: all pages behind it get other numbers, and no packet another byte",
        arguments: ["ogg", "opus"])
    func pages(kind: String) async throws {
        func comment(_ length: Int) -> String { "comment=" + String(repeating: "x", count: length) }
        let short = try await make(Kind(name: "short.\(kind)"), tags: ["title=A", comment(1_000)])
        // As long as a page of headers has pieces left, and a little more: some of these end with their page.
        let rest = (OggPage.mostPieces - (try headerPieces(try short.bytes))) * OggPage.pieceSize
        var growing = 0
        for more in stride(from: 0, to: OggPage.pieceSize, by: 50) {
            let file = try await make(Kind(name: "a.\(kind)"), tags: ["title=A", comment(1_000 + rest + more)])
            let (others, packets, count) = (try file.others(), try await file.packets(), try checkPages(try file.bytes))
            try file.write(.usual)
            #expect(try file.others() == others)
            #expect(try await file.packets() == packets)
            if try checkPages(try file.bytes) > count { growing += 1 }
            try file.write(ReplayGain(track: .init(decibels: 0, peak: 1)), replaces: true)
            #expect(try await file.packets() == packets)
            try checkPages(try file.bytes)
        }
        #expect(growing > 0)
    }

    /// How many pieces of packets the pages behind the first have, up to the first page of sound.
    private func headerPieces(_ bytes: [UInt8]) throws -> Int {
        let pages = try pages(bytes).dropFirst()
        // Nothing is heard before the headers end, and each page of headers has the number 0 or none of a frame.
        return pages.prefix { page in
            let place = Int(page.range.lowerBound)
            return [0, -1].contains(
                Int64(bitPattern: UInt64(bytes[place + 6..<place + 14].reversed().reduce(0) { $0 << 8 | UInt64($1) })))
        }.reduce(0) { $0 + $1.pieces.count }
    }

    private func pages(_ bytes: [UInt8]) throws -> [OggPage] {
        let path = directory.file("pages")
        try writeFile(bytes, to: path)
        let file = try OpenMusicFile(Array(path.utf8))
        let source = TagBytes(file.descriptor.number, size: Int64(bytes.count))
        var pages: [OggPage] = []
        var place: Int64 = 0
        while place < bytes.count {
            let page = try OggPage(source, at: place)
            pages.append(page)
            place = page.range.upperBound
        }
        return pages
    }

    /// Checks that the pages of a file have checksums that are right, and numbers without a gap. Returns how many they are.
    @discardableResult
    private func checkPages(_ bytes: [UInt8]) throws -> Int {
        let numbers = try pages(bytes).map(\.number)
        #expect(numbers == Array(0..<Int64(numbers.count)))
        return numbers.count
    }

    @Test("are not written into kinds of files where nobody reads them, or where places would be wrong")
    func unsupported() async throws {
        for kind in [
            Kind(name: "a.mka"), Kind(name: "a.wma"), Kind(name: "a.spx"), Kind(name: "a.ac3"), Kind(name: "a.tta"),
            Kind(name: "parts.m4a", options: ["-movflags", "+frag_keyframe+empty_moov"]),
        ] {
            let file = try await make(kind)
            let before = try file.bytes
            #expect(file.refusal(.usual) == .unsupported, "\(kind.name)")
            #expect(try file.bytes == before)
        }
        let text = WrittenFile(path: try directory.write("no music", to: "a.mp3"))
        #expect(text.refusal(.usual) == .unsupported)
        let empty = WrittenFile(path: try directory.write("", to: "b.mp3"))
        #expect(empty.refusal(.usual) == .unsupported)
    }

    @Test("are planned for no file that is cut or broken without an error or a whole file", arguments: kinds)
    func broken(kind: Kind) async throws {
        let file = try await make(kind)
        let whole = Array(try file.bytes.prefix(6_000))
        var random = SystemRandomNumberGenerator()
        for turn in 0..<120 {
            var bytes = whole
            if turn % 4 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
            for _ in 0..<turn % 7 {
                // Most of what counts is at the beginning.
                let end = turn % 2 == 0 ? min(200, bytes.count) : bytes.count
                bytes[Int.random(in: 0..<end, using: &random)] = [0, 1, 0x7F, 0xFF, .random(in: 0...255)].randomElement() ?? 0
            }
            try writeFile(bytes, to: file.path)
            do {
                // Whatever is planned has to be found again.
                try file.write(.usual, replaces: true)
            } catch let error as TagWritingError {
                #expect(try file.bytes == bytes, "\(error)")
                #expect(error.code != .notReadBack, "\(error)")
            }
        }
    }
}
