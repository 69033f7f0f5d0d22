import Database
import Glibc
import MediaTypes
import TagReading
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Scanning the directories of music")
struct ScanTests {
    let directory: TemporaryDirectory
    var music: String { directory.file("music") }

    init() async throws {
        directory = try TemporaryDirectory()
        try directory.makeDirectory("music")
        let options = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.5:r=48000", "-fflags", "+bitexact"]
        try await Tool.run("ffmpeg", options + [directory.file("sound.flac")])
        // All changes of the test's own files lie in a time that is over for the scanner.
    }

    var places: LibraryPlaces {
        LibraryPlaces(directory: directory.file("data"))
    }

    func store() throws(DatabaseError) -> LibraryStore { try LibraryStore(places) { Issue.record("\($0)") } }

    /// Makes a music file with a title and an artist of its own, whose sound differs too.
    func add(_ name: String, title: String, further: String...) throws { try add(name, title: title, tags: further) }

    /// Makes such a file with tags beside the title.
    func add(_ name: String, title: String, tags: [String]) throws {
        if let slash = name.lastIndex(of: "/") { try directory.makeDirectory("music/" + name[..<slash]) }
        var bytes = try readFile(directory.file("sound.flac"))
        bytes += Array(title.utf8) + (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ title.utf8.count) }
        try writeFile(Self.tagged(bytes, ["TITLE=\(title)"] + tags), to: "\(music)/\(name)")
    }

    /// The FLAC file with Vorbis comments in front of all other blocks but the first.
    private static func tagged(_ file: [UInt8], _ tags: [String]) -> [UInt8] {
        func number(_ count: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } }
        var block = number(0) + number(tags.count)
        for tag in tags { block += number(tag.utf8.count) + Array(tag.utf8) }
        // The block of comments that ffmpeg has written becomes padding.
        var (result, place) = (Array(file[..<42]), 42)
        result += [4] + [UInt8(block.count >> 16), UInt8(block.count >> 8 & 255), UInt8(block.count & 255)] + block
        var rest = Array(file[place...])
        place = 0
        while place + 4 < rest.count {
            if rest[place] & 0x7F == 4 { rest[place] = rest[place] & 0x80 | 1 }
            if rest[place] & 0x80 != 0 { break }
            place += 4 + Int(rest[place + 1]) << 16 + Int(rest[place + 2]) << 8 + Int(rest[place + 3])
        }
        result[4] &= 0x7F
        return result + rest
    }

    func scanner(_ store: LibraryStore, _ roots: [String]? = nil) -> LibraryScanner {
        LibraryScanner(store: store, roots: (roots ?? [music]).map { Array($0.utf8) })
    }

    /// Puts the time of change of each directory into the past, where it counts as settled.
    func settle() async throws {
        try await Tool.run("find", [music, "-type", "d", "-exec", "touch", "-d", "2020-01-01", "{}", "+"])
    }

    func titles(_ store: LibraryStore) throws -> [String] {
        try store.neverPlayed(limit: 1_000).compactMap(\.title).sorted()
    }

    @Test("finds all music below the directories, and reads nothing again that is as it was")
    func firstAndSecond() async throws {
        try add("a.flac", title: "A")
        try add("deep/er/b.flac", title: "B", further: "ARTIST=X", "ALBUM=Y")
        try directory.write("no music", to: "music/notes.txt")
        try directory.write("no music", to: "music/broken.mp3")
        try add(".hidden.flac", title: "H")
        try await settle()
        let store = try store()
        let first = try scanner(store).scan(.directories)
        #expect(first.songsAdded == 2 && first.directories == 3 && first.filesRead == 3, "\(first)")
        #expect(try titles(store) == ["A", "B"])
        let second = try scanner(store).scan(.directories)
        #expect(second.unchangedDirectories == 3 && second.filesRead == 0, "\(second)")
        let third = try scanner(store).scan(.files)
        // What is no music is looked at again.
        #expect(third.filesRead == 1 && third.songsChanged == 0, "\(third)")
        let statistics = try store.statistics()
        #expect((statistics.songs, statistics.albums, statistics.artists) == (2, 1, 1))
    }

    @Test("reads files again that look as they did only if all are to be read")
    func timePutBack() throws {
        try add("a/song.flac", title: "Before")
        let (store, file) = (try store(), "\(music)/a/song.flac")
        try scanner(store).scan(.directories)
        var status = stat()
        try #require(stat(file, &status) == 0)
        // As a program for tags does that is to keep the time, in the same file and with as many bytes.
        try add("a/song.flac", title: "Behind")
        try #require(utimensat(AT_FDCWD, file, [status.st_atim, status.st_mtim], 0) == 0)
        for scan in [try scanner(store).scan(.files), try scanner(store).update(Array(file.utf8))] {
            #expect(!scan.hasChanges, "\(scan)")
        }
        #expect(try store.neverPlayed().map(\.title) == ["Before"])
        #expect(try scanner(store).scan(.contents).songsChanged == 1)
        #expect(try store.neverPlayed().map(\.title) == ["Behind"])
        try add("a/song.flac", title: "Beyond")
        try #require(utimensat(AT_FDCWD, file, [status.st_atim, status.st_mtim], 0) == 0)
        #expect(try scanner(store).update(Array(file.utf8), readsAll: true).songsChanged == 1)
        #expect(try store.neverPlayed().map(\.title) == ["Beyond"])
    }

    @Test("notices tags that were changed in place, by a scan of files or an update of the path")
    func changed() async throws {
        try add("a/one.flac", title: "One")
        try add("b/two.flac", title: "Two")
        try await settle()
        let store = try store()
        try scanner(store).scan(.directories)
        // From here on the index follows each change.
        try store.settle()
        try add("a/one.flac", title: "One!")
        try add("b/two.flac", title: "Two!")
        let update = try scanner(store).update(Array("\(music)/a".utf8))
        #expect(update.songsChanged == 1 && update.directories == 1, "\(update)")
        #expect(try titles(store) == ["One!", "Two"])
        #expect(try scanner(store).scan(.files).songsChanged == 1)
        #expect(try titles(store) == ["One!", "Two!"])
        // The search has forgotten the old texts.
        #expect(try store.search("two!").items.count == 1 && store.search("one").items.count == 1)
    }

    @Test("keeps id, plays and stickers of files and directories that are renamed or moved")
    func moved() async throws {
        for index in 0..<5 { try add("album/\(index).flac", title: "Title \(index)") }
        try add("single.flac", title: "Single")
        let store = try store()
        try scanner(store).scan(.directories)
        let before = try store.neverPlayed()
        let single = try #require(before.first { $0.title == "Single" })
        try store.countPlay(of: single.id, at: 1_000)
        try store.setSticker("rating", "10", of: .song(single.id))
        try store.setPosition(90_000, of: single.id, at: 1_000)
        #expect(rename("\(music)/single.flac", "\(music)/album/other.flac") == 0)
        #expect(rename("\(music)/album", "\(music)/renamed") == 0)
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 6 && scan.songsAdded == 0 && scan.songsRemoved == 0, "\(scan)")
        let song = try #require(try store.song(single.id))
        #expect(String(decoding: song.path, as: UTF8.self) == "\(music)/renamed/other.flac" && song.playCount == 1)
        #expect(try store.stickers(of: .song(single.id)) == ["rating": "10"])
        #expect(try store.listening(to: single.id).position == 90_000)
        #expect(Set(try store.neverPlayed().map(\.id)) == Set(before.map(\.id)).subtracting([single.id]))
    }

    @Test("removes what is gone, and gives a file that comes back what the user has made of it")
    func removed() async throws {
        try add("a/one.flac", title: "One")
        try add("two.flac", title: "Two")
        let store = try store()
        try scanner(store).scan(.directories)
        // From here on the index follows each change.
        try store.settle()
        let one = try #require(try store.neverPlayed().first { $0.title == "One" })
        try store.countPlay(of: one.id, at: 5)
        #expect(rename("\(music)/a", directory.file("away")) == 0)
        #expect(try scanner(store).scan(.directories).songsRemoved == 1)
        #expect(try store.song(one.id) == nil && store.search("one").items.isEmpty)
        #expect(rename(directory.file("away"), "\(music)/b") == 0)
        #expect(try scanner(store).scan(.directories).songsAdded == 1)
        #expect(try store.song(one.id)?.playCount == 1)
    }

    @Test("keeps what was read if it is cancelled, and removes nothing")
    func cancelled() async throws {
        try add("one.flac", title: "One")
        let store = try store()
        try scanner(store).scan(.directories)
        #expect(unlink("\(music)/one.flac") == 0)
        let control = ScanControl()
        control.cancel()
        let scan = try scanner(store).scan(.directories, control: control)
        #expect(scan.wasCancelled && scan.songsRemoved == 0)
        #expect(try titles(store) == ["One"])
    }

    @Test("gives the songs of the user their ids again after the database of files was lost")
    func rebuilt() async throws {
        for index in 0..<5 { try add("\(index).flac", title: "Title \(index)") }
        let played: Int64
        do {
            let store = try store()
            try scanner(store).scan(.directories)
            played = try #require(try store.neverPlayed().first { $0.title == "Title 3" }).id
            try store.countPlay(of: played, at: 5)
        }
        try writeFile(
            Array("damaged, and longer than the head of a database would be: it has a hundred bytes, and this too".utf8)
                + Array(repeating: 0, count: 100), to: directory.file("data/library.db"))
        var reports: [String] = []
        let store = try LibraryStore(places) { reports.append($0) }
        #expect(reports.count == 1)
        try scanner(store).scan(.directories)
        #expect(try store.song(played)?.title == "Title 3" && store.song(played)?.playCount == 1)
        #expect(try store.statistics().songs == 5)
    }

    @Test("follows the configuration to other directories: above, below, and elsewhere")
    func otherRoots() async throws {
        for name in ["a/one.flac", "a/b/two.flac", "c/three.flac"] { try add(name, title: String(name.dropLast(5))) }
        let store = try store()
        for roots in [["a"], ["a", "c"], ["a/b"], [""], ["c"], ["a/b", "c"], ["", "a"]] {
            let paths = roots.map { $0.isEmpty ? music : "\(music)/\($0)" }
            try scanner(store, paths).scan(.directories)
            let expected = ["a/b/two", "a/one", "c/three"].filter { title in
                roots.contains { $0.isEmpty || title.hasPrefix($0 + "/") }
            }
            #expect(try titles(store) == expected, "\(roots)")
            var walked: [String] = []
            for path in MusicRoots(paths.map { Array($0.utf8) }).paths {
                try store.walk(from: path) { _, songs in walked += songs.compactMap(\.title) }
            }
            #expect(walked.sorted() == expected, "\(roots)")
        }
    }

    @Test("lists a directory by album, disc, track and name, and its directories by name")
    func order() async throws {
        try add("z.flac", title: "1", further: "ALBUM=B", "TRACKNUMBER=2")
        try add("y.flac", title: "2", further: "ALBUM=b", "TRACKNUMBER=1", "DISCNUMBER=1")
        try add("x.flac", title: "3", further: "ALBUM=a", "TRACKNUMBER=10")
        try add("w.flac", title: "4")
        for name in ["b", "Á", "c", "a"] { try add("\(name)/song.flac", title: name) }
        let store = try store()
        try scanner(store).scan(.directories)
        var walked: [String] = []
        try store.walk(from: Array(music.utf8)) { _, songs in walked += songs.compactMap(\.title) }
        #expect(walked == ["4", "3", "1", "2", "a", "Á", "b", "c"])
    }

    @Test("lists a directory once more after something was gone from it, because a crash may have come before the removal")
    func goneBeforeTheEnd() async throws {
        try add("a/one.flac", title: "One")
        try add("a/two.flac", title: "Two")
        let (store, path) = (try store(), Array("\(music)/a".utf8))
        try await settle()
        try scanner(store).scan(.directories)
        try await Tool.run("rm", ["\(music)/a/one.flac"])
        // Settled, and at another time than before.
        try await Tool.run("touch", ["-d", "2021-01-01", "\(music)/a"])
        try scanner(store).scan(.directories)
        #expect(try store.directory(path)?.modified == 0)
        #expect(try titles(store) == ["Two"])
        try scanner(store).scan(.directories)
        #expect(try store.directory(path)?.modified != 0)
    }

    @Test("forgets a former directory of music that was deleted as the one above it became one")
    func deletedFormerRoot() async throws {
        try add("a/one.flac", title: "One")
        try add("b/two.flac", title: "Two")
        let store = try store()
        try scanner(store, ["\(music)/a"]).scan(.directories)
        try await Tool.run("rm", ["-r", "\(music)/a"])
        try scanner(store).scan(.directories)
        #expect(try titles(store) == ["Two"])
        #expect(try store.directory(Array("\(music)/a".utf8)) == nil)
    }

    @Test("compares only the directories that have changed, and reads all of what is new in them")
    func changedDirectories() async throws {
        try add("a/one.flac", title: "One")
        try add("b/two.flac", title: "Two")
        let store = try store()
        try scanner(store).scan(.directories)
        try add("a/new/deep/three.flac", title: "Three")
        try add("b/four.flac", title: "Four")
        let scan = try scanner(store).update(changed: [Array("\(music)/a".utf8), Array("/elsewhere".utf8)])
        #expect(scan.songsAdded == 1 && scan.directories == 3, "\(scan)")
        #expect(try titles(store) == ["One", "Three", "Two"])
    }

    @Test("gives files back batch by batch, whoever reads them, and reads none once it is cancelled", arguments: [0, 1, 3])
    func batches(threadLimit: Int) throws {
        try add("one.flac", title: "One")
        let control = ScanControl()
        let readers = FileReaders(threadLimit: threadLimit, control)
        func file(_ name: String) -> LibraryScanner.PendingFile {
            LibraryScanner.PendingFile(directory: 1, directoryPath: Array(music.utf8), name: Array(name.utf8), known: nil)
        }
        for batch in 1...3 {
            readers.read((0..<100).map { file($0 % 40 == 7 ? "one.flac" : "missing \(batch) \($0)") }, completing: [])
        }
        for batch in 1...3 {
            let read = try #require(readers.takeBatch())
            #expect(readers.batchCount == 3 - batch && read.files.count == 100 && read.outcomes.count == 100)
            for (index, outcome) in read.outcomes.enumerated() {
                switch try #require(outcome) {
                case .song(let song): #expect(index % 40 == 7 && song.file.tags.title == "One")
                case .unreadable: #expect(read.files[index].name == Array("missing \(batch) \(index)".utf8))
                case .noMusic: Issue.record("file \(index) is no music")
                }
            }
        }
        control.cancel()
        readers.read([file("one.flac")], completing: [])
        let cancelled = try #require(readers.takeBatch())
        #expect(cancelled.outcomes.count == 1 && cancelled.outcomes[0] == nil)
        #expect(readers.takeBatch() == nil)
    }

    @Test("an address of the library stands for its songs, album after album, whatever the case and the accents")
    func addresses() throws {
        try add(
            "1/b.flac", title: "B", further: "ARTIST=Dvořák", "ALBUM=Číslo Devět", "TRACKNUMBER=2", "DATE=1893",
            "GENRE=Classical")
        try add(
            "1/a.flac", title: "A", further: "ARTIST=Dvořák", "ALBUM=Číslo Devět", "TRACKNUMBER=1", "DATE=1893",
            "GENRE=Classical")
        try add("2/c.flac", title: "C", further: "ARTIST=Dvořák", "ALBUM=Humoresky", "DATE=1890", "ALBUMARTIST=Various")
        try add("3/d.flac", title: "D", further: "ARTIST=Other", "ALBUM=More Humoresky", "COMPOSER=Dvořák")
        let store = try store()
        try scanner(store).scan(.directories)
        func titles(_ text: String, limit: Int = 100) throws -> [String] {
            try store.songs(of: try #require(LibraryAddress(text)), limit: limit).compactMap(\.title)
        }
        #expect(try titles("album:cislo devet") == ["A", "B"])
        #expect(try titles("album: HUMORESKY ") == ["C"], "the exact name counts alone")
        #expect(try titles("album:humor").sorted() == ["C", "D"], "else what contains it")
        #expect(try titles("artist:dvorak") == ["C", "A", "B"])
        #expect(try titles("artist:dvorak", limit: 2) == ["C", "A"])
        #expect(try titles("artist:various") == ["C"] && titles("albumartist:various") == ["C"])
        #expect(try titles("composer:dvorak") == ["D"] && titles("genre:classical") == ["A", "B"])
        #expect(try titles("year:1890") == ["C"] && titles("year:x").isEmpty && titles("album:nothing").isEmpty)
    }
}
