import Database
import MPDProtocol
import MediaTypes
import TagReading
import TestSupport
import Testing

@testable import MPDDoor
@testable import MusicLibrary

@Suite("lists of directories in parts")
struct ListPartTests {
    private let directory: TemporaryDirectory
    private let store: LibraryStore

    init() throws {
        directory = try TemporaryDirectory()
        store = try LibraryStore(LibraryPlaces(directory: directory.file("data"))) { Issue.record("\($0)") }
        for (name, count) in [("/m", 3), ("/m/a", 0), ("/m/a/b", 20), ("/m/c", 1), ("/n", 2), ("/n/d", 7)] {
            try Songs.add(count, below: name, to: store)
        }
    }

    /// All rows of a list that is made in parts of so many bytes, and how many bytes the longest part has.
    private func list(
        _ listing: LibraryLookup.Listing, _ place: String, _ lookup: LibraryLookup, partBytes: Int
    ) throws -> (text: String, longest: Int) {
        var lookup = lookup
        lookup.partBytes = partBytes
        var part = try lookup.list(listing, place, in: store).get()
        var (bytes, longest) = ([UInt8](), 0)
        while true {
            let rows = part.rows.flatMap(\.bytes)
            (bytes, longest) = (bytes + rows, max(longest, rows.count))
            guard let rest = part.rest else { break }
            part = try lookup.part(of: rest, listing, in: store).get()
        }
        return (String(decoding: bytes, as: UTF8.self), longest)
    }

    @Test("are byte for byte what one part would be, for one directory of music and for several", arguments: [1, 300, 2_000])
    func sizes(partBytes: Int) throws {
        let (one, two) = (MusicRoots([Array("/m".utf8)]), MusicRoots([Array("/m".utf8), Array("/n".utf8)]))
        for (roots, places) in [(one, ["", "/", "a", "a/b"]), (two, ["", "m", "m/a", "n", "n/d"])] {
            for tags: Set<TagType> in [Set(TagType.allCases), [.title]] {
                let lookup = LibraryLookup(roots: roots, tags: tags)
                for place in places {
                    for listing: LibraryLookup.Listing in [.names, .details, .contents, .files] {
                        let whole = try list(listing, place, lookup, partBytes: .max)
                        // Twice, because texts are kept.
                        for _ in 1...2 {
                            let inParts = try list(listing, place, lookup, partBytes: partBytes)
                            #expect(inParts.text == whole.text, "\(listing) of \(place)")
                            #expect(!whole.text.isEmpty)
                            // A song that goes beyond, and the directories in front of it, are short.
                            #expect(inParts.longest <= 2 * partBytes + 2_000)
                        }
                    }
                }
            }
        }
        let all = try list(.details, "", LibraryLookup(roots: one, tags: Set(TagType.allCases)), partBytes: partBytes).text
        #expect(all.split(separator: "\n").count { $0.hasPrefix("Title: ") } == 24)
        #expect(
            all.split(separator: "\n").filter { $0.hasPrefix("directory: ") } == [
                "directory: a", "directory: a/b", "directory: c",
            ])
    }

    @Test("leave out the lines of tags that a client does not want to see", arguments: [1, 2_000])
    func masks(partBytes: Int) throws {
        for tags: Set<TagType> in [
            [], [.title], [.artist, .track, .musicBrainzArtist], Set(TagType.listed).subtracting([.album]),
        ] {
            let lookup = LibraryLookup(roots: MusicRoots([Array("/m".utf8)]), tags: tags)
            // Of one directory, both say the same but for its own name.
            let written = try list(.contents, "a/b", lookup, partBytes: partBytes).text
            for _ in 1...2 {
                let leftOut = try list(.details, "a/b", lookup, partBytes: partBytes).text.split(separator: "\n").drop { line in
                    !line.hasPrefix("file: ")
                }
                #expect(leftOut == written.split(separator: "\n")[...], "\(tags)")
            }
        }
    }

    @Test("tell a tag from others that begin alike, and a line without an end")
    func lines() {
        let text = "file: Artist: x\nArtist: a\nArtistSort: b\nAlbumArtist: c\nTitle: Artist: d\n: e\nArtist: f"
        let shown = { (tags: Set<TagType>) in String(decoding: TagLines(showing: tags).shown(of: Array(text.utf8)), as: UTF8.self)
        }
        #expect(shown(Set(TagType.listed)) == text)
        #expect(shown([.title, .artistSort]) == "file: Artist: x\nArtistSort: b\nTitle: Artist: d\n: e\n")
        #expect(TagLines(showing: []).shown(of: []).isEmpty)
    }

    @Test("name a song, and nothing that is not there")
    func others() throws {
        let lookup = LibraryLookup(roots: MusicRoots([Array("/m".utf8)]), tags: [])
        #expect(try list(.names, "a/b/1.flac", lookup, partBytes: 1).text == "file: a/b/1.flac\n")
        for place in ["x", "a/", "a/b/99.flac", "../n"] {
            let answer = try lookup.list(.names, place, in: store)
            guard case .failure(let failure) = answer else {
                Issue.record("\(place) is not there")
                continue
            }
            #expect(failure.line(index: 0, command: "listall") == "ACK [50@0] {listall} No such directory")
        }
        // Before its first scan, the top is empty.
        let unknown = LibraryLookup(roots: MusicRoots([Array("/z".utf8)]), tags: [])
        #expect(try list(.details, "", unknown, partBytes: 1).text.isEmpty)
    }

    @Test("take the memory for answers as long as they wait, with what they remember of the rest")
    func memory() throws {
        let memory = AnswerMemory(limit: 100)
        var rows = ReplyRows()
        rows.add { $0.add("file", "1234") }
        let pieces = try rows.result.get()
        var first = try? MPDDoor.reply(pieces, keeping: 79, in: memory, more: { _ in }).get()
        #expect(first?.rows?.more != nil && first?.rows?.lease != nil)
        #expect(throws: MPDFailure.self) { try MPDDoor.reply(pieces, in: memory).get() }
        first = nil
        #expect(try MPDDoor.reply(pieces, keeping: 89, in: memory).get().rows?.count == 1)
        #expect(throws: MPDFailure.self) { try MPDDoor.reply(pieces, keeping: 90, in: memory).get() }
    }

    @Test("come in short pieces, each of whole lines, however long the text of a directory is")
    func pieces() throws {
        let line = Array("\(String(repeating: "x", count: 999))\n".utf8)
        for count in [0, 1, 60, 66, 1_000] {
            let text = Array(repeatElement(line, count: count).joined())
            var rows = ReplyRows()
            rows.add(lines: text)
            #expect(rows.byteCount == text.count)
            let pieces = try rows.result.get()
            #expect(pieces.flatMap(\.bytes) == text)
            #expect(pieces.allSatisfy { $0.bytes.count <= 64 << 10 && $0.bytes.last == UInt8(ascii: "\n") })
        }
    }
}

/// Songs that a library knows without files.
enum Songs {
    /// Has the library know songs in a directory, each named by its number.
    /// - Parameter long: how much text each has about its artists, in units of 1,000 bytes.
    static func add(_ count: Int, below directory: String, to store: LibraryStore, long: Int = 0) throws(DatabaseError) {
        let path = Array(directory.utf8)
        let place = FileIdentity(size: 1, modified: 1_000_000_000, device: 1, inode: 1)
        try store.transaction { () throws(DatabaseError) in
            let above = try store.directory(Array(path.directoryInPath))?.id
            let known = try store.directory(path)?.id
            let id = if let known { known } else { try store.addDirectory(path, parent: above, place) }
            for number in 0..<count {
                var file = MusicFile()
                (file.tags[.title], file.tags[.shownArtist], file.tags[.album]) = ("Title \(number)", "Artist", "Album")
                (file.tags[.track], file.sound.milliseconds) = ("\(number + 1)", 1_000)
                file.tags[all: .artistIdentifier] = (0..<long).map { "\($0) \(String(repeating: "x", count: 1_000))" }
                var stamp = Int64(number)
                for byte in path { stamp = stamp &* 31 &+ Int64(byte) }
                let song = ScannedSong(name: Array("\(number).flac".utf8), identity: place, stamp: stamp, file: file)
                try store.write(song, in: id, path: path, over: nil, now: 1, isGone: { _ in false })
            }
        }
    }
}
