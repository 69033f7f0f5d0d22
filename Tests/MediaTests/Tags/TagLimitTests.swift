import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("Tags without bound")
struct TagLimitTests {
    /// An MP3 of a second, without a tag.
    private static let plain: [UInt8] = {
        let path = Workbench.path("untagged.mp3")
        let options = ["-f", "lavfi", "-i", "sine=d=1", "-write_xing", "0", "-id3v2_version", "0"]
        _ = Command.run("ffmpeg", ["-nostdin", "-y"] + options + [path])
        return Workbench.bytes(of: path)
    }()

    private func describe(_ frames: [ID3TestFrame], version: UInt8 = 4, as name: String) throws -> MediaDescription {
        let path = Workbench.write(ID3TestFrame.tag(frames, version: version) + Self.plain, as: name)
        return try MediaProbe.describe(MediaLocation(uri: path))
    }

    @Test("a title of megabytes is cut, and the other tags and the sound are as they are", arguments: [UInt8(2), 3, 4])
    func longTitle(version: UInt8) throws {
        let names = version == 2 ? ["TT2", "TP1", "TAL"] : ["TIT2", "TPE1", "TALB"]
        let long = String(repeating: "täglich ", count: 300_000)
        let frames = zip(names, [long, "Artist", "Album"]).map { ID3TestFrame($0, [3] + Array($1.utf8)) }
        let media = try describe(frames, version: version, as: "long\(version).mp3")
        let title = try #require(media.tags["title"])
        #expect(title.utf8.count <= 16 << 10 && title.utf8.count > 16_000 && long.hasPrefix(title))
        #expect(media.tags["artist"] == "Artist" && media.tags["album"] == "Album")
        let sound = try Sound(of: Workbench.path("long\(version).mp3"))
        #expect(try sound.planes == Sound(of: Workbench.write(Self.plain, as: "plain\(version).mp3")).planes)
    }

    @Test("no tag can hide anything, and lyrics and comments keep their lines")
    func cleanTags() throws {
        let frames = [
            ID3TestFrame("TIT2", Array("\u{3}T\u{1b}]0;x\u{7}\u{202e}y".utf8)), ID3TestFrame("TPE1", Array("\u{3}a\nb".utf8)),
            ID3TestFrame("TXXX", Array("\u{3}na\u{1b}me\0v\u{9b}1m".utf8)),
            ID3TestFrame("USLT", Array("\u{3}eng\0one\r\ntwo\u{2066}".utf8)),
        ]
        let tags = try describe(frames, as: "hidden.mp3").tags
        #expect(tags["title"] == "T ]0;x y" && tags["artist"] == "a b" && tags["na me"] == "v 1m", "\(tags)")
        #expect(tags["lyrics"] == "one\ntwo", "\(tags)")
    }

    @Test("of thousands of tags some are kept, those that everybody wants among them, wherever they stand")
    func manyTags() throws {
        let others = (0..<5_000).map {
            ID3TestFrame("TXXX", [3] + Array("key \($0)\0\(String(repeating: "v", count: 200))".utf8))
        }
        let media = try describe(others.prefix(500) + [ID3TestFrame("TIT2", Array("\u{3}Title".utf8))] + others, as: "many.mp3")
        #expect(media.tags["title"] == "Title")
        #expect(media.tags.count > 200 && media.tags.count < 300, "\(media.tags.count)")
    }

    @Test("of thousands of comments in FLAC some are kept, in reasonable time", arguments: [100_000, 900])
    func manyComments(count: Int) throws {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        func text(_ text: String) -> [UInt8] { number(text.utf8.count) + Array(text.utf8) }
        // The cases run side by side, and each makes a file of its own.
        let plain = Workbench.path("plain for \(count) comments.flac")
        _ = Command.run("ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=1", "-fflags", "+bitexact", plain])
        let file = Workbench.bytes(of: plain)
        let comments = ["TITLE=" + String(repeating: "x", count: 20_000), "YEAR=1999"] + (0..<count).map { "k\($0)=value" }
        let block = text("vendor") + number(comments.count) + comments.flatMap(text)
        // Behind the first block, which has the format of the sound, the last one is only padding or the encoder's name.
        var sound = file[42...]
        while let head = sound.first {
            let size = sound.dropFirst().prefix(3).reduce(0) { $0 << 8 | Int($1) }
            sound = sound.dropFirst(4 + size)
            if head & 0x80 != 0 { break }
        }
        let heads = [file[4] & 0x7F] + file[5..<42]
        let size = [UInt8(block.count >> 16), UInt8(block.count >> 8 & 0xFF), UInt8(block.count & 0xFF)]
        let path = Workbench.write(Array("fLaC".utf8) + heads + [0x84] + size + block + sound, as: "many\(count).flac")
        let tags = try MediaProbe.describe(MediaLocation(uri: path)).tags
        #expect(tags["title"]?.utf8.count == 16 << 10 && tags["date"] == "1999")
        #expect(tags.count > 200 && tags.count < 300 && tags.reduce(0) { $0 + $1.value.utf8.count } < 160 << 10, "\(tags.count)")
        #expect(try Sound(of: path).planes == Sound(of: plain).planes)
    }

    @Test("a tag that claims to be larger than the file is no tag, and nothing is read of it")
    func claims() throws {
        let head: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]
        let path = Workbench.write(head + Self.plain, as: "claims.mp3")
        _ = try? MediaProbe.describe(MediaLocation(uri: path))
        let frame: [UInt8] = Array("TIT2".utf8) + [0x7F, 0x7F, 0x7F, 0x7F, 0, 0]
        let wild = Workbench.write(
            ID3TestFrame.tag(bytes: frame + [UInt8](repeating: 0x41, count: 500), version: 4) + Self.plain, as: "wild.mp3")
        #expect(try MediaProbe.describe(MediaLocation(uri: wild)).audio.count == 1)
    }
}

/// A frame of a test's ID3 tag.
struct ID3TestFrame {
    let name: String
    let content: [UInt8]

    init(_ name: String, _ content: [UInt8]) {
        self.name = name
        self.content = content
    }

    /// A whole tag.
    static func tag(_ frames: [ID3TestFrame], version: UInt8) -> [UInt8] {
        let bytes = frames.flatMap { frame -> [UInt8] in
            let size = number(frame.content.count, bytes: version == 2 ? 3 : 4, shift: version == 4 ? 7 : 8)
            return Array(frame.name.utf8) + size + (version == 2 ? [] : [0, 0]) + frame.content
        }
        return tag(bytes: bytes, version: version)
    }

    static func tag(bytes: [UInt8], version: UInt8) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, 0] + number(bytes.count, bytes: 4, shift: 7) + bytes
    }

    private static func number(_ value: Int, bytes: Int, shift: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (shift * $0) & (1 << shift - 1)) }
    }
}
