import Database
import Glibc
import TestSupport
import Testing

@testable import MusicLibrary

// Disks that are away, and directories that are only empty.
extension ScanTests {
    @Test("loses nothing if a directory is not there, not readable, or only its empty place is")
    func unmounted() async throws {
        try add("one.flac", title: "One")
        try directory.makeDirectory("disk")
        try add("two.flac", title: "Two")
        #expect(rename("\(music)/two.flac", directory.file("disk/two.flac")) == 0)
        #expect(symlink(directory.file("disk"), "\(music)/link") == 0)
        let store = try store()
        try scanner(store, [music, directory.file("absent")]).scan(.directories)
        #expect(try titles(store) == ["One", "Two"])
        #expect(rename(directory.file("disk"), directory.file("unplugged")) == 0)
        #expect(try scanner(store).scan(.files).songsRemoved == 0)
        #expect(rename(music, directory.file("elsewhere")) == 0)
        let scan = try scanner(store).scan(.files)
        #expect(scan.songsRemoved == 0 && scan.unavailable == [Array(music.utf8)], "\(scan)")
        #expect(try titles(store) == ["One", "Two"])
    }

    /// Has the database believe that a directory, and all below it, was on another device.
    private func pretendOtherDevice(_ store: LibraryStore, at path: String) throws {
        for table in ["directories", "songs"] {
            let column = table == "songs" ? "(SELECT path FROM directories WHERE id = songs.directory)" : "path"
            try store.database.run(
                "UPDATE \(table) SET device = device + 1000 WHERE CAST(\(column) AS TEXT) = ? OR CAST(\(column) AS TEXT) LIKE ?",
                path,
                path + "/%")
        }
    }

    @Test("a song whose disk is away has not moved to the place of a copy")
    func copyOfAnAbsentDisk() async throws {
        try add("disk/one.flac", title: "One")
        try add("two.flac", title: "Two")
        let store = try store()
        try scanner(store).scan(.directories)
        let one = try #require(try store.neverPlayed().first { $0.title == "One" }).id
        try store.countPlay(of: one, at: 5)
        try pretendOtherDevice(store, at: "\(music)/disk")
        // The disk is away, and its place is empty.
        try directory.makeDirectory("music/copies")
        #expect(rename("\(music)/disk/one.flac", "\(music)/copies/one.flac") == 0)
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsMoved == 0 && scan.songsAdded == 1 && scan.songsRemoved == 0, "\(scan)")
        #expect(String(decoding: try #require(try store.song(one)).path, as: UTF8.self) == "\(music)/disk/one.flac")
        #expect(try titles(store) == ["One", "Two"], "the one on the disk was played")
    }

    @Test("forgets what was in a directory that was emptied, also where the system has given its disk another number since")
    func emptied() async throws {
        try add("a/one.flac", title: "One")
        try add("two.flac", title: "Two")
        let store = try store()
        try scanner(store).scan(.directories)
        try pretendOtherDevice(store, at: music)
        #expect(unlink("\(music)/a/one.flac") == 0)
        #expect(try scanner(store).scan(.directories).songsRemoved == 1)
        #expect(try titles(store) == ["Two"])
    }
}
