import MediaTypes
import Testing

@testable import Media

@Suite("The marks of podcasts and audiobooks")
struct SpokenMarksTests {
    /// Makes a file of half a second with tags, with the `ffmpeg` program.
    private func make(_ name: String, _ options: String...) -> String {
        let path = Workbench.path("spoken-\(name)")
        let source = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.5:r=44100"]
        #expect(Command.run("ffmpeg", source + options + [path]).status == 0)
        return path
    }

    private func isSpoken(_ path: String) throws -> Bool {
        SpokenWord.isSpoken(path, tags: try MediaProbe.describe(MediaLocation(uri: path)).tags)
    }

    @Test("the media kind of MP4 is read", arguments: [("2", true), ("21", true), ("1", false)])
    func mediaKind(kind: String, expected: Bool) throws {
        #expect(try isSpoken(make("kind-\(kind).m4a", "-metadata", "media_type=\(kind)")) == expected)
    }

    @Test("the genre is read, in words and by the number of ID3")
    func genres() throws {
        #expect(try isSpoken(make("podcast.flac", "-metadata", "genre=Podcast")))
        #expect(try isSpoken(make("number.mp3", "-metadata", "genre=186")))
        #expect(try !isSpoken(make("jazz.flac", "-metadata", "genre=Jazz")))
    }

    @Test("the frame with which iTunes marks a podcast in MP3 is seen, in every version of ID3", arguments: [UInt8(2), 3, 4])
    func podcastFrame(version: UInt8) throws {
        let plain = Workbench.bytes(of: make("plain\(version).mp3", "-write_xing", "0", "-id3v2_version", "0"))
        let title = ID3TestFrame(version == 2 ? "TT2" : "TIT2", Array("\u{3}Title".utf8))
        let mark = ID3TestFrame(version == 2 ? "PCS" : "PCST", [0, 0, 0, 0])
        let marked = ID3TestFrame.tag([title, mark], version: version) + plain
        let path = Workbench.write(marked, as: "spoken-marked\(version).mp3")
        let tags = try MediaProbe.describe(MediaLocation(uri: path)).tags
        #expect(tags["title"] == "Title" && tags["podcast"] == "1", "\(tags)")
        let unmarked = Workbench.write(ID3TestFrame.tag([title], version: version) + plain, as: "spoken-unmarked\(version).mp3")
        #expect(try MediaProbe.describe(MediaLocation(uri: unmarked)).tags["podcast"] == nil)
    }

    @Test("the name of an episode in MP3 is seen")
    func episode() throws {
        let plain = Workbench.bytes(of: make("plain.mp3", "-write_xing", "0", "-id3v2_version", "0"))
        let tag = ID3TestFrame.tag([ID3TestFrame("TGID", Array("\u{3}https://feed.example/7".utf8))], version: 4)
        #expect(try isSpoken(Workbench.write(tag + plain, as: "spoken-episode.mp3")))
        #expect(try !isSpoken(Workbench.path("spoken-plain.mp3")))
    }
}
