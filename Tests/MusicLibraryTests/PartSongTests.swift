import Database
import MediaTypes
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Songs that an address names by their times")
struct PartSongTests {
    private let files: ScanTests

    init() async throws { files = try await ScanTests() }

    private static let sheet = """
        TITLE "Disc"
        FILE "disc.flac" WAVE
          TRACK 01 AUDIO
            TITLE "One"
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "Two"
            INDEX 01 00:00:20

        """

    private func part(_ fragment: String) throws -> MediaRange {
        try #require(MediaRange.split("file:///x#t=\(fragment)")).range
    }

    @Test("are the tracks of a sheet beside the file or in it, and a play of them is counted once, for the one with these times")
    func tracks() throws {
        try files.add("beside/disc.flac", title: "A")
        try files.directory.write(Self.sheet, to: "music/beside/disc.cue")
        try files.add("inside/disc.flac", title: "B", tags: ["CUESHEET=\(Self.sheet)"])
        let store = try files.store()
        try files.scanner(store).scan(.files)
        for name in ["beside/disc.flac", "inside/disc.flac"] {
            let path = Array("\(files.music)/\(name)".utf8)
            #expect(try store.song(at: path, part: part("0/75,20/75"))?.title == "One", "\(name)")
            let song = try #require(try store.song(at: path, part: part("20/75")), "\(name)")
            #expect(song.title == "Two")
            // The same moment in another spelling.
            #expect(try store.song(at: path, part: part("0.2666667"))?.id == song.id)
            #expect(try store.note(.play, ofSongAt: path, part: part("20/75"), at: 1_000) == song.id)
            #expect(try store.listening(to: song.id).playCount == 1)
            #expect(try store.note(.play, ofSongAt: path, part: part("0.1,0.2"), at: 1_000) == nil)
            #expect(try store.song(at: path, part: part("0/75")) == nil)
        }
    }

    @Test("are none where no sheet cuts the file, and the file itself is the song at its path")
    func wholes() throws {
        try files.add("a.flac", title: "A")
        let store = try files.store()
        try files.scanner(store).scan(.files)
        let path = Array("\(files.music)/a.flac".utf8)
        #expect(try store.song(at: path, part: nil)?.title == "A")
        #expect(try store.song(at: path, part: part("0.1,0.2")) == nil)
        #expect(try store.note(.play, ofSongAt: path, part: part("0.1,0.2"), at: 1_000) == nil)
    }
}
