import Database
import MediaTypes
import TagReading
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Lists of songs in parts")
struct PagingTests {
    private let directory: TemporaryDirectory
    private let store: LibraryStore

    init() throws {
        directory = try TemporaryDirectory()
        store = try LibraryStore(LibraryPlaces(directory: directory.file("data"))) { Issue.record("\($0)") }
    }

    private let path = Array("/music".utf8)

    /// Adds a song, whose file has a number as its name if it is not told.
    @discardableResult
    private func add(_ name: String? = nil, _ change: (inout MusicTags) -> Void) throws -> Int64 {
        let place = FileIdentity(size: 1, modified: 1, device: 1, inode: 1)
        let id = if let known = try store.directory(path) { known.id } else { try store.addDirectory(path, parent: nil, place) }
        var file = MusicFile()
        change(&file.tags)
        let number = try store.statistics().songs
        let song = ScannedSong(name: Array((name ?? "\(number).flac").utf8), identity: place, stamp: number, file: file)
        return try store.write(song, in: id, path: path, over: nil, now: Double(number), isGone: { _ in false }).id
    }

    /// Returns the ids in all parts of a list.
    private func ids<Item: Sendable, Place: Sendable>(
        limit: Int, of list: (Place?) throws -> Page<Item, Place>, id: (Item) -> Int64
    ) throws -> [Int64] {
        var (ids, place): ([Int64], Place?) = ([], nil)
        repeat {
            let page = try list(place)
            #expect(page.items.count <= limit)
            (ids, place) = (ids + page.items.map(id), page.next)
        } while place != nil
        return ids
    }

    @Test("the songs of an album, of a directory, and those with a note are the whole together", arguments: [1, 2, 3, 7, 100])
    func parts(limit: Int) throws {
        let numbers: [(disc: String?, track: String?)] = [
            (nil, nil), (nil, "2"), ("1", "1"), ("1", "10"), ("2", "1"), ("2", "1"), ("2", "2"),
        ]
        let box = try numbers.map { number in
            try add { tags in (tags[.album], tags[.disc], tags[.track]) = ("Box", number.disc, number.track) }
        }
        let others = [try add { $0[.title] = "alone" }, try add { $0[.album] = "Änne" }]
        let album = try #require(try store.albums().items.first { $0.title == "Box" }).id
        let ofAlbum = try ids(limit: limit, of: { try store.songs(ofAlbum: album, after: $0, limit: limit) }, id: { $0.id })
        #expect(ofAlbum == box)
        let folder = try #require(try store.folder(at: path))
        let ofFolder = try ids(limit: limit, of: { try store.songs(in: folder, after: $0, limit: limit) }, id: { $0.id })
        #expect(ofFolder == others + box)
        for song in box { try store.setSticker("mood", "calm", of: .song(song)) }
        let noted = try ids(limit: limit, of: { try store.stickers(named: "mood", after: $0, limit: limit) }, id: { $0.song.id })
        #expect(noted == box)
    }

    @Test("a list goes on where it was, although songs before and at the place are gone, and another one has come")
    func changes() throws {
        let songs = try (1...6).map { number in try add { tags in (tags[.album], tags[.track]) = ("Box", "\(number * 2)") } }
        let album = try #require(try store.albums().items.first).id
        let folder = try #require(try store.folder(at: path))
        let ofAlbum = try #require(try store.songs(ofAlbum: album, limit: 3).next)
        let ofFolder = try #require(try store.songs(in: folder, after: nil, limit: 3).next)
        for song in songs[1...2] { try store.remove(song: song) }
        let new = try add("new.flac") { tags in (tags[.album], tags[.track]) = ("Box", "7") }
        let rest = [new] + Array(songs[3...])
        #expect(try store.songs(ofAlbum: album, after: ofAlbum).items.map(\.id) == rest)
        #expect(try store.songs(in: folder, after: ofFolder, limit: 9).items.map(\.id) == rest)
    }

    @Test("a place stays short whatever the tags and the name say, and is found again")
    func longNames() throws {
        let title = String(repeating: "ä", count: 500)
        let name = String(repeating: "x", count: 250)
        // The ends of the titles do not count.
        let songs = [
            try add(name + "1") { $0[.album] = title + "2" }, try add(name + "2") { $0[.album] = title + "1" },
            try add(name + "3") { $0[.album] = title },
        ]
        let folder = try #require(try store.folder(at: path))
        #expect(try store.songs(in: folder).map(\.id) == songs)
        let found = try ids(limit: 1, of: { try store.songs(in: folder, after: $0, limit: 1) }, id: { $0.id })
        #expect(found == songs)
        let place = try #require(try store.songs(in: folder, after: nil, limit: 1).next)
        #expect(place.album.unicodeScalars.count == 200)
    }

    @Test("an album has all its songs in the queue, however many the parts of lists hold")
    func wholeAlbum() throws {
        let songs = try (1...1_001).map { number in try add { tags in (tags[.album], tags[.track]) = ("Box", "\(number)") } }
        let address = try #require(LibraryAddress("album:box"))
        #expect(try store.songs(of: address, limit: 10_000).map(\.id) == songs)
        #expect(try store.songs(of: address, limit: 7).map(\.id) == Array(songs.prefix(7)))
    }
}
