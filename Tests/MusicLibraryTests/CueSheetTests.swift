import Database
import MediaTypes
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("CUE sheets in the library")
struct CueSheetTests {
    private let directory: TemporaryDirectory
    private var music: String { directory.file("music") }

    private static let sheet = """
        REM GENRE Jazz
        REM DATE 1959
        PERFORMER "Disc Artist"
        TITLE "Disc Title"
        FILE "disc.flac" WAVE
          TRACK 01 AUDIO
            TITLE "One"
            PERFORMER "Track Artist"
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "Two"
            INDEX 01 00:01:00
          TRACK 03 AUDIO
            TITLE "Three"
            INDEX 01 00:02:37

        """

    init() async throws {
        directory = try TemporaryDirectory()
        try directory.makeDirectory("music/Disc")
    }

    private func makeFile(_ name: String, sheet: String? = nil) async throws {
        let tags = ["-metadata", "album=File Album", "-metadata", "artist=File Artist"]
        let inside = sheet.map { ["-metadata", "cuesheet=\($0)"] } ?? []
        try await Tool.run(
            "ffmpeg",
            ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=4:r=44100"] + tags + inside + ["\(music)/\(name)"])
    }

    private func store() throws -> LibraryStore {
        try LibraryStore(LibraryPlaces(directory: directory.file("data"))) { Issue.record("\($0)") }
    }

    @discardableResult
    private func scan(_ store: LibraryStore, _ depth: LibraryScanner.Depth = .directories) throws -> ScanProgress {
        try LibraryScanner(store: store, roots: [Array(music.utf8)]).scan(depth)
    }

    private func songs(_ store: LibraryStore) throws -> [LibrarySong] {
        try store.neverPlayed(limit: 1_000).sorted { $0.path.lexicographicallyPrecedes($1.path) }
    }

    private func places(_ store: LibraryStore) throws -> [String] {
        try songs(store).map { String(decoding: $0.path.dropFirst(music.utf8.count + 1), as: UTF8.self) }
    }

    @Test("the tracks of a sheet beside a file are songs with their own tags, and the whole file is none")
    func beside() async throws {
        try await makeFile("Disc/disc.flac")
        try await makeFile("Disc/other.flac")
        try directory.write(Self.sheet, to: "music/Disc/disc.cue")
        let store = try store()
        try scan(store)
        let tracks = (1...3).map { "Disc/disc.cue/track000\($0)" }
        #expect(try places(store) == tracks + ["Disc/other.flac"])
        let found = try songs(store)
        let (first, second) = (found[0], found[1])
        #expect(first.title == "One" && first.tags.shownArtist == "Track Artist" && first.trackNumber == 1)
        #expect(second.title == "Two" && second.tags.shownArtist == "File Artist", "what the sheet does not say, the file does")
        #expect(found[0..<3].allSatisfy { $0.tags[.album] == "Disc Title" && $0.tags.shownAlbumArtist == "Disc Artist" })
        #expect(found[0..<3].allSatisfy { $0.tags.all(.genre) == ["Jazz"] && $0.tags[.date] == "1959" })
        #expect(found[0..<3].map(\.milliseconds) == [1_000, 1_493, 1_507])
        #expect(
            try store.songs(of: try #require(LibraryAddress("album:disc title")), limit: 9).map(\.title) == [
                "One", "Two", "Three",
            ])
        let again = try scan(store, .files)
        #expect(again.filesRead == 0 && !again.hasChanges, "\(again)")
    }

    @Test("together the tracks of a sheet are as long as the file, although no end of them is a whole millisecond")
    func lengths() async throws {
        try await makeFile("Disc/disc.flac")
        let ends = ["00:00:00", "00:01:20", "00:02:37", "00:03:01"].enumerated()
        let tracks = ends.map { "  TRACK 0\($0 + 1) AUDIO\n    INDEX 01 \($1)\n" }
        try directory.write("FILE \"disc.flac\" WAVE\n" + tracks.joined(), to: "music/Disc/disc.cue")
        let store = try store()
        try scan(store)
        #expect(try songs(store).map(\.milliseconds) == [1_266, 1_227, 520, 987])
    }

    @Test("the tracks of a sheet among the tags of a file are songs, and the file is none")
    func inside() async throws {
        try await makeFile("Disc/disc.flac", sheet: Self.sheet)
        let store = try store()
        try scan(store)
        #expect(try places(store) == (1...3).map { "Disc/disc.flac/track000\($0)" })
        #expect(try songs(store).map(\.title) == ["One", "Two", "Three"])
        #expect(try !scan(store, .files).hasChanges)
        // Without the sheet it is a song again.
        try await makeFile("Disc/disc.flac")
        try scan(store, .files)
        #expect(try places(store) == ["Disc/disc.flac"])
    }

    @Test("a file without its sheet is a song also where a scan that was cancelled has written it, and left the tracks")
    func cancelledInside() async throws {
        try await makeFile("Disc/disc.flac", sheet: Self.sheet)
        let store = try store()
        try scan(store)
        try await makeFile("Disc/disc.flac")
        let path = Array("\(music)/Disc/disc.flac".utf8)
        guard case .song(let song) = SongReader.read(path, name: Array("disc.flac".utf8)) else {
            throw TestSupportError(.unexpectedAnswer, "the file is no song")
        }
        let disc = try #require(try store.directory(Array("\(music)/Disc".utf8))).id
        let id = try store.transaction { () throws(DatabaseError) in
            try store.write(
                song, in: disc, path: Array("\(music)/Disc".utf8), over: nil, now: 1, isGone: { _ in false }
            ).id
        }
        try scan(store, .files)
        #expect(try places(store) == ["Disc/disc.flac"] && songs(store).map(\.id) == [id])
        #expect(try !scan(store, .files).hasChanges)
    }

    /// Puts a block with tracks that begin at these frames into a file of four seconds.
    private func addBlock(_ name: String, starts: [UInt64], end: UInt64 = 176_400) throws {
        let block = FLACBlocks.cueSheet(starts: starts, end: end)
        try writeFile(FLACBlocks.adding(block, to: try readFile("\(music)/\(name)")), to: "\(music)/\(name)")
    }

    @Test("the tracks of a block of FLAC are songs with what the file says, and the file is none")
    func block() async throws {
        try await makeFile("Disc/disc.flac")
        try addBlock("Disc/disc.flac", starts: [0, 44_100, 110_250])
        let store = try store()
        try scan(store)
        #expect(try places(store) == (1...3).map { "Disc/disc.flac/track000\($0)" })
        let found = try songs(store)
        #expect(found.allSatisfy { $0.title == nil && $0.tags[.album] == "File Album" && $0.tags.shownArtist == "File Artist" })
        #expect(found.map(\.trackNumber) == [1, 2, 3] && found.map(\.milliseconds) == [1_000, 1_500, 1_500])
        #expect(try !scan(store, .files).hasChanges)
        // Without the block it is a song again.
        try await makeFile("Disc/disc.flac")
        try scan(store, .files)
        #expect(try places(store) == ["Disc/disc.flac"])
    }

    @Test("a directory is looked at once more after a file in it has become tracks, because the end of the scan may not come")
    func interrupted() async throws {
        let store = try store()
        func modified() throws -> Double? { try store.folder(at: Array("\(music)/Disc".utf8))?.modified }
        func makeOld() async throws { try await Tool.run("touch", ["-d", "2020-01-01", "\(music)/Disc"]) }
        try await makeFile("Disc/disc.flac")
        try await makeOld()
        try scan(store)
        #expect(try modified() ?? 0 > 0)
        try addBlock("Disc/disc.flac", starts: [0, 44_100])
        try await makeOld()
        try scan(store, .files)
        #expect(try modified() == 0, "the next scan lists it")
        try scan(store)
        #expect(try modified() ?? 0 > 0)
    }

    @Test("a sheet among the tags and one beside the file win over a block, for they have titles")
    func blockAndSheet() async throws {
        try await makeFile("Disc/disc.flac", sheet: Self.sheet)
        try addBlock("Disc/disc.flac", starts: [0, 88_200])
        let store = try store()
        try scan(store)
        #expect(try songs(store).map(\.title) == ["One", "Two", "Three"])
        try await makeFile("Disc/disc.flac")
        try addBlock("Disc/disc.flac", starts: [0, 88_200])
        try directory.write(Self.sheet, to: "music/Disc/disc.cue")
        try scan(store, .files)
        #expect(try places(store) == (1...3).map { "Disc/disc.cue/track000\($0)" })
    }

    @Test("a file whose block has one track, or places that it does not have, is one song")
    func blockOfOne() async throws {
        for (name, starts, end) in [
            ("one", [0], 176_400), ("behind", [0, 88_200], 400_000), ("back", [0, 88_200, 44_100], 176_400),
        ] as [(String, [UInt64], UInt64)] {
            try await makeFile("Disc/\(name).flac")
            try addBlock("Disc/\(name).flac", starts: starts, end: end)
        }
        let store = try store()
        try scan(store)
        #expect(try places(store) == ["Disc/back.flac", "Disc/behind.flac", "Disc/one.flac"])
    }

    @Test("tracks keep their plays when their directory is renamed, and are gone with their sheet")
    func moved() async throws {
        try await makeFile("Disc/disc.flac")
        try directory.write(Self.sheet, to: "music/Disc/disc.cue")
        let store = try store()
        try scan(store)
        let first = try #require(try songs(store).first).id
        try store.countPlay(of: first, at: 1)
        try await Tool.run("mv", ["\(music)/Disc", "\(music)/Renamed"])
        try scan(store)
        let song = try #require(try store.song(first))
        #expect(String(decoding: song.path, as: UTF8.self).hasSuffix("Renamed/disc.cue/track0001") && song.playCount == 1)
        try await Tool.run("rm", ["\(music)/Renamed/disc.cue"])
        try scan(store)
        #expect(try places(store) == ["Renamed/disc.flac"])
    }

    @Test("tracks are gone with their sound, although their sheet is as it was")
    func deletedSound() async throws {
        try await makeFile("Disc/disc.flac")
        try directory.write(Self.sheet, to: "music/Disc/disc.cue")
        let store = try store()
        try scan(store)
        try await Tool.run("rm", ["\(music)/Disc/disc.flac"])
        #expect(try scan(store).songsRemoved == 3)
        #expect(try places(store).isEmpty)
    }

    @Test("a sheet that was written anew is read when only its directory is compared")
    func changedSheet() async throws {
        try await makeFile("Disc/disc.flac")
        try directory.write(Self.sheet, to: "music/Disc/disc.cue")
        let store = try store()
        try scan(store)
        let scanner = LibraryScanner(store: store, roots: [Array(music.utf8)])
        #expect(try !scanner.update(changed: [Array("\(music)/Disc".utf8)]).hasChanges)
        try directory.write(Self.sheet.replacing("\"Three\"", with: "\"Third\""), to: "music/Disc/disc.cue")
        try scanner.update(changed: [Array("\(music)/Disc".utf8)])
        #expect(try songs(store).map(\.title) == ["One", "Two", "Third"])
    }

    @Test(
        "a hostile sheet costs nothing but itself",
        arguments: [
            "FILE \"../../etc/passwd\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:01:00\n",
            "FILE \"disc.cue\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:01:00\n",
            "FILE \"/etc/passwd\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n",
            "FILE \"gone.flac\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n", "no sheet at all", "FILE \"disc.flac\" WAVE\n",
            "FILE \"disc.flac\" WAVE\nTRACK 01 AUDIO\nINDEX 01 -1:00:00\n",
        ])
    func hostile(sheet: String) async throws {
        try await makeFile("Disc/disc.flac")
        try directory.write(sheet, to: "music/Disc/disc.cue")
        let store = try store()
        try scan(store)
        #expect(try places(store) == ["Disc/disc.flac"])
    }

    @Test("a sheet of a hundred thousand tracks gives as many songs as the limit says")
    func huge() async throws {
        try await makeFile("Disc/disc.flac")
        let tracks = (0..<20_000).map { "TRACK 01 AUDIO\nINDEX 01 \($0 / 60):\($0 % 60):00\n" }
        try directory.write("FILE \"disc.flac\" WAVE\n" + tracks.joined(), to: "music/Disc/disc.cue")
        let store = try store()
        try scan(store)
        #expect(try store.statistics().songs == 999)
    }
}
