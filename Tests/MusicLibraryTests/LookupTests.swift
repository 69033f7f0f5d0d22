import Database
import MediaTypes
import TagReading
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Songs that are looked up by their paths")
struct LookupTests {
    private let directory: TemporaryDirectory
    private let store: LibraryStore

    init() throws {
        directory = try TemporaryDirectory()
        store = try LibraryStore(LibraryPlaces(directory: directory.file("data"))) { Issue.record("\($0)") }
        let place = FileIdentity(size: 1, modified: 1, device: 1, inode: 1)
        let top = try store.addDirectory(Array("/music".utf8), parent: nil, place)
        for name in ["a", "b"] { _ = try store.addDirectory(Array("/music/\(name)".utf8), parent: top, place) }
        for (name, folder) in [("1", "a"), ("2", "a"), ("3", "b")] { try write(name, in: folder) }
    }

    /// Writes a song of a directory, over `known` if it has an id. All songs of a directory are of one album.
    @discardableResult
    private func write(_ name: String, in folder: String, composer: String? = nil, over known: Int64? = nil) throws -> Int64 {
        let path = Array("/music/\(folder)".utf8)
        let id = try #require(try store.directory(path)).id
        var file = MusicFile()
        file.tags[.title] = name
        file.tags[.album] = "Album \(folder)"
        file.tags[all: .composer] = composer.map { [$0] } ?? []
        let identity = FileIdentity(size: 1, modified: 1, device: 1, inode: 1)
        let stamp = Int64(name.utf8.reduce(0) { $0 * 31 + Int($1) })
        let song = ScannedSong(name: Array("\(name).flac".utf8), identity: identity, stamp: stamp, file: file)
        return try store.transaction { () throws(DatabaseError) in
            try store.write(song, in: id, path: path, over: known, now: 1, isGone: { _ in false }).id
        }
    }

    private func songs(_ paths: [String]) throws -> [LibrarySong?] { try store.songs(at: paths.map { Array($0.utf8) }) }

    @Test("come in the order of the paths, with nothing for a path that has no song, and are the same as one by one")
    func many() throws {
        let paths = [
            "/music/a/2.flac", "/music/b/3.flac", "/music/b/1.flac", "/music/a/1.flac", "/music/a/1.flac", "/music/c/1.flac",
            "1.flac",
            "", "/music/a", "/music/a/2.flac",
        ]
        let found = try songs(paths)
        #expect(found.map { $0?.title } == ["2", "3", nil, "1", "1", nil, nil, nil, nil, "2"])
        #expect(found.compactMap { $0?.tags[.album] } == ["Album a", "Album b", "Album a", "Album a", "Album a"])
        for (path, song) in zip(paths, found) { #expect(try store.song(at: Array(path.utf8)) == song) }
        #expect(try songs([]).isEmpty)
    }

    @Test("have another checksum once another tag was found, and the same one if nothing has changed")
    func checksum() throws {
        let before = try #require(try songs(["/music/a/1.flac"])[0])
        try write("1", in: "a", over: before.id)
        #expect(try songs(["/music/a/1.flac"])[0]?.checksum == before.checksum)
        try write("1", in: "a", composer: "Clara", over: before.id)
        let after = try songs(["/music/a/1.flac", "/music/a/2.flac", "/music/b/3.flac"]).compactMap { $0?.checksum }
        #expect(after.count == 3 && Set(after).union([before.checksum]).count == 4)
    }

    @Test("of songs in the order of the tree, as many come as are wanted")
    func firstInTree() throws {
        let found = try songs(["/music/b/3.flac", "/music/a/2.flac", "/music/a/1.flac"]).compactMap { $0 }
        let all = found.inTreeOrder()
        #expect(all.map(\.title) == ["1", "2", "3"])
        for count in 0...4 { #expect(found.inTreeOrder(first: count) == Array(all.prefix(count))) }
    }
}
