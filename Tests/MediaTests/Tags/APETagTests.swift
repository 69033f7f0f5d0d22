import MediaTypes
import Testing

@testable import Media

@Suite("APE tags")
struct APETagTests {
    /// An APE tag of one text, with a head or without, as it stands behind an MP3.
    /// Its foot says that it is `excess` bytes longer than it is.
    private func tag(hasHead: Bool, excess: Int = 0) -> [UInt8] {
        func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        let items = little(300) + little(0) + Array("Title".utf8) + [0] + [UInt8](repeating: UInt8(ascii: "x"), count: 300)
        func edge(_ flags: Int, excess: Int = 0) -> [UInt8] {
            let size = items.count + 32 + excess
            return Array("APETAGEX".utf8) + little(2_000) + little(size) + little(1) + little(flags) + little(0) + little(0)
        }
        return (hasHead ? edge(0xA000_0000) : []) + items + edge(hasHead ? 0x8000_0000 : 0, excess: excess)
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

    @Test("one that says it is longer than it is takes no sound away", arguments: ["mp3", "aac"], [true, false])
    func tooLong(format: String, hasHead: Bool) throws {
        let options = format == "mp3" ? ["-write_xing", "0", "-id3v2_version", "0"] : []
        let original = Workbench.bytes(
            of: try Synthesis("untagged-\(hasHead).\(format)", seconds: 1, options).make())
        try #require(original.count > 6_000)
        let plain = try Sound(of: Workbench.write(original, as: "ape-sound-\(hasHead).\(format)"))
        for (name, excess) in [("some", 4_096), ("all", original.count + (hasHead ? 32 : 0))] {
            let bytes = original + tag(hasHead: hasHead, excess: excess)
            let path = Workbench.write(bytes, as: "ape-long-\(name)-\(hasHead).\(format)")
            var reader = try AudioReader(MediaLocation(path: path.utf8))
            let heard = try Sound(reading: &reader)
            // What the tag itself is taken for may come behind it.
            let common = plain.count - 2_048
            #expect(heard.count >= plain.count, "\(name)")
            #expect(heard.part(from: 0, count: common).difference(from: plain.part(from: 0, count: common)) == 0, "\(name)")
        }
    }
}
