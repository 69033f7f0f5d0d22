import Database
import Glibc
import TestSupport
import Testing

@testable import MusicLibrary

// Playlist files among the music.
extension ScanTests {
    /// The names of the playlist files in a directory.
    private func playlists(_ store: LibraryStore, in place: String) throws -> [String] {
        let path = place.isEmpty ? music : "\(music)/\(place)"
        let folder = try #require(try store.folder(at: Array(path.utf8)))
        return try store.playlists(in: folder.id).map { String(decoding: $0.name, as: UTF8.self) }
    }

    @Test("notes the playlist files of each directory, and looks at them again only where a directory has changed")
    func playlistFiles() async throws {
        try add("a/one.flac", title: "One")
        for name in ["a/b.m3u", "a/a.m3u8", "a/c.pls", "a/d.XSPF", "a/e.cue", "top.m3u"] {
            try directory.write("no list", to: "music/\(name)")
        }
        for name in ["a/.hidden.m3u", "a/notes.txt", "a/list.rss"] { try directory.write("no list", to: "music/\(name)") }
        try directory.makeDirectory("music/a/directory.m3u")
        try await settle()
        let store = try store()
        let first = try scanner(store).scan(.directories)
        #expect(first.playlistsChanged == 6 && first.songsAdded == 1 && first.filesRead == 1, "\(first)")
        #expect(try playlists(store, in: "a") == ["a.m3u8", "b.m3u", "c.pls", "d.XSPF", "e.cue"])
        #expect(try playlists(store, in: "") == ["top.m3u"])
        let folder = try #require(try store.folder(at: Array("\(music)/a".utf8)))
        let found = try store.playlists(in: folder.id)
        #expect(found.allSatisfy { $0.size == 7 && $0.modified > 1_500_000_000 })
        #expect(try store.hasPlaylists())
        let second = try scanner(store).scan(.directories)
        #expect(second.unchangedDirectories == 3 && !second.hasChanges, "\(second)")
        #expect(try !scanner(store).scan(.files).hasChanges)
    }

    @Test("follows playlist files that are written anew, moved, left out and removed, alone or with their directory")
    func changedPlaylistFiles() throws {
        try add("a/one.flac", title: "One")
        let list = try directory.write("one.flac\n", to: "music/a/x.m3u")
        let store = try store()
        try scanner(store).scan(.directories)
        try directory.write("one.flac\none.flac\n", to: "music/a/x.m3u")
        let changed = try scanner(store).update(changed: [Array("\(music)/a".utf8)])
        #expect(changed.playlistsChanged == 1 && changed.hasChanges, "\(changed)")
        let folder = try #require(try store.folder(at: Array("\(music)/a".utf8)))
        #expect(try store.playlists(in: folder.id).map(\.size) == [18])
        #expect(try !scanner(store).update(Array(list.utf8)).hasChanges)
        try directory.makeDirectory("music/b")
        try #require(rename(list, "\(music)/b/y.m3u") == 0)
        #expect(try scanner(store).scan(.directories).playlistsChanged == 2)
        #expect(try playlists(store, in: "a").isEmpty && playlists(store, in: "b") == ["y.m3u"])
        try directory.write("y.m3u\n", to: "music/b/.mpdignore")
        #expect(try scanner(store).scan(.files).playlistsChanged == 1)
        #expect(try playlists(store, in: "b").isEmpty)
        try #require(unlink("\(music)/b/.mpdignore") == 0)
        #expect(try scanner(store).scan(.files).playlistsChanged == 1)
        try #require(unlink("\(music)/b/y.m3u") == 0 && rmdir("\(music)/b") == 0)
        let removed = try scanner(store).scan(.directories)
        #expect(removed.playlistsChanged == 1 && removed.songsRemoved == 0, "\(removed)")
        #expect(try !store.hasPlaylists() && store.statistics().songs == 1)
    }

    @Test("keeps a playlist file that is a link to a disk that is not there, and no more of one directory than the limit")
    func playlistLimits() throws {
        let far = try directory.write("x", to: "disk/far.m3u")
        try directory.makeDirectory("music/a")
        try #require(symlink(far, "\(music)/a/far.m3u") == 0)
        let store = try store()
        try scanner(store).scan(.directories)
        try #require(unlink(far) == 0)
        #expect(try !scanner(store).scan(.files).hasChanges)
        #expect(try playlists(store, in: "a") == ["far.m3u"])
        try directory.makeDirectory("music/many")
        for number in 1_000..<2_010 { try directory.write("", to: "music/many/\(number).m3u") }
        try scanner(store).scan(.files)
        let many = try playlists(store, in: "many")
        #expect(many.count == LibraryPlaylist.limit && many.first == "1000.m3u" && many.last == "1999.m3u")
    }
}
