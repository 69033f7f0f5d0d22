import Testing

@testable import Media

@Suite("APE tags")
struct APETagTests {
    /// An APE tag of one text, with a head or without, as it stands behind an MP3.
    private func tag(hasHead: Bool) -> [UInt8] {
        func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        let items = little(300) + little(0) + Array("Title".utf8) + [0] + [UInt8](repeating: UInt8(ascii: "x"), count: 300)
        func edge(_ flags: Int) -> [UInt8] {
            Array("APETAGEX".utf8) + little(2_000) + little(items.count + 32) + little(1) + little(flags) + little(0) + little(0)
        }
        return (hasHead ? edge(0xA000_0000) : []) + items + edge(hasHead ? 0x8000_0000 : 0)
    }

    @Test("one behind an MP3 is no damage, and nothing of it is heard", arguments: [true, false], [true, false])
    func notHeard(hasHead: Bool, hasID3: Bool) throws {
        let original = Workbench.bytes(
            of: try Synthesis("untagged.mp3", seconds: 1, "-write_xing", "0", "-id3v2_version", "0").make())
        let id3 = hasID3 ? Array("TAG".utf8) + [UInt8](repeating: 0, count: 125) : []
        let path = Workbench.write(original + tag(hasHead: hasHead) + id3, as: "ape-\(hasHead)-\(hasID3).mp3")
        var plain = try AudioReader(MediaLocation(path: Workbench.write(original, as: "ape-none-\(hasHead)-\(hasID3).mp3").utf8))
        var tagged = try AudioReader(MediaLocation(path: path.utf8))
        #expect(try Sound(reading: &tagged).planes == Sound(reading: &plain).planes)
        #expect(tagged.decodeErrorCount == 0)
        #expect(tagged.info.description.tags["title"]?.count == 300)
    }
}
