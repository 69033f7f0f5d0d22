import AudioTypes
import Media
import MediaTypes
import Testing

@Suite("The tags of a chain of Ogg")
struct ChainTagsTests {
    /// Links of two seconds: a song, a jingle with a title only, and one without tags.
    private func chain(_ shared: [String] = []) throws -> String {
        let tags = [["title=Song A", "artist=Artist A", "album=Album A"], ["title=Jingle"], []]
        let bytes = try tags.enumerated().flatMap { number, tags in
            let metadata = (tags + shared).flatMap { ["-metadata", $0] }
            let name = "tagged\(number)-\(shared.count).opus"
            return Workbench.bytes(
                of: try Synthesis(
                    name, rate: 48_000, seconds: 2, metadata + ["-c:a", "libopus", "-serial_offset", "\(number)"]
                ).make())
        }
        return Workbench.write(bytes, as: "tagged-chain-\(shared.count).opus")
    }

    private func songs(_ changes: [TagChange]) -> [[String: String]] {
        changes.map { $0.tags.filter { ["title", "artist", "album", "genre"].contains($0.key) } }
    }

    @Test("hold for their link, from its first frame on, and those of one link are not those of the file")
    func links() throws {
        let location = try MediaLocation(uri: try chain())
        var reader = try AudioReader(location)
        let own = reader.info.description.tags
        #expect(own["title"] == nil && own["artist"] == nil && own["album"] == nil)
        #expect(try MediaProbe.describe(location).tags["title"] == nil)
        _ = try Sound(reading: &reader)
        let changes = reader.takeTagChanges()
        #expect(songs(changes) == [["title": "Song A", "artist": "Artist A", "album": "Album A"], ["title": "Jingle"], [:]])
        #expect(changes.map(\.frame.value) == [0, 96_000, 192_000])
    }

    @Test("are told again after a jump to another link, from its first frame on")
    func sought() throws {
        var reader = try AudioReader(try MediaLocation(uri: try chain()))
        _ = try Sound(reading: &reader)
        _ = reader.takeTagChanges()
        for (target, title) in [(100_000, "Jingle"), (1_000, "Song A"), (200_000, nil), (150_000, "Jingle")] as [(Int64, String?)]
        {
            try reader.seek(to: FrameCount(target))
            _ = try Sound(reading: &reader, atMost: 100)
            let newest = try #require(reader.takeTagChanges().last { $0.frame.value <= target })
            #expect(newest.tags["title"] == title)
        }
        try reader.seek(to: FrameCount(151_000))
        _ = try Sound(reading: &reader, atMost: 100)
        #expect(reader.takeTagChanges().isEmpty, "the same link")
    }

    @Test("that all links have are those of the file")
    func shared() throws {
        let description = try MediaProbe.describe(try MediaLocation(uri: try chain(["genre=Radio"])))
        #expect(description.tags["genre"] == "Radio" && description.tags["title"] == nil)
    }
}
