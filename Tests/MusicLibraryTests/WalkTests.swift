import Database
import MediaTypes
import TagReading
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("A walk over the library in parts")
struct WalkTests {
    fileprivate static func name(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// A library, and another connection to it, as a scan has one.
    private struct Tree {
        let directory: TemporaryDirectory
        let store: LibraryStore
        let other: LibraryStore

        private let songs: [(directory: String, count: Int)]

        /// Makes a library of directories with so many songs in them. The names of the songs are counted, with two digits.
        init(_ songs: [(directory: String, count: Int)]) throws {
            self.songs = songs
            directory = try TemporaryDirectory()
            let places = LibraryPlaces(directory: directory.file("data"))
            store = try LibraryStore(places) { Issue.record("\($0)") }
            other = try LibraryStore(places) { Issue.record("\($0)") }
            try fill()
        }

        /// Adds everything to the library, which is empty.
        func fill() throws {
            var number = 0
            for (directory, count) in songs {
                try add(directory, songs: (0..<count).map { WalkTests.name(number + $0 + 1) })
                number += count
            }
        }

        /// Adds songs of a directory, and the directory if the library does not have it.
        func add(_ directory: String, songs: [String] = [], to changed: LibraryStore? = nil) throws {
            let (store, path) = (changed ?? other, Array(directory.utf8))
            let place = FileIdentity(size: 1, modified: 1, device: 1, inode: 1)
            try store.transaction { () throws(DatabaseError) in
                let above = try store.directory(Array(path.directoryInPath))?.id
                let known = try store.directory(path)?.id
                let id = if let known { known } else { try store.addDirectory(path, parent: above, place) }
                for name in songs {
                    var file = MusicFile()
                    file.tags[.title] = name
                    let stamp = Int64(name.utf8.reduce(0) { $0 * 31 + Int($1) })
                    let song = ScannedSong(name: Array(name.utf8), identity: place, stamp: stamp, file: file)
                    try store.write(song, in: id, path: path, over: nil, now: 1, isGone: { _ in false })
                }
            }
        }

        func remove(directory: String) throws {
            try other.transaction { () throws(DatabaseError) in
                try other.database.run("DELETE FROM directories WHERE path = ?", Array(directory.utf8))
            }
        }

        func remove(song: String) throws {
            let id = try #require(try other.song(at: Array(song.utf8))).id
            try other.transaction { () throws(DatabaseError) in try other.remove(song: id) }
        }

        /// Walks in parts that end with so many bytes, and returns what each has: the paths of directories, the names of songs, and a
        /// dot behind the songs of a directory.
        func walk(
            _ starts: [String] = ["/m"], limit: Int, form: Int64? = nil, mostIDs: Int = 100_000, isDeep: Bool = true,
            after change: (_ parts: Int) throws -> Void = { _ in }
        ) throws -> [[String]] {
            var walk = LibraryWalk(from: starts.map { Array($0.utf8) }, isDeep: isDeep, mostIDs: mostIDs)
            var parts: [[String]] = []
            while !walk.isDone {
                var (part, bytes) = ([String](), 0)
                try store.walkTexts(&walk, form: form, limit: limit) { song, text in
                    text += song.name + [UInt8(ascii: " ")]
                } _: { walked in
                    if walked.isBeginning { part.append(String(decoding: walked.folder.path, as: UTF8.self)) }
                    part += String(decoding: walked.text, as: UTF8.self).split(separator: " ").map(String.init)
                    if walked.isEnd { part.append(".") }
                    bytes += walked.text.count
                    return bytes < limit
                }
                #expect(walk.byteCount <= 16 * mostIDs)
                parts.append(part)
                try change(parts.count)
            }
            return parts
        }
    }

    private static let songs: [(directory: String, count: Int)] = [
        ("/m", 2), ("/m/a", 1), ("/m/a/z", 3), ("/m/a b", 0), ("/m/c", 5), ("/m/c/d", 2), ("/m/e", 1),
    ]
    private static let whole = [
        "/m", "01", "02", ".", "/m/a", "03", ".", "/m/a/z", "04", "05", "06", ".", "/m/a b", ".",
        "/m/c", "07", "08", "09", "10", "11", ".",
        "/m/c/d", "12", "13", ".", "/m/e", "14", ".",
    ]

    @Test(
        "is the same in parts of any size, with kept texts and without, however much is remembered between two of them",
        arguments: [1, 3, 7, 20, 1_000], [1, 2, 100_000])
    func sizes(limit: Int, mostIDs: Int) throws {
        let tree = try Tree(Self.songs)
        for form: Int64? in [nil, 1, 1] {
            let parts = try tree.walk(limit: limit, form: form, mostIDs: mostIDs)
            #expect(parts.flatMap(\.self) == Self.whole)
            #expect(limit > 1 || parts.count == 14, "each has one song")
            #expect(limit < 1_000 || parts.count == 1)
            // What was kept with long parts is not used for short ones.
            if form != nil { _ = try tree.walk(limit: 1_000, form: form) }
        }
    }

    @Test("goes on behind its place if the directories around it are removed", arguments: [1, 100_000])
    func removed(mostIDs: Int) throws {
        let tree = try Tree(Self.songs)
        for gone in ["/m/a", "/m/a/z", "/m/a b", "/m/c", "/m/c/d", "/m/e", "/m"] {
            for moment in 1...13 {
                let parts = try tree.walk(limit: 1, mostIDs: mostIDs) { if $0 == moment { try tree.remove(directory: gone) } }
                // The songs of the first parts, and those behind them that are still there.
                var (expected, above) = ([String](), "")
                for entry in Self.whole where entry != "." {
                    guard let number = Int(entry) else {
                        above = entry
                        continue
                    }
                    if number <= moment || !(above + "/").hasPrefix(gone + "/") { expected.append(entry) }
                }
                #expect(parts.joined().filter { Int($0) != nil } == expected, "\(gone) after \(moment)")
                try tree.remove(directory: "/m")
                try tree.fill()
            }
        }
    }

    @Test("has every song once that was there all the time, whatever comes and goes beside it")
    func changes() throws {
        for moment in 1...13 {
            let tree = try Tree(Self.songs)
            let parts = try tree.walk(limit: 1) { count in
                guard count == moment else { return }
                try tree.remove(song: "/m/c/09")
                try tree.add("/m/0", songs: ["first"])
                try tree.add("/m/c", songs: ["10new"])
                try tree.add("/m/f", songs: ["last"])
            }
            let seen = parts.flatMap(\.self)
            for number in 1...14 where number != 9 {
                #expect(seen.count { $0 == Self.name(number) } == 1, "\(number) after \(moment)")
            }
            #expect(seen.last { $0 != "." } == "last")
            #expect(seen.contains("first") == (moment < 3), "it is behind the songs of the top, and before everything else")
            #expect(seen.contains("09") == (moment >= 9))
        }
    }

    @Test("sees what its own connection changes between two parts")
    func ownChanges() throws {
        let tree = try Tree(Self.songs)
        let parts = try tree.walk(limit: 1) { if $0 == 6 { try tree.add("/m/b", songs: ["new"], to: tree.store) } }
        #expect(parts[6...].joined().filter { $0 != "." }.prefix(4) == ["/m/a b", "/m/b", "new", "/m/c"])
    }

    @Test("goes through several directories, without those that are not there")
    func starts() throws {
        let tree = try Tree([("/m", 1), ("/m/a", 1), ("/n", 1), ("/n/b", 2)])
        let all = ["/n", "03", ".", "/n/b", "04", "05", ".", "/m", "01", ".", "/m/a", "02", "."]
        for limit in [1, 1_000] { #expect(try tree.walk(["/n", "/x", "/m", "/y"], limit: limit).flatMap(\.self) == all) }
        let parts = try tree.walk(["/n", "/m"], limit: 1) { if $0 == 2 { try tree.remove(directory: "/n") } }
        #expect(parts.flatMap(\.self).filter { $0 != "." } == ["/n", "03", "/n/b", "04", "/m", "01", "/m/a", "02"])
    }

    @Test("has the songs of one directory only if that is wanted")
    func flat() throws {
        let tree = try Tree(Self.songs)
        for limit in [1, 1_000] {
            #expect(try tree.walk(["/m/c"], limit: limit, isDeep: false).flatMap(\.self) == Array(Self.whole[14...20]))
        }
        let parts = try tree.walk(["/m/c"], limit: 1, isDeep: false) { if $0 == 2 { try tree.remove(directory: "/m/c/d") } }
        #expect(parts.flatMap(\.self) == Array(Self.whole[14...20]))
    }
}
