import Glibc
import MediaTypes
import TagReading
import TestSupport
import Testing

@testable import TagWriting

@Suite("A file into which tags are written is the old one or the new one", .serialized)
struct WholeFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func status(_ path: String) throws -> stat {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status
    }

    /// The names in the directory, hidden ones as well.
    private func names(_ path: String? = nil) async throws -> [String] {
        let output = try await Tool.run("ls", ["-A", path ?? directory.path])
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test(
        "with its mode, its owner, its attributes, its access control and the time at which it was read, and a new time of change"
    )
    func kept() async throws {
        let file = try await WrittenFile.flac(in: directory)
        try #require(chmod(file.path, 0o640) == 0)
        if geteuid() == 0 { try #require(chown(file.path, 12_345, 23_456) == 0) }
        let set = "import os, sys; os.setxattr(sys.argv[1], 'user.mood', b'calm')"
        let hasAttributes = (try? await Tool.run("/usr/bin/python3", ["-c", set, file.path])) != nil
        let hasAccess = (try? await Tool.run("setfacl", ["-m", "u:54321:r", file.path])) != nil
        let times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 5), timespec(tv_sec: 1_100_000_000, tv_nsec: 7)]
        try #require(utimensat(AT_FDCWD, file.path, times, 0) == 0)
        let before = try status(file.path)
        try file.write(.usual)
        let after = try status(file.path)
        #expect(after.st_mode == before.st_mode && after.st_uid == before.st_uid && after.st_gid == before.st_gid)
        #expect(after.st_atim.tv_sec == 1_000_000_000 && after.st_atim.tv_nsec == 5)
        // Programs for backups go by it.
        #expect(after.st_mtim.tv_sec > 1_100_000_000)
        #expect(after.st_ino != before.st_ino)
        if hasAttributes {
            let get = "import os, sys; print(os.getxattr(sys.argv[1], 'user.mood'))"
            let value = try await Tool.run("/usr/bin/python3", ["-c", get, file.path])
            #expect(String(decoding: value, as: UTF8.self) == "b'calm'\n")
        }
        if hasAccess {
            let value = try await Tool.run("getfacl", ["-cn", file.path])
            #expect(String(decoding: value, as: UTF8.self).contains("user:54321:r--"))
        }
        #expect(try await names() == ["a.flac"])
    }

    @Test("without the access control that its directory gives to new files")
    func accessControlOfDirectory() async throws {
        let file = try await WrittenFile.flac(in: directory)
        try #require(chmod(file.path, 0o640) == 0)
        // rwx for the owner and user 54321, r-x for the group, and nothing for others.
        let set = """
            import os, struct, sys
            entries = [(1, 7, -1), (2, 7, 54321), (4, 5, -1), (16, 7, -1), (32, 0, -1)]
            value = struct.pack('<I', 2) + b''.join(struct.pack('<HHi', *entry) for entry in entries)
            os.setxattr(sys.argv[1], 'system.posix_acl_default', value)
            """
        guard (try? await Tool.run("/usr/bin/python3", ["-c", set, directory.path])) != nil else { return }
        #expect(try file.write(.usual) == .written)
        let list = "import os, sys; print(os.listxattr(sys.argv[1]))"
        #expect(String(decoding: try await Tool.run("/usr/bin/python3", ["-c", list, file.path]), as: UTF8.self) == "[]\n")
        #expect(try status(file.path).st_mode & 0o7777 == 0o640)
    }

    @Test("in the directory in which it was, wherever that is by now")
    func movedDirectory() async throws {
        let music = try directory.makeDirectory("music")
        let (moved, other) = (directory.file("moved"), [UInt8]("other".utf8))
        let file = try await WrittenFile.flac("music/a.flac", in: directory)
        let outcome = try file.write(.usual) { _ in
            rename(music, moved)
            mkdir(music, 0o700)
            try? writeFile(other, to: file.path)
        }
        #expect(outcome == .written)
        #expect(try file.bytes == other)
        #expect(try WrittenFile(path: moved + "/a.flac").read().tags.replayGain.track?.decibels == -6.54)
    }

    @Test(
        "until the moment at which it gets its name, and what another program changes until then counts", arguments: [0, 1, 2, 3])
    func changedMeanwhile(how: Int) async throws {
        let file = try await WrittenFile.flac(in: directory)
        let before = try file.bytes
        let path = file.path
        let code = file.refusal(.usual) { _ in
            // The old one is whole, and the new one beside it.
            if (try? readFile(path)) != before { Issue.record("the old file has changed") }
            switch how {
            case 0: try? writeFile(Array("other".utf8), to: path)
            case 1: unlink(path)
            case 2: rename(path, path + ".moved")
            // The same size and the same time of change, but another status.
            default:
                var status = stat()
                _ = lstat(path, &status)
                try? writeFile(before.reversed(), to: path)
                _ = [status.st_atim, status.st_mtim].withUnsafeBufferPointer { utimensat(AT_FDCWD, path, $0.baseAddress, 0) }
            }
        }
        #expect(code == .changed)
        switch how {
        case 0: #expect(try file.bytes == Array("other".utf8))
        case 1: #expect(access(path, F_OK) != 0)
        case 2: #expect(try readFile(path + ".moved") == before)
        default: #expect(try file.bytes == before.reversed())
        }
        #expect(try await names().allSatisfy { !$0.hasPrefix(".") })
    }

    @Test("and stays what it was if it is not what was measured")
    func notAsMeasured() async throws {
        let file = try await WrittenFile.flac(in: directory)
        let seen = GainWriter.Seen(try status(file.path))
        #expect(file.refusal(.usual, seen: .init(size: seen.size + 1, modified: seen.modified)) == .changed)
        #expect(file.refusal(.usual, seen: .init(size: seen.size, modified: seen.modified + 0.001)) == .changed)
        #expect(file.refusal(.usual, seen: seen) == nil)
    }

    @Test("behind a symbolic link, which stays one")
    func symbolicLink() async throws {
        let music = try directory.makeDirectory("music")
        let file = try await WrittenFile.flac("music/a.flac", in: directory)
        let link = directory.file("link.flac")
        try #require(symlink(file.path, link) == 0)
        #expect(try WrittenFile(path: link).write(.usual) == .written)
        #expect(try status(link).st_mode & S_IFMT == S_IFLNK)
        #expect(try file.read().tags.replayGain.track?.decibels == -6.54)
        #expect(try await names(music) == ["a.flac"])
    }

    @Test("and is left alone with a second name, read-only, as a directory or a pipe, and where it is a part of another file")
    func leftAlone() async throws {
        let file = try await WrittenFile.flac(in: directory)
        let before = try file.bytes
        #expect(WrittenFile(path: file.path + "/track0001").refusal(.usual) == .partOfFile)
        #expect(WrittenFile(path: directory.file("none")).refusal(.usual) == .notFound)
        #expect(WrittenFile(path: directory.path).refusal(.usual) == .unreadable)
        try #require(mkfifo(directory.file("pipe"), 0o600) == 0)
        #expect(WrittenFile(path: directory.file("pipe")).refusal(.usual) == .unreadable)
        try #require(link(file.path, directory.file("second.flac")) == 0)
        #expect(file.refusal(.usual) == .severalNames)
        unlink(directory.file("second.flac"))
        chmod(file.path, 0o444)
        #expect(file.refusal(.usual) == .readOnly)
        #expect(try file.bytes == before)
        #expect(try await names().sorted() == ["a.flac", "pipe"])
    }

    @Test("also after a crash, whose rest is removed with the next write, but nothing of anybody else")
    func leftovers() async throws {
        let file = try await WrittenFile.flac(in: directory)
        try directory.write("half", to: ".fermata-0123456789abcdef.new")
        try directory.write("mine", to: ".fermata-notes")
        try directory.write("mine", to: ".hidden.new")
        try file.write(.usual)
        #expect(try await names().sorted() == [".fermata-notes", ".hidden.new", "a.flac"])
    }

    @Test("with a name of any bytes")
    func anyName() async throws {
        let file = try await WrittenFile.flac(in: directory)
        let name = Array(directory.path.utf8) + Array("/".utf8) + [0xFF, 0x20, 0x0A, 0xE4]
        try #require(rename(file.path, name.map { CChar(truncatingIfNeeded: $0) } + [0]) == 0)
        var writer = GainWriter()
        #expect(try writer.write(.usual, to: name) == .written)
        #expect(try writer.write(.usual, to: name) == .hasTags)
    }

    @Test("where the disk is full", .enabled(if: geteuid() == 0))
    func fullDisk() async throws {
        let disk = try directory.makeDirectory("disk")
        try await Tool.run("mount", ["-t", "tmpfs", "-o", "size=256k", "none", disk])
        defer { umount2(disk, CInt(MNT_DETACH)) }
        let made = try await WrittenFile.flac(in: directory)
        let file = WrittenFile(path: "\(disk)/a.flac")
        try writeFile(try made.bytes, to: file.path)
        let before = try file.bytes
        try writeFile([UInt8](repeating: 1, count: (256 << 10) - before.count - (8 << 10)), to: "\(disk)/rest")
        #expect(file.refusal(.usual) == .noSpace)
        #expect(try file.bytes == before)
        #expect(try await names(disk) == ["a.flac", "rest"])
        unlink("\(disk)/rest")
        #expect(file.refusal(.usual) == nil)
    }
}
