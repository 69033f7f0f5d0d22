import Database
import MediaTypes
import TagReading
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Songs in the order of albums")
struct AlbumOrderTests {
    private let directory: TemporaryDirectory
    private let store: LibraryStore

    init() throws {
        directory = try TemporaryDirectory()
        store = try LibraryStore(LibraryPlaces(directory: directory.file("data"))) { Issue.record("\($0)") }
    }

    /// Adds the tracks of an album in the order in which a disk may list them.
    private func add(_ album: String, tracks: [Int]) throws {
        let path = Array("/music/\(album)".utf8)
        let number = Int(try store.statistics().songs)
        let place = FileIdentity(size: 1, modified: 1, device: 1, inode: Int64(number + 1))
        let id = try store.addDirectory(path, parent: nil, place)
        for track in tracks {
            var file = MusicFile()
            (file.tags[.title], file.tags[.album], file.tags[all: .artist]) = ("Part \(track)", album, ["Somebody"])
            (file.tags[.track], file.tags[.date]) = ("\(track)", "1999")
            let song = ScannedSong(
                name: Array("\(track).flac".utf8), identity: place, stamp: Int64(number + track), file: file)
            _ = try store.write(song, in: id, path: path, over: nil, now: Double(number + track), isGone: { _ in false })
        }
    }

    /// All songs that parts of a list give together, as `album track`.
    private func all(
        _ read: (BlockPlace?) throws -> Page<LibrarySong, BlockPlace>
    ) throws -> [String] {
        var (found, place): ([String], BlockPlace?) = ([], nil)
        repeat {
            let page = try read(place)
            found += page.items.map { "\($0.tags[.album] ?? "") \($0.trackNumber ?? 0)" }
            place = page.next
        } while place != nil
        return found
    }

    @Test("a search gives the tracks of an album one after the other, in one part and in several", arguments: [1, 2, 3, 100])
    func search(limit: Int) throws {
        try add("Second", tracks: [5, 1, 4, 3, 2])
        try add("First", tracks: [2, 1])
        let wanted = ["First 1", "First 2"] + (1...5).map { "Second \($0)" }
        #expect(try all { try store.found("part", after: $0, limit: limit) } == wanted)
        #expect(try all { try store.found("somebody", in: .artist, after: $0, limit: limit) } == wanted)
        #expect(try store.found("nothing of that").items.isEmpty)
    }

    @Test("so do the songs of a name and of a year")
    func names() throws {
        try add("Album", tracks: [3, 1, 2])
        let name = try #require(try store.names(in: .artist).items.first?.id)
        let wanted = ["Album 1", "Album 2", "Album 3"]
        #expect(try all { try store.songs(ofName: name, inAlbumOrderAfter: $0, limit: 2) } == wanted)
        #expect(try all { try store.songs(ofYear: 1999, inAlbumOrderAfter: $0, limit: 2) } == wanted)
    }

    @Test("a list of several blocks has each song once, also if the last one of a part has gone meanwhile")
    func blocks() throws {
        let count = LibraryStore.pageLimit
        try add("Long", tracks: Array((1...count).reversed()))
        try add("Short", tracks: [2, 1])
        let whole = (1...count).map { "Long \($0)" } + ["Short 1", "Short 2"]
        #expect(try all { try store.found("part", after: $0, limit: count) } == whole)
        let found = try all { try store.found("part", after: $0, limit: 40) }
        #expect(found.count == whole.count && Set(found) == Set(whole))
        let page = try store.found("part", limit: 2)
        let place = try #require(page.next)
        let gone = BlockPlace(block: place.block, count: place.count, last: .max, size: place.size)
        #expect(try store.found("part", after: gone, limit: 1).items.map(\.trackNumber) == [Int64(count) - 97])
    }

    @Test("any numbers are taken for a place", arguments: [Int64.min, -1, 0, .max])
    func places(number: Int64) throws {
        try add("Album", tracks: [1])
        let place = BlockPlace(block: number, count: Int(number), last: number, size: Int(number))
        for text in ["part", "p"] { #expect(try store.found(text, after: place).items.count <= 1) }
    }
}
