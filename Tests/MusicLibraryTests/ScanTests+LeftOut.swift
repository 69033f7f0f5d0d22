import Database
import Glibc
import TestSupport
import Testing

@testable import MusicLibrary

// Files that say what is left out.
extension ScanTests {
    @Test("leaves out what an .mpdignore names in its directory and in all below, and nowhere else")
    func ignoredBelow() throws {
        for name in ["a/x1", "a/b/x2", "a/b/c/x3", "a/b/c/y4", "a/d/x5", "a/d/y6", "e/x7", "e/y8", "f/x9"] {
            try add("\(name).flac", title: name)
        }
        try directory.write("x*\n", to: "music/a/b/.mpdignore")
        try directory.write("y*\n", to: "music/e/.mpdignore")
        let store = try store()
        try scanner(store).scan(.directories)
        #expect(try titles(store) == ["a/b/c/y4", "a/d/x5", "a/d/y6", "a/x1", "e/x7", "f/x9"])
    }

    @Test("leaves out what .mpdignore names, and directories with .nomedia")
    func ignored() async throws {
        try add("one.flac", title: "One")
        try add("demo one.flac", title: "Demo")
        try add("below/demo two.flac", title: "Demo")
        try add("below/two.flac", title: "Two")
        try add("private/three.flac", title: "Three")
        try directory.write("# drafts\n demo*  \n", to: "music/.mpdignore")
        try directory.write("", to: "music/private/.nomedia")
        let store = try store()
        try scanner(store).scan(.directories)
        #expect(try titles(store) == ["One", "Two"])
    }

    @Test("takes nothing in with a part of the directories that a scan of everything leaves out, and forgets what is known of it")
    func leftOutAbove() throws {
        for name in ["a/b/one", "c/d/e/two", ".hidden/three", "f/.hidden/x/four", "g/h/five"] {
            try add("\(name).flac", title: name)
        }
        try directory.write("", to: "music/a/.nomedia")
        try directory.write("d\n", to: "music/c/.mpdignore")
        let store = try store()
        for path in ["a/b", "c/d/e", "c/d", ".hidden", "f/.hidden/x"] {
            let whole = Array("\(music)/\(path)".utf8)
            #expect(try !scanner(store).update(whole).hasChanges, "\(path)")
            #expect(try !scanner(store).update(changed: [whole]).hasChanges, "\(path)")
        }
        try scanner(store).scan(.directories)
        #expect(try titles(store) == ["g/h/five"])
        try directory.write("h\n", to: "music/g/.mpdignore")
        #expect(try scanner(store).update(Array("\(music)/g/h".utf8)).songsRemoved == 1)
        #expect(try titles(store).isEmpty)
        // A hidden directory of music is wanted, also where another one is above it.
        let roots = [music, "\(music)/.hidden"]
        #expect(try scanner(store, roots).update(Array("\(music)/.hidden".utf8)).songsAdded == 1)
    }

    @Test("looks again at all that a file of patterns leaves out, once that file is new, changed or gone, and then at nothing")
    func changedPatterns() async throws {
        for name in ["a/b/one", "a/b/two", "a/c/d/one", "e/one"] { try add("\(name).flac", title: name) }
        let store = try store()
        // The times of directories are set to what is over for the scanner. Where a file is only changed, that of its directory stays.
        func check(_ text: String?, in place: String = "a", at date: String, _ expected: [String]) async throws {
            let path = "\(music)/\(place)/.mpdignore"
            if let text { try writeFile(Array(text.utf8), to: path) } else { #expect(unlink(path) == 0) }
            try await Tool.run("touch", ["-d", date, "\(music)/\(place)"])
            try scanner(store).scan(.directories)
            #expect(try titles(store) == expected, "\(text ?? "gone")")
            // What is removed at the end of a scan has its directory listed once more.
            try scanner(store).scan(.directories)
            let next = try scanner(store).scan(.directories)
            #expect(next.unchangedDirectories == next.directories && !next.hasChanges, "\(text ?? "gone")")
        }
        try await settle()
        try await check("", in: "e", at: "2020-02-01", ["a/b/one", "a/b/two", "a/c/d/one", "e/one"])
        try await check("one.*", at: "2020-02-02", ["a/b/two", "e/one"])
        try await check("two.*", at: "2020-02-02", ["a/b/one", "a/c/d/one", "e/one"])
        try await check("d", at: "2020-02-02", ["a/b/one", "a/b/two", "e/one"])
        try await check(nil, at: "2020-02-03", ["a/b/one", "a/b/two", "a/c/d/one", "e/one"])
        // A scan of a part must not take away the change from the next one of everything.
        try await check("one.*", in: "", at: "2020-02-04", ["a/b/two"])
        try writeFile(Array("two.*".utf8), to: "\(music)/.mpdignore")
        try scanner(store).update(Array("\(music)/e".utf8))
        try scanner(store).scan(.directories)
        #expect(try titles(store) == ["a/b/one", "a/c/d/one", "e/one"])
    }
}
