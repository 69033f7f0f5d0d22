import Database
import Glibc
import TestSupport
import Testing

@testable import MusicLibrary

// Which songs are gone, and give to another file what the user has made of them.
extension ScanTests {
    /// Tags with which a file has the same sound as another one with `named`, or only the same words.
    private func tags(isCopy: Bool) -> [String] { isCopy ? Self.named : Self.named + ["GENRE=Jazz"] }

    @Test(
        "takes nothing from a song behind a link that leads nowhere, for a copy or for a file with other tags",
        arguments: [true, false])
    func deadLink(isCopy: Bool) throws {
        try directory.makeDirectory("disk")
        #expect(symlink(directory.file("disk"), "\(music)/link") == 0)
        try add("two.flac", title: "Song", tags: Self.named)
        #expect(rename("\(music)/two.flac", directory.file("disk/two.flac")) == 0)
        try add("other.flac", title: "Other", tags: Self.named)
        let store = try store()
        try scanner(store).scan(.directories)
        let id = try heard("Song", store)
        #expect(rename(directory.file("disk"), directory.file("unplugged")) == 0)
        try add("b/new.flac", title: "Song", tags: tags(isCopy: isCopy))
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 0 && scan.songsAdded == 1 && scan.songsRemoved == 0, "\(scan)")
        try check(id, isAt: "link/two.flac", store)
    }

    @Test("takes nothing from a song at whose place the system cannot look", arguments: [true, false])
    func unreachable(isCopy: Bool) throws {
        try add("a/old.flac", title: "Song", tags: Self.named)
        try add("other.flac", title: "Other", tags: Self.named)
        let store = try store()
        try scanner(store).scan(.directories)
        let id = try heard("Song", store)
        // A link to itself is an error for everybody, root too, as is a server that does not answer.
        #expect(rename("\(music)/a", directory.file("away")) == 0 && symlink("a", "\(music)/a") == 0)
        try add("b/new.flac", title: "Song", tags: tags(isCopy: isCopy))
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 0 && scan.songsAdded == 1 && scan.songsRemoved == 0, "\(scan)")
        try check(id, isAt: "a/old.flac", store)
    }

    @Test(
        "takes nothing from a song in a directory that may not be entered",
        .disabled(if: geteuid() == 0, "root may enter each directory"))
    func denied() throws {
        try add("a/old.flac", title: "Song", tags: Self.named)
        let store = try store()
        try scanner(store).scan(.directories)
        let id = try heard("Song", store)
        #expect(chmod("\(music)/a", 0) == 0)
        defer { chmod("\(music)/a", 0o700) }
        try add("b/new.flac", title: "Song", tags: Self.named + ["GENRE=Jazz"])
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 0 && scan.songsAdded == 1 && scan.songsRemoved == 0, "\(scan)")
        try check(id, isAt: "a/old.flac", store)
    }

    @Test("knows which directories are empty, and which nobody can read")
    func emptyDirectories() throws {
        try directory.makeDirectory("music/empty")
        try directory.makeDirectory("music/hidden")
        try directory.write("", to: "music/hidden/.file")
        #expect(DirectoryListing.isEmpty(directory: path("empty")) == true)
        #expect(DirectoryListing.isEmpty(directory: path("hidden")) == false)
        #expect(DirectoryListing.isEmpty(directory: path("missing")) == nil)
        #expect(DirectoryListing.isEmpty(directory: path("hidden/.file")) == nil)
    }

    @Test("takes nothing from a song whose disk is away when the database of files is lost", arguments: [true, false])
    func lostWhileAway(isCopy: Bool) throws {
        try add("disk/one.flac", title: "Song", tags: Self.named)
        try add("other.flac", title: "Other", tags: Self.named)
        let id: Int64
        do {
            let store = try store()
            try scanner(store).scan(.directories)
            id = try heard("Song", store)
        }
        removeDatabase(places.library)
        #expect(rename("\(music)/disk/one.flac", directory.file("one.flac")) == 0)
        try add("copies/one.flac", title: "Song", tags: tags(isCopy: isCopy))
        let store = try store()
        for _ in 0..<2 {
            try scanner(store).scan(.directories)
            #expect(try store.song(at: path("copies/one.flac"))?.playCount == 0)
        }
        #expect(rename(directory.file("one.flac"), "\(music)/disk/one.flac") == 0)
        try scanner(store).scan(.files)
        try check(id, isAt: "disk/one.flac", store)
        #expect(try store.song(at: path("copies/one.flac"))?.playCount == 0)
    }

    @Test(
        "keeps what the user has made of songs that are moved as the configuration names another directory",
        arguments: [true, false])
    func otherDirectoryOfMusic(isCopy: Bool) throws {
        try add("a/old.flac", title: "Song", tags: Self.named)
        let store = try store()
        try scanner(store, ["\(music)/a"]).scan(.directories)
        let id = try heard("Song", store)
        removeFile("a/old.flac")
        try add("b/new.flac", title: "Song", tags: tags(isCopy: isCopy))
        try scanner(store, ["\(music)/b"]).scan(.directories)
        try check(id, isAt: "b/new.flac", store)
    }

    @Test("knows a song again although one that says the same was deleted long ago")
    func deletedBefore() throws {
        try add("a/one.flac", title: "Song", tags: Self.named)
        try add("b/two.flac", title: "Song", tags: Self.named + ["GENRE=Pop"])
        let store = try store()
        try scanner(store).scan(.directories)
        for name in ["a/one.flac", "b/two.flac"] {
            try store.countPlay(of: try #require(try store.song(at: path(name))).id, at: 1_000)
        }
        let id = try #require(try store.song(at: path("b/two.flac"))).id
        removeFile("a/one.flac")
        #expect(try scanner(store).scan(.directories).songsRemoved == 1)
        removeFile("b/two.flac")
        try add("c/new.flac", title: "Song", tags: Self.named + ["GENRE=Chamber music"])
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 1 && scan.songsAdded == 0 && scan.songsRemoved == 0, "\(scan)")
        let song = try #require(try store.song(at: path("c/new.flac")))
        #expect(song.id == id && song.playCount == 1)
    }

    @Test("takes nothing from a song that is there, whatever path a crash has left beside what the user has made of it")
    func otherPath() throws {
        try add("a/old.flac", title: "Song", tags: Self.named + Self.identifiers)
        let store = try store()
        try scanner(store).scan(.directories)
        let id = try heard("Song", store)
        // As a crash leaves it after the first of the two databases was written.
        try store.database.run("UPDATE kept_songs SET path = ? WHERE id = ?", path("c/never.flac"), id)
        try add("b/new.flac", title: "Song", tags: Self.named + Self.identifiers + ["GENRE=Jazz"])
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 0 && scan.songsAdded == 1, "\(scan)")
        try check(id, isAt: "a/old.flac", store)
    }

    @Test("gives no episode what the user has made of an earlier one, where only the day differs", arguments: ["day", "none"])
    func episodes(stated: String) throws {
        func episode(_ day: Int) -> [String] {
            let genre = "GENRE=\(String(repeating: "N", count: day))"
            return ["ARTIST=Radio", "ALBUM=News", genre] + (stated == "day" ? ["DATE=2026-03-0\(day)"] : [])
        }
        try add("1.flac", title: "News", tags: episode(1))
        let store = try store()
        try scanner(store).scan(.directories)
        let id = try heard("News", store)
        removeFile("1.flac")
        try add("2.flac", title: "News", tags: episode(2))
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 0 && scan.songsAdded == 1 && scan.songsRemoved == 1, "\(scan)")
        #expect(try store.song(id) == nil && store.song(at: path("2.flac"))?.playCount == 0)
    }

    @Test(
        "knows a song again by its identifiers if its duration is the same within ten seconds",
        arguments: [(9_000, true), (11_000, false)])
    func durationOfRecording(difference: Int, isSame: Bool) throws {
        try add("a/old.flac", title: "Song", tags: Self.identifiers)
        let store = try store()
        try scanner(store).scan(.directories)
        let id = try heard("Song", store)
        let before = try #require(try store.song(id)?.milliseconds)
        removeFile("a/old.flac")
        try add("b/new.flac", title: "Song", tags: Self.identifiers + ["GENRE=Jazz"])
        try setFrames((Int(before) + difference) * 48, of: "b/new.flac")
        let scan = try scanner(store).scan(.directories)
        #expect(try store.song(at: path("b/new.flac"))?.milliseconds == before + Int64(difference))
        #expect(scan.songsMoved == (isSame ? 1 : 0) && scan.songsRemoved == (isSame ? 0 : 1), "\(scan)")
        #expect(try (store.song(id) != nil) == isSame)
    }
}
