import Database
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Databases of the library that somebody has changed")
struct ForeignObjectTests {
    private let directory: TemporaryDirectory
    private var places: LibraryPlaces { LibraryPlaces(directory: directory.file("data")) }

    init() throws { directory = try TemporaryDirectory() }

    private func open() throws -> (store: LibraryStore, reports: [String]) {
        var reports: [String] = []
        let store = try LibraryStore(places) { reports.append($0) }
        return (store, reports)
    }

    private func change(_ path: String, _ sql: String) throws {
        let connection = try Connection(path: path, durability: .full)
        try connection.execute(sql)
    }

    private func addDirectory(_ store: LibraryStore) throws {
        let identity = FileIdentity(size: 0, modified: 1, device: 1, inode: 1)
        try store.transaction { () throws(DatabaseError) in
            _ = try store.addDirectory(Array("/music".utf8), parent: nil, identity)
        }
    }

    @Test(
        "what the files say is set aside with whatever in it is not of the daemon's making, and begins anew",
        arguments: [
            "CREATE TRIGGER stop BEFORE INSERT ON directories BEGIN SELECT raise(ABORT, 'no'); END",
            "CREATE VIEW songs_view AS SELECT * FROM songs",
            "CREATE TABLE guests (name TEXT)",
            "DROP TABLE new_songs",
            "ALTER TABLE songs RENAME COLUMN bit_rate TO rate",
            "DROP TABLE new_songs; CREATE TABLE new_songs (song INTEGER PRIMARY KEY, x INTEGER NOT NULL) STRICT",
            "PRAGMA user_version = 0", "PRAGMA user_version = 10",
        ])
    func library(sql: String) throws {
        #expect(try open().reports.isEmpty)
        try change(places.library, sql)
        let (store, reports) = try open()
        #expect(reports.count == 1 && reports.first?.contains("library.db.damaged") == true, "\(reports)")
        try addDirectory(store)
        #expect(try open().reports.isEmpty)
    }

    @Test("what the user has made with another version stays as it is, and is refused", arguments: [1, 4])
    func otherVersion(version: Int) throws {
        #expect(try open().reports.isEmpty)
        try change(places.listening, "INSERT INTO counters VALUES ('mine', 7); PRAGMA user_version = \(version)")
        let error = #expect(throws: DatabaseError.self) { _ = try open() }
        #expect(error?.code == (version == 1 ? .olderSchema : .newerSchema) && error?.message.contains(places.listening) == true)
        try change(places.listening, "PRAGMA user_version = 3")
        let (store, reports) = try open()
        #expect(reports.isEmpty, "\(reports)")
        #expect(try store.database.value("SELECT value FROM listening.counters WHERE name = 'mine'") == Int64(7))
    }

    @Test("what the user has made with the version before stays, and gets the table of stickers of what is no song")
    func versionBefore() throws {
        #expect(try open().reports.isEmpty)
        try change(
            places.listening,
            "INSERT INTO counters VALUES ('mine', 7); DROP TABLE other_stickers; PRAGMA user_version = 2")
        let (store, reports) = try open()
        #expect(reports.isEmpty, "\(reports)")
        try store.setSticker("mood", "calm", of: .playlist("p"))
        #expect(try store.database.value("SELECT value FROM listening.counters WHERE name = 'mine'") == Int64(7))
        // The tables are those of a database that is made anew.
        let again = try open()
        #expect(again.reports.isEmpty, "\(again.reports)")
        #expect(try again.store.stickers(of: .playlist("p")) == ["mood": "calm"])
    }

    @Test("what the user has made stays, and loses a trigger or a view that somebody has put in")
    func listening() throws {
        #expect(try open().reports.isEmpty)
        try change(places.listening, "INSERT INTO counters VALUES ('mine', 7)")
        try change(
            places.listening,
            "CREATE TRIGGER \"st\"\"op\" BEFORE INSERT ON counters BEGIN SELECT raise(ABORT, 'no'); END; CREATE VIEW v AS SELECT 1"
        )
        let (store, reports) = try open()
        #expect(reports.count == 2 && !reports.contains { $0.contains("set aside") }, "\(reports)")
        try store.database.run("INSERT INTO listening.counters VALUES ('other', 1)")
        #expect(try store.database.value("SELECT value FROM listening.counters WHERE name = 'mine'") == Int64(7))
        #expect(try open().reports.isEmpty)
    }

    @Test("what the user has made is renamed, and not lost, if a table of it is missing")
    func missingTable() throws {
        #expect(try open().reports.isEmpty)
        try change(places.listening, "DROP TABLE stickers")
        let (store, reports) = try open()
        #expect(reports.count == 1 && reports.first?.contains("listening.db.damaged") == true, "\(reports)")
        #expect(try store.database.value("SELECT count(*) FROM listening.stickers") == Int64(0))
    }

    @Test(
        "what the user has made with the version before is renamed, and not lost, if something else has the name of a table that is new",
        arguments: [
            "CREATE TABLE other_stickers (uri TEXT, mark INTEGER)", "CREATE VIEW other_stickers AS SELECT * FROM counters",
            "CREATE TABLE guests (name TEXT); CREATE INDEX other_stickers_name ON guests (name)",
        ])
    func nameInTheWay(sql: String) throws {
        #expect(try open().reports.isEmpty)
        try change(
            places.listening,
            "INSERT INTO counters VALUES ('mine', 7); DROP TABLE other_stickers; \(sql); PRAGMA user_version = 2")
        let (store, reports) = try open()
        #expect(reports.count == 1 && reports.first?.contains("listening.db.damaged") == true, "\(reports)")
        try store.setSticker("mood", "calm", of: .playlist("p"))
        #expect(try open().reports.isEmpty)
        let aside = try Connection(path: places.listening + ".damaged", durability: .full)
        #expect(try aside.integer("SELECT value FROM counters WHERE name = 'mine'") == 7)
    }
}
