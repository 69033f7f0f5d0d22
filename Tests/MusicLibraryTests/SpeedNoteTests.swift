import Database
import MediaTypes
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Notes of the speeds that items, books and feeds have")
struct SpeedNoteTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func store() throws -> LibraryStore {
        try LibraryStore(LibraryPlaces(directory: directory.file("data"))) { Issue.record("\($0)") }
    }

    private func notes(_ store: LibraryStore, _ owners: [SpeedOwner]) throws -> [String] {
        try store.speedNotes(of: owners).map { "\($0.owner.name) \($0.text)" }
    }

    @Test("are kept for everything that media belong to, also over a restart, and leave nothing behind once they are forgotten")
    func kept() throws {
        let file = SpeedOwner.all(of: directory.file("Dune/1.mp3"), album: "Dune")
        let address = SpeedOwner.all(of: "https://h/news/1.mp3", album: nil)
        do {
            let store = try store()
            #expect(try !store.hasSpeeds() && notes(store, file + address).isEmpty)
            for owner in file + address { try store.setSpeed(1.5, of: owner) }
            try store.setSpeed(1.25, of: file[0])
        }
        let store = try store()
        #expect(try store.hasSpeeds())
        let expected = (file + address).map { "\($0.name) \($0 == file[0] ? "1.25" : "1.5")" }
        #expect(try notes(store, file + address) == expected)
        for owner in file + address { try store.setSpeed(nil, of: owner) }
        try store.setSpeed(nil, of: file[0])
        #expect(try !store.hasSpeeds())
        for table in ["kept_songs", "stickers", "other_stickers"] {
            #expect(try store.database.value("SELECT count(*) FROM \(table)", as: Int64.self) == 0, "\(table)")
        }
    }

    @Test("are the notes that clients see of a song and of an album, and those that clients write")
    func shared() throws {
        let store = try store()
        let owners = SpeedOwner.all(of: "https://h/1.mp3", album: "Dune")
        try store.setSticker("speed", "fast", of: .tag("Album", value: "Dune"))
        #expect(try notes(store, owners) == ["Dune fast"], "as it is written")
        try store.setSpeed(2, of: owners[1])
        #expect(try store.sticker("speed", of: .tag("Album", value: "Dune")) == "2")
        try store.setSpeed(1.4, of: owners[0])
        let id: Int64? = try store.database.value("SELECT id FROM kept_songs")
        #expect(try store.sticker("speed", of: .song(try #require(id))) == "1.4")
        // Clients are told of none of a kind that they do not know.
        try store.setSpeed(3, of: try #require(owners.last))
        #expect(try store.stickerNames().map(\.kind) == [.song, .tag("Album")])
    }

    @Test("keep what else the user has made of media, and a place keeps the speed")
    func besides() throws {
        let store = try store()
        let media = PlaceOwner(address: "https://h/1.mp3")
        let owner = SpeedOwner.all(of: "https://h/1.mp3", album: nil)[0]
        try store.setPlace(100, of: media, at: 1)
        try store.setSpeed(2, of: owner)
        try store.setPlace(nil, of: media, at: 2)
        #expect(try notes(store, [owner]) == ["https://h/1.mp3 2"])
        try store.setPlace(200, of: media, at: 3)
        try store.setSpeed(nil, of: owner)
        #expect(try store.place(of: media) == 200)
    }

    @Test("of items are 20,000 at most: beyond that no further item gets one, and those that have one can get another one")
    func limit() throws {
        let store = try store()
        let owners = (1...2).map { SpeedOwner.all(of: "https://h/\($0).mp3", album: nil)[0] }
        try store.setSpeed(1.5, of: owners[0])
        let numbers = "WITH RECURSIVE numbers (n) AS (SELECT 1000001 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1019999)"
        try store.database.run(
            "\(numbers) INSERT INTO kept_songs (id, path, size, stamp) SELECT n, CAST('https://h/' || n AS BLOB), -1, 0 FROM numbers"
        )
        try store.database.run("\(numbers) INSERT INTO stickers SELECT n, 'speed', '2' FROM numbers")
        let error = #expect(throws: DatabaseError.self) { try store.setSpeed(2, of: owners[1]) }
        #expect(error?.message.contains("20000 items") == true && error?.code == .tooLarge)
        try store.setSpeed(1.25, of: owners[0])
        #expect(try notes(store, owners) == ["https://h/1.mp3 1.25"])
        try store.setSpeed(nil, of: owners[0])
        try store.setSpeed(2, of: owners[1])
        #expect(try notes(store, owners) == ["https://h/2.mp3 2"])
    }
}
