import Glibc
import TestSupport
import Testing

@testable import SystemSupport

@Suite("Files under our own names")
struct OwnFilesTests {
    /// What somebody else may have put under one of our names.
    enum Stranger: CaseIterable {
        case link, linkToNothing, linkToDevice, pipe, socket, directory, fullDirectory, secondName

        /// Puts it at `path`. What it leads to, if to anything, is `target`.
        func put(at path: String, target: String) throws {
            switch self {
            case .link: try #require(symlink(target, path) == 0)
            case .linkToNothing: try #require(symlink(target + ".none", path) == 0)
            case .linkToDevice: try #require(symlink("/dev/zero", path) == 0)
            case .pipe: try #require(mkfifo(path, 0o600) == 0)
            case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
            case .directory: try #require(mkdir(path, 0o700) == 0)
            case .fullDirectory: try #require(mkdir(path, 0o700) == 0 && mkdir(path + "/in", 0o700) == 0)
            case .secondName: try #require(Glibc.link(target, path) == 0)
            }
        }
    }

    private let directory: TemporaryDirectory
    private let target: String

    init() throws {
        directory = try TemporaryDirectory()
        target = try directory.write("mine", to: "target")
    }

    private func expectTargetIsWhole() throws {
        #expect(try readFile(target) == Array("mine".utf8))
        #expect(access(target + ".none", F_OK) != 0)
    }

    private func json(_ number: Int) -> [UInt8] { Array("\(number)".utf8) }

    @Test(
        "whatever else is in their places, files are written, nothing is waited for, and no link is followed",
        .timeLimit(.minutes(10)), arguments: Stranger.allCases,
        ["kept.json", "kept.previous.json", "kept.json.new", "kept.previous.json.new", "kept.json.damaged"])
    func strangers(stranger: Stranger, name: String) throws {
        let path = try directory.makeDirectory("state")
        let file = SealedFile(directory: path, name: "kept")
        if name.hasPrefix("kept.previous") { try file.write(json: json(0).span) }
        try stranger.put(at: "\(path)/\(name)", target: target)
        try file.write(json: json(1).span)
        try file.write(json: json(2).span)
        var reports: [String] = []
        #expect(file.read(decode: { $0 }, report: { reports.append($0) }) == json(2))
        #expect(reports.isEmpty)
        try expectTargetIsWhole()
        #expect(unlink(file.path) == 0)
        #expect(file.read(decode: { $0 }, report: { _ in }) == json(1))
    }

    @Test("the same holds for a file that is overwritten in place", .timeLimit(.minutes(10)), arguments: Stranger.allCases)
    func overwritten(stranger: Stranger) throws {
        let path = try directory.makeDirectory("state")
        let file = SealedFile(directory: path, name: "place")
        try stranger.put(at: file.path, target: target)
        try file.overwrite(json: json(1).span, isSynced: true)
        try file.overwrite(json: json(2).span, isSynced: false)
        #expect(file.read(decode: { $0.first }, report: { Issue.record("\($0)") }) == UInt8(ascii: "2"))
        try expectTargetIsWhole()
    }

    @Test("what is no file of ours is set aside when it is read", .timeLimit(.minutes(10)), arguments: Stranger.allCases)
    func read(stranger: Stranger) throws {
        let path = try directory.makeDirectory("state")
        let file = SealedFile(directory: path, name: "kept")
        try stranger.put(at: file.path, target: target)
        var reports: [String] = []
        #expect(file.read(decode: { $0 }, report: { reports.append($0) }) == nil)
        // A link that leads nowhere is in nobody's way.
        #expect(reports.count == (stranger == .linkToNothing ? 0 : 1), "\(reports)")
        try expectTargetIsWhole()
        try file.write(json: json(1).span)
        #expect(file.read(decode: { $0 }, report: { Issue.record("\($0)") }) == json(1))
    }

    @Test("a file larger than any that was written is not read, however large it is")
    func tooLarge() throws {
        let file = SealedFile(directory: directory.path, name: "kept")
        try file.write(json: json(1).span)
        try file.write(json: json(2).span)
        #expect(truncate(file.path, 100 << 30) == 0)
        var reports: [String] = []
        #expect(file.read(decode: { $0 }, report: { reports.append($0) }) == json(1))
        #expect(reports.first?.contains("107374182400 bytes") == true, "\(reports)")
    }

    @Test("what a crash has left of a file is removed, and what a program still writes stays")
    func leftovers() throws {
        let path = directory.file("state.json")
        let left = try directory.write("half", to: ".fermata-0123456789abcdef.new")
        let older = try directory.write("half", to: "state.previous.json.new")
        let foreign = try directory.write("foreign", to: ".fermata.new")
        try Stranger.pipe.put(at: directory.file(".fermata-pipe.new"), target: target)
        try Stranger.link.put(at: directory.file(".fermata-link.new"), target: target)
        var new = try NewFile(for: path)
        try new.write(json(7))
        _ = SealedFile(directory: directory.path, name: "state").read(decode: { $0 }, report: { _ in })
        for gone in [left, older, directory.file(".fermata-pipe.new"), directory.file(".fermata-link.new")] {
            #expect(access(gone, F_OK) != 0, "\(gone)")
        }
        try new.replace()
        #expect(try readFile(path) == json(7) && readFile(foreign) == Array("foreign".utf8))
        try expectTargetIsWhole()
    }

    @Test("a new file that gets no name is gone, and one whose name is taken takes it from nobody")
    func unnamed() throws {
        do {
            var new = try NewFile(for: target)
            try new.write(json(1))
            let failure = #expect(throws: FileFailure.self) { try new.publish() }
            #expect(failure?.number == EEXIST)
        }
        try expectTargetIsWhole()
        #expect(try OpenDirectory(directory.path).names(atMost: 10).sorted() == [".", "..", "target"])
    }

    @Test("no way below an open directory leads over a link or out of it")
    func beneath() throws {
        let outside = try directory.makeDirectory("outside")
        let root = try OpenDirectory(try directory.makeDirectory("root"))
        try #require(symlink(outside, directory.file("root/link")) == 0)
        try #require(symlink(target, directory.file("root/file")) == 0)
        for name in ["link", "..", ".", "", "a/b", "file"] {
            #expect(throws: FileFailure.self) { _ = try root.makeDirectory(name, mode: 0o700) }
            #expect(throws: FileFailure.self) { _ = try root.file(name, flags: O_RDWR) }
        }
        let made = try root.makeDirectory("made", mode: 0o700)
        // What was opened stays what it is, whatever has its name.
        try #require(rename(directory.file("root/made"), directory.file("away")) == 0)
        try #require(symlink(outside, directory.file("root/made")) == 0)
        _ = try made.file("x", flags: O_RDWR | O_CREAT | O_EXCL)
        #expect(access(directory.file("away/x"), F_OK) == 0 && rmdir(outside) == 0)
    }
}
