import Database
import MediaTypes
import Synchronization
import TagReading
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("The text about the songs of a directory")
struct TextTests {
    private let directory: TemporaryDirectory
    private let store: LibraryStore
    private let places: LibraryPlaces

    init() throws {
        directory = try TemporaryDirectory()
        places = LibraryPlaces(directory: directory.file("data"))
        store = try LibraryStore(places) { Issue.record("\($0)") }
        let place = FileIdentity(size: 1, modified: 1, device: 1, inode: 1)
        let top = try store.addDirectory(Array("/music".utf8), parent: nil, place)
        for name in ["a", "b"] { _ = try store.addDirectory(Array("/music/\(name)".utf8), parent: top, place) }
        for (name, folder) in [("1", "a"), ("2", "a"), ("3", "b")] { try write(name, in: folder) }
    }

    /// Writes a song of a directory, over `known` if it has an id.
    @discardableResult
    private func write(_ name: String, in folder: String, over known: Int64? = nil, to other: LibraryStore? = nil) throws -> Int64
    {
        let store = other ?? store
        let path = Array("/music/\(folder)".utf8)
        let id = try #require(try store.directory(path)).id
        var file = MusicFile()
        file.tags[.title] = name
        let identity = FileIdentity(size: 1, modified: 1, device: 1, inode: 1)
        let stamp = Int64(name.utf8.reduce(0) { $0 * 31 + Int($1) })
        let song = ScannedSong(name: Array("\(name).flac".utf8), identity: identity, stamp: stamp, file: file)
        return try store.transaction { () throws(DatabaseError) in
            try store.write(song, in: id, path: path, over: known, now: 1, isGone: { _ in false }).id
        }
    }

    private let everything = LibraryWalk(from: [Array("/music".utf8)])

    /// The texts of all directories, and the names of those whose text was made for that.
    private func ask(form: Int64 = 1) throws -> (texts: [String], made: [String]) {
        var (walk, texts, made) = (everything, [String](), [String]())
        try store.walkTexts(&walk, form: form, limit: .max) { song, text in
            if text.isEmpty { made.append(String(decoding: song.directory.nameInPath, as: UTF8.self)) }
            text += "\(text.isEmpty ? "" : " ")\(song.title ?? "")".utf8
        } _: { walked in
            texts.append(String(decoding: walked.text, as: UTF8.self))
            return true
        }
        return (texts, made)
    }

    @Test("is made once, and again only for directories of which a song was added, changed or removed")
    func kept() throws {
        #expect(try ask() == (["", "1 2", "3"], ["a", "b"]))
        #expect(try ask() == (["", "1 2", "3"], []))
        let added = try write("4", in: "b")
        #expect(try ask() == (["", "1 2", "3 4"], ["b"]))
        try write("5", in: "b", over: added)
        #expect(try ask() == (["", "1 2", "3 5"], ["b"]))
        try store.transaction { () throws(DatabaseError) in try store.remove(song: added) }
        #expect(try ask() == (["", "1 2", "3"], ["b"]))
        #expect(try ask() == (["", "1 2", "3"], []))
    }

    @Test("is made again in both directories if a song moves from one to the other")
    func moved() throws {
        _ = try ask()
        let song = try #require(try store.song(at: Array("/music/a/2.flac".utf8)))
        try write("2", in: "b", over: song.id)
        #expect(try ask() == (["", "1", "2 3"], ["a", "b"]))
    }

    @Test("is made again in another form, and after a directory was removed and is back")
    func forms() throws {
        _ = try ask()
        #expect(try ask(form: 2).made == ["a", "b"])
        #expect(try ask(form: 2).made.isEmpty)
        try store.database.run("DELETE FROM directories WHERE path = ?", Array("/music/a".utf8))
        #expect(try ask(form: 2) == (["", "3"], []))
    }

    @Test("is not kept if a scan changes the library while it is made, and waits for no scan that writes")
    func scans() throws {
        let other = try LibraryStore(places) { Issue.record("\($0)") }
        var (walk, isFirst) = (everything, true)
        try store.walkTexts(&walk, form: 1, limit: .max) { _, text in
            text.append(1)
        } _: { _ in
            if isFirst { _ = try? write("1 new", in: "a", to: other) }
            isFirst = false
            return true
        }
        #expect(try ask().made == ["a", "b"], "the text from before the change was not kept")
        try write("6", in: "a")
        try other.transaction { () throws(DatabaseError) in
            try other.setState("test", 1)
            let begun = ContinuousClock.now
            _ = try? ask()
            #expect(ContinuousClock.now - begun < .seconds(3), "SQLite would wait for five")
        }
        #expect(try ask().made == ["a"])
    }

    /// Keeps the texts that are missing, and returns how many songs were written and how often it was done.
    private func keepMissing(form: Int64 = 1, limit: Int = 1_000, padding: Int = 0) throws -> (songs: Int, calls: Int) {
        let written = Atomic(0)
        let texts = SongTexts(form: form) {
            { song, text in
                written.wrappingAdd(1, ordering: .relaxed)
                text += "\(text.isEmpty ? "" : " ")\(song.title ?? "")".utf8
                text += Array(repeating: UInt8(ascii: "."), count: padding)
            }
        }
        var (last, calls): (Int64?, Int) = (0, 0)
        while let directory = last {
            last = try store.keepMissingTexts(texts, behind: directory, limit: limit)
            calls += 1
        }
        return (written.load(ordering: .relaxed), calls)
    }

    @Test("is kept before anybody asks, where it is missing, and not twice")
    func missing() throws {
        #expect(try keepMissing() == (3, 2))
        #expect(try ask() == (["", "1 2", "3"], []))
        #expect(try keepMissing() == (0, 1))
        try write("4", in: "b")
        #expect(try keepMissing() == (2, 2))
        #expect(try ask() == (["", "1 2", "3 4"], []))
        // In another form all are missing.
        #expect(try keepMissing(form: 2).songs == 4)
        #expect(try ask(form: 2) == (["", "1 2", "3 4"], []))
    }

    @Test("is not kept before anybody asks where it is too long, and the others are")
    func missingLong() throws {
        // Two songs are too many for a text of 399 bytes, and are not even read.
        #expect(try keepMissing(limit: 399) == (1, 2))
        #expect(try keepMissing(limit: 400, padding: 250) == (2, 2))
        #expect(try keepMissing(limit: 400, padding: 250) == (2, 2), "tried again")
        #expect(try ask() == (["", "1 2", "3"], ["a"]))
    }

    @Test("is kept for many directories, a part of them at a time")
    func missingMany() throws {
        let place = FileIdentity(size: 1, modified: 1, device: 1, inode: 1)
        for number in 1...450 {
            _ = try store.addDirectory(Array("/music/\(number)".utf8), parent: nil, place)
            try write("n\(number)", in: "\(number)")
        }
        // 200 directories at a time, of 452.
        #expect(try keepMissing() == (453, 4))
        #expect(try keepMissing() == (0, 1))
        // Half a megabyte at a time: three of these.
        #expect(try keepMissing(form: 2, limit: 1 << 20, padding: 200_000) == (453, 152))
    }

    @Test("is asked for until the answer is full")
    func stops() throws {
        var (walk, seen) = (everything, 0)
        try store.walkTexts(&walk, form: 1, limit: .max) { _, text in
            text.append(1)
        } _: { _ in
            seen += 1
            return seen < 2
        }
        #expect(seen == 2)
    }

    @Test("is not kept if it is longer than a part")
    func longTexts() throws {
        var walk = everything
        try store.walkTexts(&walk, form: 1, limit: 3) { song, text in
            text += "\(song.title ?? "")!".utf8
        } _: { _ in
            true
        }
        #expect(try ask() == (["", "1 2", "3!"], ["a"]))
    }
}
