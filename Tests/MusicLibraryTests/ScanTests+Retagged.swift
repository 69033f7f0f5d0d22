import Database
import Glibc
import MediaTypes
import TestSupport
import Testing

@testable import MusicLibrary

// Songs whose files are elsewhere and have other bytes at once.
extension ScanTests {
    static let identifiers = [
        "MUSICBRAINZ_TRACKID=8f3471b5-7e6a-48da-86a9-c1c07a0f47ae", "MUSICBRAINZ_ALBUMID=1b022e01-4da6-387b-8658-8678046e4cef",
    ]
    static let named = ["ARTIST=Ana", "ALBUM=Evenings", "TRACKNUMBER=3"]

    func path(_ name: String) -> [UInt8] { Array("\(music)/\(name)".utf8) }

    /// The id of the song with a title, of which the user makes something now.
    func heard(_ title: String, _ store: LibraryStore) throws -> Int64 {
        let id = try #require(try store.neverPlayed().first { $0.title == title }).id
        try store.countPlay(of: id, at: 1_000)
        try store.setSticker("rating", "8", of: .song(id))
        try store.setPosition(90_000, of: id, at: 1_000)
        return id
    }

    /// Checks that the song at a path is the one of which the user has made something, with all of it.
    func check(_ id: Int64, isAt name: String, _ store: LibraryStore) throws {
        let song = try #require(try store.song(at: path(name)))
        #expect(song.id == id && song.playCount == 1, "\(name)")
        #expect(try store.stickers(of: .song(id)) == ["rating": "8"], "\(name)")
        #expect(try store.listening(to: id).position == 90_000, "\(name)")
    }

    func removeFile(_ name: String) { #expect(unlink("\(music)/\(name)") == 0) }

    /// Has a FLAC file say that it has so many frames.
    func setFrames(_ count: Int, of name: String) throws {
        // At their place in the first block.
        var bytes = try readFile("\(music)/\(name)")
        for index in 0..<4 { bytes[22 + index] = UInt8(truncatingIfNeeded: count >> (24 - 8 * index)) }
        try writeFile(bytes, to: "\(music)/\(name)")
    }

    func removeDatabase(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    @Test("knows a song again that was moved and has another title, by its identifiers of MusicBrainz", arguments: [true, false])
    func identifiers(hasRelease: Bool) throws {
        let identifiers = hasRelease ? Self.identifiers : [Self.identifiers[0]]
        try add("a/old.flac", title: "Working", tags: identifiers + ["ARTIST=Ana"])
        try add("a/other.flac", title: "Other", further: "ARTIST=Ana")
        let store = try store()
        try scanner(store).scan(.directories)
        // From here on the index follows each change.
        try store.settle()
        let added = try #require(try store.neverPlayed().first { $0.title == "Working" }).added
        let id = try heard("Working", store)
        removeFile("a/old.flac")
        try add("b/new.flac", title: "The final title", tags: identifiers + ["ARTIST=Ana and Örjan", "GENRE=Jazz"])
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 1 && scan.songsAdded == 0 && scan.songsRemoved == 0, "\(scan)")
        try check(id, isAt: "b/new.flac", store)
        #expect(try store.song(id)?.added == added)
        #expect(try store.statistics().songs == 2)
        // The search has the new texts under the old id, and the old ones nowhere.
        #expect(try store.search("final title").items == [id] && store.search("jazz").items == [id])
        #expect(try store.search("working").items.isEmpty)
        #expect(try !scanner(store).scan(.files).hasChanges)
    }

    @Test("takes no song of another release by the identifier of the recording alone")
    func otherRelease() throws {
        try add("a/old.flac", title: "Old", tags: Self.identifiers)
        let store = try store()
        try scanner(store).scan(.directories)
        let id = try heard("Old", store)
        removeFile("a/old.flac")
        let other = "MUSICBRAINZ_ALBUMID=5b11f4ce-a62d-471e-81fc-a69a8278c7da"
        // A title of another length: else the bytes of the sound are the same, and it is a file that was only moved.
        try add("b/new.flac", title: "Newer", tags: [Self.identifiers[0], other])
        try add("c/new.flac", title: "Without", tags: [Self.identifiers[0]])
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 0 && scan.songsAdded == 2 && scan.songsRemoved == 1, "\(scan)")
        #expect(try store.song(id) == nil)
    }

    @Test("knows a song again that was moved and has another genre and a cover, by title, artist, album, track and duration")
    func cover() async throws {
        let picture = directory.file("red.png")
        try await Tool.run("ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "color=c=red:s=16x16", "-frames:v", "1", picture])
        let sound = ["-nostdin", "-y", "-i", directory.file("sound.flac")]
        func tags(_ tags: String...) -> [String] { tags.flatMap { ["-metadata", $0] } }
        let old = tags("title=Café", "artist=Ana", "album=Evenings", "track=3", "genre=Pop")
        // Programs that write tags add totals and the only disc, and write names in another way.
        let new = tags("title=Cafe", "artist=ANA", "album=Evenings", "track=3/9", "disc=1/1", "genre=Jazz", "comment=Remastered")
        try await Tool.run("ffmpeg", sound + ["-c", "copy"] + old + ["\(music)/old.flac"])
        try add("other.flac", title: "Other", tags: Self.named)
        let store = try store()
        try scanner(store).scan(.directories)
        let id = try heard("Café", store)
        removeFile("old.flac")
        try directory.makeDirectory("music/Ana")
        let attached = ["-i", picture, "-map", "0:a", "-map", "1:v", "-c", "copy", "-disposition:v", "attached_pic"]
        try await Tool.run("ffmpeg", sound + attached + new + ["\(music)/Ana/03.flac"])
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 1 && scan.songsAdded == 0 && scan.songsRemoved == 0, "\(scan)")
        try check(id, isAt: "Ana/03.flac", store)
        let song = try #require(try store.song(id))
        #expect(song.hasPicture && song.tags[.genre] == "Jazz" && song.title == "Cafe")
    }

    @Test(
        "knows a song again by its words if its duration is the same within a second", arguments: [(900, true), (1_100, false)])
    func duration(difference: Int, isSame: Bool) throws {
        try add("a/old.flac", title: "Song", tags: Self.named)
        let store = try store()
        try scanner(store).scan(.directories)
        let id = try heard("Song", store)
        let before = try #require(try store.song(id)?.milliseconds)
        removeFile("a/old.flac")
        try add("b/new.flac", title: "Song", tags: Self.named + ["GENRE=Jazz"])
        try setFrames((Int(before) + difference) * 48, of: "b/new.flac")
        let scan = try scanner(store).scan(.directories)
        #expect(try store.song(at: path("b/new.flac"))?.milliseconds == before + Int64(difference))
        #expect(scan.songsMoved == (isSame ? 1 : 0) && scan.songsRemoved == (isSame ? 0 : 1), "\(scan)")
        #expect(try (store.song(id) != nil) == isSame)
    }

    @Test(
        "has nothing to go by where title or track are others, or a tag is missing",
        arguments: ["title", "artist", "album", "track", "number"])
    func nothingToGoBy(missing: String) throws {
        let left = ["artist": "ARTIST=", "album": "ALBUM=", "number": "TRACKNUMBER="][missing]
        let old = Self.named.filter { tag in left.map { !tag.hasPrefix($0) } ?? true }
        let new = missing == "track" ? ["ARTIST=Ana", "ALBUM=Evenings", "TRACKNUMBER=4"] : old
        try add("a/old.flac", title: "Song", tags: old)
        let store = try store()
        try scanner(store).scan(.directories)
        let id = try heard("Song", store)
        removeFile("a/old.flac")
        try add("b/new.flac", title: missing == "title" ? "Other song" : "Song", tags: new + ["GENRE=Jazz"])
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 0 && scan.songsAdded == 1 && scan.songsRemoved == 1, "\(scan)")
        #expect(try store.song(id) == nil)
    }

    @Test("takes none of two songs that are gone and say the same")
    func twoGone() throws {
        try add("a/one.flac", title: "Song", tags: Self.named)
        try add("b/one.flac", title: "Song", tags: Self.named + ["GENRE=Pop"])
        let store = try store()
        try scanner(store).scan(.directories)
        for name in ["a/one.flac", "b/one.flac"] {
            try store.countPlay(of: try #require(try store.song(at: path(name))).id, at: 1_000)
            removeFile(name)
        }
        try add("c/one.flac", title: "Song", tags: Self.named + ["GENRE=Chamber music"])
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 0 && scan.songsAdded == 1 && scan.songsRemoved == 2, "\(scan)")
        #expect(try store.song(at: path("c/one.flac"))?.playCount == 0)
    }

    @Test("gives the song that is gone to one of two new files that say the same, and to no other")
    func twoNew() throws {
        try add("a/old.flac", title: "Song", tags: Self.named)
        let store = try store()
        try scanner(store).scan(.directories)
        let id = try heard("Song", store)
        removeFile("a/old.flac")
        try add("b/one.flac", title: "Song", tags: Self.named + ["GENRE=Pop"])
        try add("c/one.flac", title: "Song", tags: Self.named + ["GENRE=Chamber music"])
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 1 && scan.songsAdded == 1 && scan.songsRemoved == 0, "\(scan)")
        var counts: [Int64] = []
        for name in ["b/one.flac", "c/one.flac"] { counts.append(try #require(try store.song(at: path(name))).playCount) }
        #expect(counts.sorted() == [0, 1])
        #expect(try store.song(id)?.playCount == 1)
    }

    @Test("gives a copy with other tags an id of its own while the first file is there")
    func copy() throws {
        try add("a/old.flac", title: "Song", tags: Self.named + Self.identifiers)
        let store = try store()
        try scanner(store).scan(.directories)
        let id = try heard("Song", store)
        try add("b/copy.flac", title: "Song", tags: Self.named + Self.identifiers + ["GENRE=Jazz"])
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 0 && scan.songsAdded == 1, "\(scan)")
        try check(id, isAt: "a/old.flac", store)
        #expect(try store.song(at: path("b/copy.flac"))?.playCount == 0)
    }

    @Test("gives a song to the file that was only moved, whichever others say the same")
    func soundFirst() throws {
        try add("m/old.flac", title: "Song", tags: Self.named + Self.identifiers)
        let store = try store()
        try scanner(store).scan(.directories)
        let id = try heard("Song", store)
        try directory.makeDirectory("music/n")
        #expect(rename("\(music)/m/old.flac", "\(music)/n/moved.flac") == 0)
        for name in ["a/new.flac", "z/new.flac"] {
            try add(name, title: "Song", tags: Self.named + Self.identifiers + ["GENRE=\(name)"])
        }
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 1 && scan.songsAdded == 2 && scan.songsRemoved == 0, "\(scan)")
        try check(id, isAt: "n/moved.flac", store)
    }

    @Test("knows a song again that was moved and tagged anew while only its new directory is compared")
    func part() throws {
        try add("a/old.flac", title: "Song", tags: Self.named)
        try add("b/other.flac", title: "Other", tags: Self.named)
        let store = try store()
        try scanner(store).scan(.directories)
        let id = try heard("Song", store)
        removeFile("a/old.flac")
        try add("b/new.flac", title: "Song", tags: Self.named + ["GENRE=Jazz"])
        let scan = try scanner(store).update(path("b"))
        #expect(scan.songsMoved == 1 && scan.songsAdded == 0, "\(scan)")
        try check(id, isAt: "b/new.flac", store)
        #expect(try !scanner(store).scan(.files).hasChanges)
    }

    @Test("knows a song again that was moved and tagged anew, after the database of files was lost")
    func lostDatabase() throws {
        try add("a/old.flac", title: "Song", tags: Self.named)
        try add("a/with.flac", title: "With", tags: Self.identifiers)
        try add("a/other.flac", title: "Other", tags: Self.named)
        let ids: [Int64]
        do {
            let store = try store()
            try scanner(store).scan(.directories)
            ids = [try heard("Song", store), try heard("With", store)]
        }
        removeDatabase(places.library)
        for name in ["a/old.flac", "a/with.flac"] { removeFile(name) }
        try add("b/new.flac", title: "Song", tags: Self.named + ["GENRE=Jazz"])
        try add("b/with.flac", title: "With another title", tags: Self.identifiers + ["GENRE=Jazz"])
        let store = try store()
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 2 && scan.songsAdded == 1, "\(scan)")
        try check(ids[0], isAt: "b/new.flac", store)
        try check(ids[1], isAt: "b/with.flac", store)
        try store.settle()
        #expect(try store.search("another title").items == [ids[1]])
    }

    @Test(
        "goes on with the next scan where one was cancelled before it knew songs again, although the new one was measured",
        arguments: [false, true])
    func cancelledBefore(isMeasured: Bool) throws {
        try add("a/old.flac", title: "Song", tags: Self.named)
        let store = try store()
        try scanner(store).scan(.directories)
        let id = try heard("Song", store)
        try add("b/new.flac", title: "Song", tags: Self.named + ["GENRE=Jazz"])
        try scanner(store).scan(.directories)
        // As a scan leaves it that has read the new file, but was cancelled at its end.
        try store.noteNew(song: try #require(try store.song(at: path("b/new.flac"))).id)
        removeFile("a/old.flac")
        #expect(try store.recogniseRetagged(while: { false }, isGone: { _ in true }) == 0)
        if isMeasured {
            for song in try store.unmeasured(after: 0, limit: 2) { try store.note(.stated(), of: song) }
        }
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 1 && scan.songsAdded == 0 && scan.songsRemoved == 0, "\(scan)")
        try check(id, isAt: "b/new.flac", store)
        #expect(try store.loudnessCounts().left == 1)
    }

    @Test("puts nothing together that the user has made of two songs, although one of them is gone")
    func bothHeard() throws {
        try add("a/old.flac", title: "Song", tags: Self.named)
        let store = try store()
        try scanner(store).scan(.directories)
        let old = try heard("Song", store)
        try add("b/new.flac", title: "Song", tags: Self.named + ["GENRE=Jazz"])
        try scanner(store).scan(.directories)
        let new = try #require(try store.song(at: path("b/new.flac"))).id
        // As if the scan that has found it went on when the user heard it.
        try store.noteNew(song: new)
        try store.countPlay(of: new, at: 2_000)
        removeFile("a/old.flac")
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 0 && scan.songsRemoved == 1, "\(scan)")
        #expect(try store.song(at: path("b/new.flac"))?.id == new && store.song(old) == nil)
        #expect(try store.listening(to: new).playCount == 1 && store.listening(to: old).playCount == 1)
    }

    @Test("a first scan of a library of which nobody has made anything notes no song as new")
    func firstScan() throws {
        try add("a/one.flac", title: "Song", tags: Self.named)
        let store = try store()
        let listing = try #require(DirectoryListing.Status(path("a"))).identity
        try store.beginScan()
        let folder = try store.addDirectory(path("a"), parent: nil, listing)
        guard case .song(let song) = SongReader.read(path("a/one.flac"), name: Array("one.flac".utf8)) else {
            Issue.record("the file cannot be read")
            return
        }
        try store.transaction { () throws(DatabaseError) in
            _ = try store.write(song, in: folder, path: path("a"), over: nil, now: 1, isGone: { _ in true })
        }
        #expect(try store.database.value("SELECT count(*) FROM new_songs", as: Int64.self) == 0)
    }
}
