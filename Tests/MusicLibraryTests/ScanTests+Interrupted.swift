import Database
import Glibc
import TestSupport
import Testing

@testable import MusicLibrary

// Files during whose reading the daemon has ended.
extension ScanTests {
    private var notesPath: String { places.reading }

    private func notes() throws -> ReadingNotes { try #require(ReadingNotes(path: notesPath)) }

    private func bytes(_ name: String) -> [UInt8] { Array("\(music)/\(name)".utf8) }

    @Test("leaves out the files during whose reading the process has ended, says so, and reads them once they change")
    func interrupted() async throws {
        for name in ["a", "b", "c"] { try add("\(name).flac", title: name.uppercased()) }
        try await settle()
        let store = try store()
        do {
            let before = try notes()
            before.begin(bytes("b.flac"), slot: 1)
            before.begin(bytes("x.flac"), slot: 0)
            before.end(slot: 0)
        }
        var sentences: [String] = []
        func scan(_ depth: LibraryScanner.Depth) throws {
            let scanner = LibraryScanner(
                store: store, roots: [Array(music.utf8)], notes: try notes(), report: { sentences.append($0) })
            try scanner.scan(depth)
        }
        try scan(.directories)
        #expect(try titles(store) == ["A", "C"])
        #expect(sentences.count == 1 && sentences.first?.contains("b.flac") == true, "\(sentences)")
        // Later scans leave it out as well, and say nothing more.
        try scan(.files)
        #expect(try titles(store) == ["A", "C"] && sentences.count == 1)
        try add("b.flac", title: "Another B")
        try scan(.files)
        #expect(try titles(store) == ["A", "Another B", "C"])
        #expect(try store.leftOutFiles().isEmpty)
    }

    @Test("reads a file that was left out if somebody wants it to, and does not lose a song that it has")
    func interruptedAgain() async throws {
        try add("a.flac", title: "A")
        try add("b.flac", title: "B")
        let store = try store()
        try scanner(store).scan(.files)
        try add("b.flac", title: "New B")
        try notes().begin(bytes("b.flac"), slot: 0)
        let later = LibraryScanner(store: store, roots: [Array(music.utf8)], notes: try notes())
        try later.scan(.files)
        #expect(try titles(store) == ["A", "B"])
        try LibraryScanner(store: store, roots: [Array(music.utf8)], retriesLeftOut: true, notes: try notes()).scan(.files)
        #expect(try titles(store) == ["A", "New B"] && store.leftOutFiles().isEmpty)
    }

    @Test("notes each file before it reads it, and nothing once it is read")
    func notesFiles() throws {
        try add("a.flac", title: "A")
        let store = try store()
        let notes = try notes()
        try LibraryScanner(store: store, roots: [Array(music.utf8)], readerCount: 1, notes: notes).scan(.files)
        #expect(notes.interrupted().isEmpty)
        // The path stays behind the number that says that nothing is read.
        let left = String(decoding: try readFile(notesPath).filter { $0 >= 0x20 && $0 < 0x7F }, as: UTF8.self)
        #expect(left.contains("\(music)/a.flac"))
    }

    @Test("takes no notes from a file that is damaged, and follows no link and waits for no pipe in its place")
    func damagedNotes() throws {
        try directory.makeDirectory("data")
        let path = Array("/music/a.flac".utf8)
        do {
            let whole = try notes()
            whole.begin(path, slot: 2)
            #expect(whole.interrupted() == [path])
        }
        let written = try readFile(notesPath)
        for place in stride(from: 2 * 8_192, to: written.count, by: 3) {
            var damaged = written
            damaged[place] ^= 0x55
            try writeFile(damaged, to: notesPath)
            #expect(try notes().interrupted().isEmpty)
        }
        #expect(unlink(notesPath) == 0 && symlink("/dev/null", notesPath) == 0)
        #expect(try notes().interrupted().isEmpty)
        #expect(unlink(notesPath) == 0 && mkfifo(notesPath, 0o600) == 0)
        #expect(try notes().interrupted().isEmpty)
    }

    @Test("says of which files tags are left out")
    func leavesTagsOut() throws {
        try directory.write("", to: "music/nothing.txt")
        let header: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413)
        let frame = Array("TPE1".utf8) + [0, 0, 0, 8, 0, 0x80] + [UInt8](repeating: 0, count: 8)
        let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
        try writeFile(tag + Array(repeatElement(header, count: 200).joined()), to: "\(music)/packed.mp3")
        var sentences: [String] = []
        let store = try store()
        let scanner = LibraryScanner(store: store, roots: [Array(music.utf8)], report: { sentences.append($0) })
        #expect(try scanner.scan(.files).songsAdded == 1)
        #expect(sentences.count == 1 && sentences.first?.contains("packed.mp3") == true, "\(sentences)")
        #expect(try !scanner.scan(.files).hasChanges && sentences.count == 1)
    }
}

// Files in which almost nothing is.
extension ScanTests {
    @Test("a file of a terabyte of holes is no song, whatever its name, and is not read to its end")
    func holes() throws {
        for name in ["holes.mp3", "holes.flac", "holes.m4a", "holes.mka", "holes.aac", "holes.ac3", "holes.dts"] {
            let path = try directory.write("", to: "music/\(name)")
            #expect(truncate(path, 1 << 40) == 0)
            guard case .noMusic = SongReader.read(Array(path.utf8), name: Array(name.utf8)) else {
                Issue.record("\(name) is a song")
                continue
            }
        }
    }
}
