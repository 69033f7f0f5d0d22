import AudioTypes
import MediaTypes
import Testing

@testable import Media

@Suite("What stands behind a tag plays, however long the tag")
struct LongTagsTests {
    /// An ID3 tag of so many bytes, without anything in it.
    private func tag(_ size: Int) -> [UInt8] {
        Array("ID3".utf8) + [3, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: size >> (21 - 7 * $0) & 0x7F) }
            + [UInt8](repeating: 0, count: size)
    }

    private func junk(_ size: Int, isRandom: Bool) -> [UInt8] {
        var random = LinearCongruentialGenerator(state: UInt64(size))
        return (0..<size).map { _ in isRandom ? UInt8.random(in: 0...255, using: &random) : 0 }
    }

    private static let sounds = [
        Synthesis("behind.aac", "-c:a", "aac"), Synthesis("behind.mp3", "-c:a", "libmp3lame", "-id3v2_version", "0"),
    ]

    @Test("with junk between them, as the ffmpeg program decodes it", arguments: sounds, [300, 1_200_000])
    func junk(_ synthesis: Synthesis, tagSize: Int) throws {
        let sound = Workbench.bytes(of: try synthesis.make())
        for (size, isRandom) in [(0, false), (100, false), (100, true), (4_000, false), (4_000, true)] {
            let bytes = tag(tagSize) + junk(size, isRandom: isRandom) + sound
            let path = Workbench.write(bytes, as: "tag\(tagSize)-junk\(size)-\(isRandom)-\(synthesis.name)")
            let heard = try Sound(of: path)
            // The program counts the packet with the encoder's numbers as one of sound where junk keeps it from being the first. Zeros
            // hide nothing from Fermata.
            let clear = Workbench.write(tag(tagSize) + sound, as: "tag\(tagSize)-\(synthesis.name)")
            let reference = try Sound(reference: isRandom ? path : clear, channels: 2)
            #expect(heard.count == reference.count && heard.count > 130_000, "\(size) \(isRandom)")
            #expect(heard.difference(from: reference) == 0, "\(size) \(isRandom)")
        }
    }

    @Test("in other containers too", arguments: ["s16.flac", "wavpack.wv", "tta.tta"])
    func containers(name: String) throws {
        let synthesis = try #require(SeekingTests.media.first { $0.name == name })
        let path = try synthesis.make()
        let tagged = Workbench.write(tag(1_200_000) + Workbench.bytes(of: path), as: "long-tag-\(name)")
        let (heard, expected) = (try Sound(of: tagged), try Sound(of: path))
        #expect(heard.count == expected.count && heard.difference(from: expected) == 0)
    }

    @Test("a tag in front of nothing known is refused")
    func nothing() throws {
        let path = Workbench.write(tag(1_200_000) + Array("Dear diary, today nothing happened.".utf8), as: "long-tag.txt")
        let error = #expect(throws: MediaError.self) { try Sound(of: path) }
        #expect([.unsupported, .corrupt].contains(error?.code))
    }
}
