import Glibc
import Media
import MediaTypes
import PlayerModel
import TestSupport
import Testing

@testable import MediaLibrary

@Suite("Directories in the place of media")
struct DirectoryTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// What the directory called `music` stands for, without what they have in common.
    private func names(_ expansion: PlaylistExpansion) -> [String] {
        expansion.items.map { String($0.uri.dropFirst(directory.file("music/").count)) }
    }

    private func write(_ names: String...) throws {
        for name in names { try directory.write("x", to: "music/\(name)") }
    }

    private func error(_ uris: [String], limit: Int = 100) -> PlaybackError? {
        do throws(PlaybackError) {
            _ = try PlaylistExpansion(uris, limit: limit)
            return nil
        } catch {
            return error
        }
    }

    @Test("its sound files come in the order of their names, then those of its directories; nothing else")
    func order() throws {
        try write(
            "track 10.flac", "Track 2.FLAC", "track 1.mp3", "cover.jpg", "list.m3u", "notes.txt", ".hidden.flac", "noname",
            "CD2/01.ogg", "CD10/01.ogg", "CD1/02.ogg", "CD1/01.ogg", ".trash/x.flac", "CD1/bonus/x.wav")
        mkfifo(directory.file("music/pipe.flac"), 0o600)
        let expected = [
            "track 1.mp3", "Track 2.FLAC", "track 10.flac", "CD1/01.ogg", "CD1/02.ogg", "CD1/bonus/x.wav", "CD2/01.ogg",
            "CD10/01.ogg",
        ]
        #expect(try names(PlaylistExpansion([directory.file("music")])) == expected)
        #expect(try names(PlaylistExpansion([directory.file("music/")])) == expected)
        #expect(try names(PlaylistExpansion(["file://\(directory.file("music"))"])) == expected)
    }

    @Test("a CUE sheet in it stands for the tracks of its files, as in the library, if all of them are there")
    func sheets() throws {
        try write("1.flac", "2.flac", "3.flac", "CD2/whole.flac")
        let tracks = { (file: String) in
            "FILE \"\(file)\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:02:00\n"
        }
        try directory.write(tracks("2.flac"), to: "music/a.cue")
        try directory.write(tracks("2.flac"), to: "music/b.cue")
        try directory.write(tracks("3.flac") + tracks("away.flac"), to: "music/c.cue")
        try directory.write("no sheet", to: "music/d.cue")
        try directory.write(tracks("whole.flac"), to: "music/CD2/whole.cue")
        let addresses = { (name: String) in try PlaylistExpansion([directory.file("music/\(name)")]).items.map(\.uri) }
        #expect(try addresses("a.cue").count == 2 && addresses("c.cue").count == 4)
        let expected =
            try addresses("1.flac") + addresses("a.cue") + addresses("3.flac") + addresses("CD2/whole.cue")
        #expect(try addresses("") == expected)
    }

    @Test("the whole system is no directory of music, however it is called", arguments: ["/", "//", "/./", "/usr/.."])
    func root(path: String) {
        #expect(error([path])?.code == .media(.unsupported))
    }

    @Test("a directory may be called like a sound file or a playlist")
    func calledLikeFile() throws {
        try write("Album.flac/1.flac", "Songs.m3u/1.flac")
        #expect(try names(PlaylistExpansion([directory.file("music/Album.flac/")])) == ["Album.flac/1.flac"])
        #expect(try names(PlaylistExpansion([directory.file("music/Songs.m3u")])) == ["Songs.m3u/1.flac"])
        #expect(PlaylistExpansion.mayBeMany(directory.file("music/Album.flac/")))
        #expect(!PlaylistExpansion.mayBeMany(directory.file("music/Album.flac")))
    }

    @Test("symbolic links that go round in circles end, and each directory comes once")
    func loops() throws {
        try write("a/1.flac", "b/2.flac")
        symlink(directory.file("music"), directory.file("music/a/back"))
        symlink("../b", directory.file("music/a/there"))
        symlink("loop", directory.file("music/loop"))
        symlink("1.flac", directory.file("music/a/3.flac"))
        symlink("gone.flac", directory.file("music/a/4.flac"))
        #expect(try names(PlaylistExpansion([directory.file("music")])) == ["a/1.flac", "a/3.flac", "a/there/2.flac"])
    }

    @Test("names that are no text, and those with a fragment in them, can be opened")
    func oddNames() throws {
        try write("sound#t=1.flac")
        let path = (directory.file("music/").utf8 + [0xFF, 46, 119, 97, 118, 0]).map { CChar(truncatingIfNeeded: $0) }
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        let uris = try PlaylistExpansion([directory.file("music")]).items.map(\.uri)
        #expect(uris == [directory.file("music/sound#t=1.flac"), "file://\(directory.file("music/%FF.wav"))"])
        for uri in uris { #expect(MediaRange.split(uri) == nil && (try? MediaLocation(uri: uri)) != nil) }
    }

    @Test("an empty directory, a missing one and one too large are refused with a sentence")
    func refused() throws {
        try write("cover.jpg")
        #expect(error([directory.file("music")])?.code == .media(.unreadable))
        #expect(error([directory.file("music")])?.message.contains(directory.file("music")) == true)
        // What is not there is nothing yet: it is told when it is to be played.
        #expect(try PlaylistExpansion([directory.file("none")]).items.map(\.uri) == [directory.file("none")])
        for number in 0..<12 { try write("\(number).flac") }
        #expect(error([directory.file("music")], limit: 11)?.code == .queueFull)
        #expect(error([directory.file("music")], limit: 12) == nil)
        #expect(error([directory.file("music"), "/x.flac"], limit: 12)?.code == .queueFull)
    }

    @Test("a directory that cannot be read is left out and named, and the others come")
    func unreadable() async throws {
        try write("1.flac", "locked/2.flac", "open/3.flac")
        // Longer than a path may be, which no user may read, not even the one that may read everything.
        let long = String(repeating: "d", count: 250)
        mkdir(directory.file("music/long"), 0o700)
        var deepest = open(directory.file("music/long"), O_RDONLY | O_DIRECTORY)
        for _ in 0..<20 {
            mkdirat(deepest, long, 0o700)
            let next = openat(deepest, long, O_RDONLY | O_DIRECTORY)
            close(deepest)
            deepest = next
        }
        close(deepest)
        let expansion = try PlaylistExpansion([directory.file("music")])
        try await Tool.run("rm", ["-rf", directory.file("music/long")])
        #expect(names(expansion) == ["1.flac", "locked/2.flac", "open/3.flac"])
        #expect(expansion.skipped.count == 1)
        #expect(expansion.skipped.first?.message.contains("cannot be read") == true)
        #expect(expansion.skipped.first?.uri.contains("/long/") == true)
        guard getuid() != 0 else { return }
        chmod(directory.file("music/locked"), 0)
        defer { chmod(directory.file("music/locked"), 0o700) }
        let locked = try PlaylistExpansion([directory.file("music")])
        #expect(locked.skipped.contains { $0.uri == directory.file("music/locked") && $0.message.contains("no permission") })
    }

    @Test("goes into nothing that the system itself makes")
    func virtualTrees() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "music/one.flac")
        #expect(symlink("/proc", directory.file("music/a")) == 0 && symlink("/sys", directory.file("music/b")) == 0)
        let walk = try DirectoryWalk(
            Array(directory.file("music").utf8), limit: 10_000, directoryLimit: 2, cancellation: CancellationToken())
        #expect(walk.files == [Array(directory.file("music/one.flac").utf8)])
        #expect(walk.skipped.isEmpty, "\(walk.skipped)")
        let processes = try DirectoryWalk(Array("/proc".utf8), limit: 10, cancellation: CancellationToken())
        #expect(processes.files.isEmpty && processes.skipped.isEmpty)
    }

    @Test("a directory with too many others in it is left out, or refused where it is the one")
    func crowded() throws {
        try write("1.flac", "crowd/a/2.flac", "crowd/b/3.flac", "crowd/c/4.flac", "last/5.flac")
        let (music, crowd) = (Array(directory.file("music").utf8), Array(directory.file("music/crowd").utf8))
        let all = try DirectoryWalk(music, limit: 100, directoryLimit: 4, cancellation: CancellationToken())
        #expect(all.files.count == 5 && all.skipped.isEmpty)
        let some = try DirectoryWalk(music, limit: 100, directoryLimit: 3, cancellation: CancellationToken())
        #expect(some.files.count == 2)
        #expect(some.skipped.map(\.uri) == [directory.file("music/crowd")])
        #expect(throws: MediaError.self) {
            _ = try DirectoryWalk(crowd, limit: 100, directoryLimit: 2, cancellation: CancellationToken())
        }
    }

    @Test("a walk that was given up ends")
    func cancelled() throws {
        try write("1.flac")
        let token = CancellationToken()
        token.cancel()
        #expect(throws: PlaybackError.self) {
            _ = try PlaylistExpansion([directory.file("music")], cancellation: token)
        }
    }
}
