import Glibc
import Media
import PlayerModel
import Playlists
import SystemSupport
import TestSupport
import Testing

@testable import MediaLibrary

@Suite("Stored playlists")
struct StoredPlaylistTests {
    private let root: TemporaryDirectory
    private let stored: PlaylistDirectory

    init() throws {
        let root = try TemporaryDirectory()
        self.root = root
        let music = Array(root.file("music").utf8)
        stored = PlaylistDirectory(path: root.file("lists")) { [music + [UInt8(ascii: "/")] + $0] }
    }

    private func entries(_ uris: String...) -> [PlaylistEntry] { uris.map { PlaylistEntry(uri: $0) } }

    private func uris(_ name: String) throws -> [String] { try stored.contents(of: name).entries.map(\.entry.uri) }

    private func text(_ file: String) throws -> String {
        String(decoding: try readFile(root.file("lists/\(file)")), as: UTF8.self)
    }

    private func code(_ body: () throws(StoredPlaylistError) -> Void) -> StoredPlaylistError.Code? {
        do { try body() } catch { return error.code }
        return nil
    }

    @Test("a playlist is a file that other programs read, and the directory is made with the first one")
    func save() throws {
        #expect(try stored.list().isEmpty)
        let outcome = try stored.save("Evening", [PlaylistEntry(uri: "/a.flac", title: "A", artist: "B", duration: 3)], .create)
        #expect(outcome.isNew && outcome.count == 1)
        #expect(try text("Evening.m3u8") == "#EXTM3U\n#EXTINF:3,B - A\n/a.flac\n")
        #expect(try stored.list().map(\.name) == ["Evening"])
        #expect(code { () throws(StoredPlaylistError) in _ = try stored.save("Evening", entries("/b"), .create) } == .exists)
        #expect(try stored.save("Evening", entries("/b", "/c"), .append).count == 3)
        for saving in [PlaylistSaving.replace, .append] {
            let error = #expect(throws: StoredPlaylistError.self) {
                try stored.save("Morning", entries("/a"), saving, makesMissing: false)
            }
            #expect(error?.code == .notFound)
        }
        #expect(try stored.save("Evening", entries(), .append, makesMissing: false).count == 3)
        #expect(try stored.save("Evening", entries("/d"), .replace).count == 1)
        #expect(try uris("Evening") == ["/d"])
    }

    @Test("files of other programs are edited in place, byte for byte, also behind a link")
    func others() throws {
        try root.makeDirectory("lists")
        try root.makeDirectory("elsewhere")
        let content = "\u{FEFF}#EXTM3U\r\n# mine\r\n#EXTINF:1,One\r\n/one.flac\r\n/two.flac"
        _ = try root.write(content, to: "elsewhere/real.m3u")
        #expect(chmod(root.file("elsewhere/real.m3u"), 0o640) == 0)
        #expect(symlink("../elsewhere/real.m3u", root.file("lists/Linked.m3u")) == 0)
        try #require(try stored.edit("Linked", .remove(start: 1, end: 2)).count == 1)
        #expect(
            String(decoding: try readFile(root.file("elsewhere/real.m3u")), as: UTF8.self)
                == content.replacing("/two.flac", with: ""))
        var status = stat()
        #expect(lstat(root.file("lists/Linked.m3u"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(stat(root.file("elsewhere/real.m3u"), &status) == 0 && status.st_mode & 0o777 == 0o640)
        try stored.rename("Linked", to: "New")
        #expect(try stored.list().map(\.name) == ["New"])
        try stored.delete("New")
        #expect(access(root.file("elsewhere/real.m3u"), F_OK) == 0, "only the link is deleted")
    }

    @Test("a relative path begins at the playlist or, as MPD writes it, at the music")
    func relative() throws {
        try root.makeDirectory("lists")
        try root.makeDirectory("music")
        try root.makeDirectory("music/a")
        _ = try root.write("x", to: "music/a/song.flac")
        _ = try root.write("x", to: "lists/here.flac")
        _ = try root.write("here.flac\na/song.flac\na/gone.flac\n../gone.flac\nftp://h/x\nhttp://h/y\n", to: "lists/l.m3u")
        let found = try stored.contents(of: "l").entries
        #expect(
            found.map(\.entry.uri) == [
                root.file("lists/here.flac"), root.file("music/a/song.flac"), root.file("music/a/gone.flac"),
                root.file("gone.flac"), "ftp://h/x", "http://h/y",
            ])
        #expect(found.map { $0.problem == nil } == [true, true, true, true, false, true])
    }

    @Test("a path of another system means what is there below the playlist or the music, however it is spelt")
    func foreign() throws {
        _ = try root.write("x", to: "music/a/song.flac")
        _ = try root.write("x", to: "lists/here.flac")
        _ = try root.write("C:\\x\\A\\Song.mp3\nD:\\HERE.flac\nD:\\gone.flac\nA/SONG.flac\n", to: "lists/l.m3u")
        let found = try stored.contents(of: "l").entries
        let (song, here) = (root.file("music/a/song.flac"), root.file("lists/here.flac"))
        #expect(found.map(\.entry.uri) == [song, here, "D:\\gone.flac", song])
        #expect(found.map { $0.problem == nil } == [true, true, false, true])
    }

    @Test("a step to the directory above is taken by name, or where that leads nowhere, from the directory to which a link leads")
    func stepsUp() throws {
        for name in ["lists", "real", "real/lists", "music"] { try root.makeDirectory(name) }
        #expect(symlink("../real/lists", root.file("lists/linked")) == 0)
        _ = try root.write("x", to: "real/far.flac")
        _ = try root.write("x", to: "music/near.flac")
        _ = try root.write("linked/../far.flac\n../music/near.flac\n..\\music\\near.flac\n", to: "lists/l.m3u")
        #expect(
            try stored.contents(of: "l").entries.map(\.entry.uri) == [
                root.file("lists/linked/../far.flac"), root.file("music/near.flac"), root.file("music/near.flac"),
            ])
    }

    @Test("an edit that is meant for another content is refused, and so is one that somebody else gets in between")
    func changed() throws {
        let first = try stored.save("a", entries("/1", "/2"), .create).revision
        let second = try stored.edit("a", .move(start: 1, count: 1, to: 0), revision: first).revision
        #expect(second != first)
        #expect(
            code { () throws(StoredPlaylistError) in _ = try stored.edit("a", .remove(start: 0, end: 1), revision: first) }
                == .changed)
        #expect(try uris("a") == ["/2", "/1"])
        let file = try PlaylistFile(reading: root.file("lists/a.m3u8"))
        try writeFile(Array("/3\n".utf8), to: root.file("lists/a.m3u8"))
        #expect(code { () throws(StoredPlaylistError) in try file.replace(Array("/4\n".utf8)) } == .changed)
        #expect(try uris("a") == ["/3"], "nothing of others is written over")
        #expect(try names() == ["a.m3u8"], "nothing half-written is left")
    }

    @Test("names that no file should have, and places that no playlist has, are refused")
    func refused() throws {
        _ = try stored.save("a", entries("/1", "/2"), .create)
        _ = try stored.save("b", [], .create)
        for name in ["", "x/y", "../a", ".a", "a\nb", String(repeating: "x", count: 300)] {
            #expect(code { () throws(StoredPlaylistError) in _ = try stored.save(name, [], .create) } == .badName, "\(name)")
            #expect(code { () throws(StoredPlaylistError) in _ = try stored.contents(of: name) } == .badName, "\(name)")
            #expect(code { () throws(StoredPlaylistError) in try stored.rename("a", to: name) } == .badName, "\(name)")
        }
        for edit: PlaylistEdit in [
            .remove(start: 0, end: 3), .remove(start: 3, end: 3), .move(start: 0, count: 1, to: 2),
            .move(start: 2, count: 1, to: 0),
            .move(start: 0, count: 0, to: 0), .insert(entries("/x"), at: 3), .insert(entries("/x"), at: -1),
        ] {
            #expect(code { () throws(StoredPlaylistError) in _ = try stored.edit("a", edit) } == .badIndex, "\(edit)")
        }
        #expect(try !stored.edit("a", .remove(start: 2, end: .max, clips: true)).hasChanged)
        #expect(code { () throws(StoredPlaylistError) in _ = try stored.edit("none", .remove(start: 0, end: 1)) } == .notFound)
        #expect(code { () throws(StoredPlaylistError) in try stored.rename("none", to: "c") } == .notFound)
        #expect(code { () throws(StoredPlaylistError) in try stored.rename("a", to: "b") } == .exists)
        #expect(code { () throws(StoredPlaylistError) in try stored.delete("none") } == .notFound)
        #expect(try uris("a") == ["/1", "/2"])
    }

    @Test("what is no playlist is neither listed nor waited for")
    func strangers() throws {
        try root.makeDirectory("lists")
        try root.makeDirectory("lists/folder.m3u")
        #expect(mkfifo(root.file("lists/pipe.m3u"), 0o600) == 0)
        #expect(symlink("nowhere", root.file("lists/gone.m3u8")) == 0)
        for name in [".hidden.m3u", "text.txt", "both.m3u", "both.m3u8"] { _ = try root.write("/\(name)\n", to: "lists/\(name)") }
        #expect(try stored.list().map(\.name) == ["both", "both.m3u"])
        #expect(try uris("both") == ["/both.m3u8"] && uris("both.m3u") == ["/both.m3u"])
        // A file has one name.
        #expect(code { () throws(StoredPlaylistError) in try stored.delete("both.m3u8") } == .notFound)
        try stored.delete("both")
        #expect(try uris("both") == ["/both.m3u"])
        #expect(code { () throws(StoredPlaylistError) in try stored.rename("both.m3u", to: "other") } == .notFound)
        // A name is its bytes.
        for name in ["\u{E9}", "e\u{301}"] { _ = try root.write("/\(name.utf8.count)\n", to: "lists/\(name).m3u") }
        #expect(try stored.list().map { Array($0.name.utf8).count }.sorted() == [2, 3, 4])
        #expect(try uris("\u{E9}") == ["/2"] && uris("e\u{301}") == ["/3"])
        #expect(code { () throws(StoredPlaylistError) in _ = try stored.contents(of: "pipe") } == .unreadable)
        #expect(code { () throws(StoredPlaylistError) in _ = try stored.contents(of: "folder") } == .unreadable)
        #expect(code { () throws(StoredPlaylistError) in _ = try stored.save("gone", [], .create) } == .exists)
    }

    @Test("what a crash has left behind is not in the way")
    func leftBehind() throws {
        try root.makeDirectory("lists")
        _ = try root.write("half", to: "lists/.fermata-playlist.new")
        _ = try stored.save("a", entries("/1"), .create)
        #expect(try uris("a") == ["/1"])
        #expect(try names() == ["a.m3u8"])
        // Neither is what somebody has put where a file of ours was written in earlier versions.
        let other = try root.write("mine", to: "other")
        #expect(symlink(other, root.file("lists/.fermata-playlist.new")) == 0)
        _ = try stored.save("b", entries("/2"), .create)
        #expect(mkfifo(root.file("lists/.fermata-0123456789abcdef.new"), 0o600) == 0)
        _ = try stored.save("b", entries("/3"), .append)
        #expect(try uris("a") == ["/1"] && uris("b") == ["/2", "/3"])
        #expect(try names() == ["a.m3u8", "b.m3u8"] && readFile(other) == Array("mine".utf8))
    }

    @Test("a stored playlist stands for its entries in the queue, and a part of it for those of that part")
    func expansion() throws {
        _ = try stored.save("a", [PlaylistEntry(uri: "/1.flac", title: "One")] + entries("/2.flac", "http://h/3"), .create)
        let all = try PlaylistExpansion(["playlist:a", "/x.flac"], stored: stored).items
        #expect(all.map(\.location) == ["/1.flac", "/2.flac", "http://h/3", "/x.flac"] && all[0].title == "One")
        func part(_ range: Range<Int>) throws -> [String] {
            try PlaylistExpansion(
                playlist: "a", range, limit: 9, network: nil, stored: stored, cancellation: .init()
            ).items.map(\.location)
        }
        #expect(try part(1..<2) == ["/2.flac"])
        #expect(try part(2..<Int.max) == ["http://h/3"])
        #expect(try part(7..<9).isEmpty)
    }

    private func names() throws -> [String] {
        let stream = try #require(opendir(root.file("lists")))
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) { names.append(DirectoryEntry.text(of: entry)) }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }
}
