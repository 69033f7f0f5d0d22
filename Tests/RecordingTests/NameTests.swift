import Glibc
import MediaTypes
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Recording

@Suite("The names of recordings")
struct NameTests {
    let time = LocalTime(year: 2_026, month: 3, day: 4, hour: 5, minute: 6, second: 7)

    @Test(
        "a pattern is filled with the time and the title",
        arguments: [
            ("%Y-%m-%d %H.%M.%S", "", "2026-03-04 05.06.07"), ("%t", "", "recording"), ("%Y/%m/%t", "News", "2026/03/News"),
            ("100%% %t", "a/b", "100% a-b"), ("%t", "../../etc/passwd", "-..-etc-passwd"), ("%t", ". .hidden", "hidden"),
            ("%t", "a\u{0}b\nc", "a-b-c"),
        ])
    func fill(pattern: String, title: String, name: String) throws {
        #expect(try FileNamePattern(pattern).fill(time, title: title) == name)
    }

    @Test("a title of any length becomes a name that every file system takes")
    func longTitle() throws {
        let name = try FileNamePattern("%t %Y").fill(time, title: String(repeating: "👩‍👩‍👧‍👦", count: 500))
        #expect(name.utf8.count <= 230 && name.hasSuffix(" 2026"))
    }

    @Test(
        "a pattern that makes no name is refused",
        arguments: [
            "", "%", "%q", "/%Y", "../%Y", "a//b", "a/./b", "a/../b", "a/", String(repeating: "a", count: 300), "a\nb",
            "/\u{301}%Y", "../\u{301}%Y", "a/../\u{301}b",
        ])
    func refusals(pattern: String) {
        #expect(throws: FileNamePattern.Refusal.self) { try FileNamePattern(pattern) }
    }

    @Test("what is longer than a name may be is cut between characters, however long one is")
    func longCharacters() throws {
        let letter = "a" + String(repeating: "\u{301}", count: 59)
        #expect(try FileNamePattern("%t").fill(time, title: letter + letter) == letter)
        #expect(try FileNamePattern("%t%t").fill(time, title: letter) == letter)
        let marks = String(letter.unicodeScalars.dropFirst())
        #expect(try FileNamePattern("%t%t").fill(time, title: marks) == "recording")
        #expect(try FileNamePattern("%t").fill(time, title: letter + marks) == "recording")
    }

    @Test("a pattern is refused if a long title makes a path of it that is too long")
    func tooManyTitles() throws {
        _ = try FileNamePattern(Array(repeating: "%t", count: 8).joined(separator: "/"))
        let refusal = #expect(throws: FileNamePattern.Refusal.self) {
            try FileNamePattern(Array(repeating: "%t", count: 9).joined(separator: "/"))
        }
        #expect(refusal?.message.contains("makes no name with a long title: it is longer than 1024 bytes") == true)
    }

    @Test("a file is new, or it is not made; names of the time take the next number")
    func exclusive() throws {
        let root = try TemporaryDirectory()
        let directory = RecordingDirectory(root.path + "/made/here")
        var name = RecordingDirectory.Name(stem: "a/b/memo", suffix: "wav", takesNextNumber: false)
        let file = try directory.makeFile(&name)
        #expect(file.path == root.path + "/made/here/a/b/memo.wav")
        let error = #expect(throws: MediaError.self) { _ = try directory.makeFile(&name) }
        #expect(error?.code == .exists)
        name.takesNextNumber = true
        #expect(try directory.makeFile(&name).path.hasSuffix("/memo 2.wav"))
        #expect(name.number == 2)
    }

    @Test("a file that is given up is deleted, but not one that somebody has put in its place")
    func discard() throws {
        let root = try TemporaryDirectory()
        let directory = RecordingDirectory(root.path)
        var name = RecordingDirectory.Name(stem: "memo", suffix: "wav", takesNextNumber: false)
        let file = try directory.makeFile(&name)
        #expect(rename(file.path, root.file("moved.wav")) == 0)
        try writeFile([1, 2, 3], to: file.path)
        file.discard()
        #expect(try readFile(file.path) == [1, 2, 3])
        #expect(unlink(file.path) == 0 && rename(root.file("moved.wav"), file.path) == 0)
        file.discard()
        #expect(access(file.path, F_OK) != 0)
    }

    @Test("the pieces of a recording of a hundred days have names that file systems take, however long the first one is")
    func manyPieces() throws {
        let naming = RecordingNaming.path(String(repeating: "a", count: 250))
        for number in [2, 9_999, 10_000, 864_000] {
            let name = naming.name(of: number, at: time, title: "", suffix: "flac")
            #expect(name.path.utf8.count <= 255, "\(name.path.utf8.count)")
        }
    }

    @Test(
        "no name leads out of the directory",
        arguments: [
            "../x", "a/../../x", "/etc/x", "link/x", "loop/x", "", ".", "a//b", "x\u{7}", "../\u{301}x", "/\u{301}x",
            "a/../../\u{301}x",
        ])
    func escape(stem: String) throws {
        let root = try TemporaryDirectory()
        let (inside, outside) = (root.path + "/in", root.path + "/out")
        for path in [inside, outside] { #expect(mkdir(path, 0o700) == 0) }
        #expect(symlink(outside, inside + "/link") == 0)
        #expect(symlink("loop", inside + "/loop") == 0)
        var name = RecordingDirectory.Name(stem: stem, suffix: "wav", takesNextNumber: true)
        // A name of nothing but a suffix stays inside, but hides the file.
        if stem.isEmpty || stem == "." { return }
        let error = #expect(throws: MediaError.self) { _ = try RecordingDirectory(inside).makeFile(&name) }
        #expect(error?.code == .notAllowed)
        let hidden = #expect(throws: MediaError.self) { _ = try RecordingDirectory(inside).makeHiddenFile(for: name) }
        #expect(hidden.map { [.notAllowed, .unwritable].contains($0.code) } == true)
        // Nothing is left there, or this fails.
        #expect(rmdir(outside) == 0)
    }

    private final class Over: Sendable {
        let flag = Atomic(false)
    }

    @Test("no file and no directory is made elsewhere while somebody puts a link in the place of a directory, again and again")
    func swapped() throws {
        let root = try TemporaryDirectory()
        let (inside, outside) = (try root.makeDirectory("in"), try root.makeDirectory("out"))
        let isOver = Over()
        let swapper = try OwnThread.startJoinable(name: "swapper") {
            var count = 0
            while !isOver.flag.load(ordering: .relaxed) {
                count += 1
                _ = rename(inside + "/show", inside + "/away-\(count)")
                if symlink(outside, inside + "/show") == 0 { unlink(inside + "/show") }
            }
        }
        for number in 0..<3_000 {
            var name = RecordingDirectory.Name(stem: "show/\(number)/a", suffix: "wav", takesNextNumber: true)
            // Whether it succeeds depends on what is there at the moment.
            try? RecordingDirectory(inside).makeFile(&name).discard()
            _ = try? RecordingDirectory(inside).makeHiddenFile(for: name)
        }
        isOver.flag.store(true, ordering: .relaxed)
        pthread_join(swapper, nil)
        #expect(rmdir(outside) == 0, "something was made there")
    }

    @Test("a slash makes a directory also with an accent behind it, and a hidden file gets its name there")
    func accentBehindSlash() throws {
        let root = try TemporaryDirectory()
        let directory = RecordingDirectory(root.path)
        var name = RecordingDirectory.Name(stem: "a/\u{301}b/\u{301}memo", suffix: "wav", takesNextNumber: false)
        #expect(try directory.makeFile(&name).path == root.path + "/a/\u{301}b/\u{301}memo.wav")
        name.stem = "c/\u{301}b/\u{301}memo"
        let path = root.path + "/c/\u{301}b/\u{301}memo.wav"
        #expect(try directory.makeHiddenFile(for: name).publish() == path)
        #expect(access(path, F_OK) == 0)
        let time = LocalTime(year: 2_026, month: 1, day: 1, hour: 0, minute: 0, second: 0)
        let long = try FileNamePattern("%t/%t").fill(time, title: "\u{301}" + String(repeating: "t", count: 200))
        #expect(RelativePath.parts(of: long).count == 2)
    }

    @Test("a hidden file gets no name that leads elsewhere, and is deleted", arguments: ["wav/../../x", "/x", "wav/\u{301}x"])
    func publishElsewhere(suffix: String) throws {
        let root = try TemporaryDirectory()
        #expect(mkdir(root.file("in"), 0o700) == 0 && mkdir(root.file("in/memo.wav"), 0o700) == 0)
        let name = RecordingDirectory.Name(stem: "memo", suffix: "part", takesNextNumber: false)
        do {
            let file = try RecordingDirectory(root.file("in")).makeHiddenFile(for: name)
            let error = #expect(throws: MediaError.self) { _ = try file.publish(suffix: suffix) }
            #expect(error?.code == .notAllowed)
        }
        // Only these two are there, or this fails.
        #expect(rmdir(root.file("in/memo.wav")) == 0 && rmdir(root.file("in")) == 0)
    }

    @Test("what the system refuses is one sentence")
    func unwritable() {
        var name = RecordingDirectory.Name(stem: "memo", suffix: "wav", takesNextNumber: false)
        let error = #expect(throws: MediaError.self) { _ = try RecordingDirectory("/proc/fermata").makeFile(&name) }
        #expect(error?.code == .unwritable)
        #expect(error?.message.contains("/proc/fermata") == true)
    }
}
