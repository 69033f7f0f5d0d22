import Database
import MediaTypes
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Places at which media was left")
struct PlaceTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func store() throws -> LibraryStore {
        try LibraryStore(LibraryPlaces(directory: directory.file("data"))) { Issue.record("\($0)") }
    }

    /// Makes a file of which each has other bytes, and returns its path.
    private func file(_ name: String) throws -> [UInt8] {
        let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ name.utf8.count) }
        try writeFile(bytes, to: directory.file(name))
        return Array(directory.file(name).utf8)
    }

    private func count(_ store: LibraryStore, _ table: String) throws -> Int64? {
        try store.database.value("SELECT count(*) FROM \(table)")
    }

    @Test("a file and an address keep their places, also over a restart, and forget them")
    func kept() throws {
        let book = PlaceOwner(file: try file("book.mp3"))
        let podcast = PlaceOwner(address: "https://example.org/1.mp3")
        do {
            let store = try store()
            #expect(try store.place(of: book) == nil && store.place(of: podcast) == nil)
            try store.setPlace(1_234.567, of: book, at: 1)
            try store.setPlace(60, of: podcast, at: 2)
            try store.setPlace(61, of: podcast, at: 3)
        }
        let store = try store()
        #expect(try store.place(of: book) == 1_234.567 && store.place(of: podcast) == 61)
        try store.setPlace(nil, of: podcast, at: 4)
        #expect(try store.place(of: podcast) == nil && store.place(of: book) == 1_234.567)
        #expect(try count(store, "kept_songs") == 1, "what has no place any more leaves nothing behind")
    }

    @Test("a file that was moved keeps its place, and a copy of one that is still there has none")
    func moved() async throws {
        let store = try store()
        try store.setPlace(500, of: PlaceOwner(file: try file("old.mp3")), at: 1)
        try await Tool.run("cp", [directory.file("old.mp3"), directory.file("copy.mp3")])
        #expect(try store.place(of: PlaceOwner(file: Array(directory.file("copy.mp3").utf8))) == nil)
        try await Tool.run("mv", [directory.file("old.mp3"), directory.file("new.mp3")])
        let new = PlaceOwner(file: Array(directory.file("new.mp3").utf8))
        #expect(try store.place(of: new) == 500)
        try store.setPlace(700, of: new, at: 2)
        #expect(try store.place(of: new) == 700)
        #expect(try count(store, "positions") == 1)
    }

    @Test("a place that is kept for a file while it is away, because a run was killed, goes with the file to where it was moved")
    func awayAndMoved() async throws {
        let store = try store()
        let old = try file("old.mp3")
        try store.setPlace(500, of: PlaceOwner(file: old), at: 1)
        try await Tool.run("mv", [directory.file("old.mp3"), directory.file("new.mp3")])
        try store.setPlace(600, of: PlaceOwner(file: old), at: 2)
        #expect(try store.place(of: PlaceOwner(file: Array(directory.file("new.mp3").utf8))) == 600)
    }

    @Test("what else the user has made of media survives the end of its place")
    func beside() async throws {
        let book = try file("book.mp3")
        let store = try store()
        try store.setPlace(500, of: PlaceOwner(file: book), at: 1)
        let id: Int64 = try #require(try store.database.value("SELECT id FROM kept_songs"))
        try store.database.run("INSERT INTO stickers VALUES (?, 'rating', '8')", id)
        try store.setPlace(nil, of: PlaceOwner(file: book), at: 2)
        #expect(try count(store, "kept_songs") == 1 && count(store, "positions") == 0)
    }

    @Test("ids of media outside the library are never those of songs")
    func identifiers() throws {
        let store = try store()
        for number in 0..<5 { try store.setPlace(100, of: PlaceOwner(address: "https://example.org/\(number)"), at: 1) }
        let highest: Int64 = try #require(try store.database.value("SELECT max(id) FROM kept_songs"))
        #expect(try store.newIdentifier() > highest)
    }
}

@Suite("Addresses of the library")
struct LibraryAddressTests {
    @Test("they are a word, a colon and a name")
    func read() {
        #expect(LibraryAddress("album:Kind of Blue")?.kind == .album)
        #expect(LibraryAddress("AlbumArtist:X")?.kind == .named(.albumArtist) && LibraryAddress("genre: Jazz")?.name == " Jazz")
        #expect(LibraryAddress("album:a:b")?.name == "a:b")
        for text in ["album:", "album: ", "song:x", "/album:x", "file:///album:x", "https://a/album:x", "", "album"] {
            #expect(LibraryAddress(text) == nil, "\(text)")
        }
    }
}
