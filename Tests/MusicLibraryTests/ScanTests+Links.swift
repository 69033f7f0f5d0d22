import Database
import Glibc
import TestSupport
import Testing

@testable import MusicLibrary

// Symbolic links to directories.
extension ScanTests {
    @Test("follows symbolic links into each directory once, in circles too")
    func links() async throws {
        try add("real/one.flac", title: "One")
        #expect(symlink("real", "\(music)/copy") == 0 && symlink("..", "\(music)/real/up") == 0)
        let store = try store()
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsAdded == 1 && scan.directories == 2, "\(scan)")
    }

    @Test("knows the songs behind a symbolic link by the names of their own directories, whichever name comes first")
    func earlyLink() async throws {
        try add("real/one.flac", title: "One")
        try add("real/below/two.flac", title: "Two")
        #expect(symlink("real", "\(music)/a") == 0 && symlink("real/below", "\(music)/b") == 0)
        let store = try store()
        for _ in 0..<2 {
            try scanner(store).scan(.directories)
            let paths = try store.neverPlayed().map { String(decoding: $0.path, as: UTF8.self) }
            #expect(Set(paths) == ["\(music)/real/one.flac", "\(music)/real/below/two.flac"])
        }
    }

    @Test("follows no link to a directory that it knows by its own name, when it compares only a part of the directories")
    func laterLink() async throws {
        try add("real/one.flac", title: "One")
        try add("real/below/two.flac", title: "Two")
        try add("other/three.flac", title: "Three")
        let store = try store()
        try scanner(store).scan(.directories)
        #expect(symlink("real", "\(music)/a") == 0 && symlink("../real/below", "\(music)/other/b") == 0)
        #expect(try !scanner(store).update(changed: [Array(music.utf8), Array("\(music)/other".utf8)]).hasChanges)
        for path in ["other", "other/b", "a"] {
            #expect(try !scanner(store).update(Array("\(music)/\(path)".utf8)).hasChanges, "\(path)")
        }
        #expect(try titles(store) == ["One", "Three", "Two"])
        // A directory that was moved is found behind its link.
        #expect(rename("\(music)/real", directory.file("elsewhere")) == 0)
        #expect(unlink("\(music)/a") == 0 && symlink("../elsewhere", "\(music)/a") == 0)
        let moved = try scanner(store).update(changed: [Array(music.utf8)])
        #expect(moved.songsMoved == 2 && moved.songsRemoved == 0, "\(moved)")
    }
}

// How far links lead.
extension ScanTests {
    @Test("looks at nothing that the system itself makes, whatever link leads there")
    func virtualTrees() throws {
        try add("one.flac", title: "One")
        #expect(symlink("/proc", "\(music)/a") == 0 && symlink("/sys", "\(music)/b") == 0)
        #expect(symlink("/proc/self/root", "\(music)/c") == 0)
        let store = try store()
        // The root directory of the disk is none of these, and not followed here.
        let scan = try LibraryScanner(store: store, roots: [Array(music.utf8)], followsOutside: false).scan(.files)
        #expect(scan.songsAdded == 1 && scan.directories == 1, "\(scan)")
        #expect(unlink("\(music)/c") == 0)
        let all = try scanner(store).scan(.files)
        #expect(all.directories == 1 && !all.hasChanges, "\(all)")
        for path in ["a", "a/self", "b", "b/kernel"] {
            #expect(try !scanner(store).update(Array("\(music)/\(path)".utf8)).hasChanges)
        }
        #expect(try titles(store) == ["One"])
    }

    @Test("follows no link out of the directories of music if it shall not, and forgets what it has found there")
    func outsideLinks() throws {
        try add("real/one.flac", title: "One")
        try add("two.flac", title: "Two")
        #expect(rename("\(music)/real", directory.file("outside")) == 0)
        try add("inside/three.flac", title: "Three")
        #expect(symlink("../outside", "\(music)/out") == 0 && symlink("../outside/one.flac", "\(music)/four.flac") == 0)
        #expect(symlink("inside/three.flac", "\(music)/five.flac") == 0)
        let store = try store()
        try scanner(store).scan(.files)
        #expect(try titles(store).filter { $0 == "One" }.count == 2)
        let inside = LibraryScanner(store: store, roots: [Array(music.utf8)], followsOutside: false)
        try inside.scan(.files)
        #expect(try titles(store) == ["Three", "Three", "Two"])
        #expect(try !inside.update(Array("\(music)/out".utf8)).hasChanges)
        #expect(try !inside.update(changed: [Array("\(music)/out".utf8)]).hasChanges)
        #expect(try titles(store) == ["Three", "Three", "Two"])
    }
}
