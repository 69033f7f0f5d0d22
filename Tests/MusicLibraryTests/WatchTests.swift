import Database
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Deciding what is scanned of what has changed")
struct ChangeCollectorTests {
    private let one = Array("/music/one".utf8)
    private let two = Array("/music/two".utf8)
    private let second: Int64 = 1_000_000_000

    @Test("a burst of changes becomes one scan of its directories, once nothing more changes")
    func burst() {
        var collector = ChangeCollector(pollInterval: nil)
        #expect(collector.nextTime == nil && collector.takeScan(at: 0) == nil)
        for index in 0..<10 { collector.changed(index % 2 == 0 ? two : one, at: Int64(index) * second) }
        #expect(collector.takeScan(at: 10 * second) == nil)
        #expect(collector.nextTime == 9 * second + ChangeCollector.quietTime)
        #expect(collector.takeScan(at: 12 * second) == .changed([one, two]))
        #expect(collector.nextTime == nil && collector.takeScan(at: 1_000 * second) == nil)
    }

    @Test("changes that never end are scanned all the same")
    func endless() {
        var collector = ChangeCollector(pollInterval: nil)
        var scans: [Int64] = []
        for index in 0..<65 {
            let time = Int64(index) * second
            collector.changed(one, at: time)
            if collector.takeScan(at: time) != nil { scans.append(Int64(index)) }
        }
        #expect(scans == [30, 61])
    }

    @Test("everything is looked at where the system has lost count, or where too many directories have changed")
    func lost() {
        var collector = ChangeCollector(pollInterval: nil)
        collector.changed(one, at: 0)
        collector.lostCount(at: 0)
        #expect(collector.takeScan(at: 3 * second) == .everything)
        for index in 0...ChangeCollector.directoryLimit { collector.changed(Array("/\(index)".utf8), at: 4 * second) }
        #expect(collector.takeScan(at: 7 * second) == .everything)
    }

    @Test("every file is compared where what is left out has changed, because directories do not tell it")
    func ignores() {
        var collector = ChangeCollector(pollInterval: nil)
        collector.lostCount(at: 0)
        collector.ignoresChanged(at: 0)
        #expect(collector.takeScan(at: 3 * second) == .everyFile && collector.nextTime == nil)
        collector.changed(one, at: 4 * second)
        #expect(collector.takeScan(at: 7 * second) == .changed([one]))
    }

    @Test("what could not be scanned is scanned later, or with the next change")
    func missed() {
        var collector = ChangeCollector(pollInterval: nil)
        collector.missed(.changed([one]), at: 0)
        collector.missed(.changed([two]), at: second)
        #expect(collector.nextTime == ChangeCollector.retryTime && collector.takeScan(at: 59 * second) == nil)
        #expect(collector.takeScan(at: ChangeCollector.retryTime) == .changed([one, two]) && collector.nextTime == nil)
        collector.missed(.everything, at: 100 * second)
        collector.changed(one, at: 101 * second)
        #expect(collector.takeScan(at: 104 * second) == .everything && collector.nextTime == nil)
    }

    @Test("directories that cannot be watched are looked at from time to time, and only as long as there are any")
    func polling() {
        var collector = ChangeCollector(pollInterval: 60 * second)
        #expect(collector.nextTime == nil)
        collector.polls(true, at: 0)
        collector.polls(true, at: 30 * second)
        #expect(collector.nextTime == 60 * second)
        #expect(collector.takeScan(at: 60 * second) == .everything && collector.nextTime == 120 * second)
        collector.polls(false, at: 61 * second)
        #expect(collector.nextTime == nil)
        var never = ChangeCollector(pollInterval: nil)
        never.polls(true, at: 0)
        #expect(never.nextTime == nil)
    }
}

@Suite("Watching the directories of music")
struct WatchTests {
    private let directory: TemporaryDirectory
    private let sound: [UInt8]

    init() async throws {
        directory = try TemporaryDirectory()
        try directory.makeDirectory("music/album")
        let options = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.2:r=48000", "-fflags", "+bitexact"]
        try await Tool.run("ffmpeg", options + [directory.file("sound.flac")])
        sound = try readFile(directory.file("sound.flac"))
    }

    private final class Notes: Sendable {
        let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
    }

    private func library(_ notes: Notes) -> Library {
        let places = LibraryPlaces(directory: directory.file("data"))
        return Library(places, roots: [Array(directory.file("music").utf8)]) { event in
            let line: String
            switch event {
            case .scanEnded(_, .success(let progress)):
                guard progress.hasChanges else { return }
                line = "added \(progress.songsAdded) moved \(progress.songsMoved) removed \(progress.songsRemoved)"
            case .watching(let report): line = "watching \(report.watchedDirectories)"
            case .problem(let sentence): line = "problem: \(sentence)"
            default: return
            }
            notes.lines.withLock { $0.append(line) }
        }
    }

    private func close(_ library: Library) async throws {
        let isClosed = Atomic(false)
        library.close { isClosed.store(true, ordering: .releasing) }
        try await waitUntil("the end") { isClosed.load(ordering: .acquiring) }
    }

    @Test("notices files and directories that are added, moved and removed, without being told")
    func changes() async throws {
        let notes = Notes()
        let library = library(notes)
        library.setWatching(pollInterval: 0)
        library.scan(.init(depth: .directories))
        try await waitUntil("the watches in \(notes.all)") { notes.all.contains("watching 2") }
        // One file in a directory that is watched, and a new directory with two.
        try writeFile(sound, to: directory.file("music/album/1.flac"))
        try directory.makeDirectory("music/other/deep")
        for name in ["other/2.flac", "other/deep/3.flac"] {
            try writeFile(sound + Array(name.utf8), to: directory.file("music/\(name)"))
        }
        try await waitUntil("the new files in \(notes.all)") { notes.all.contains("added 3 moved 0 removed 0") }
        try await waitUntil("the new watches in \(notes.all)") { notes.all.contains("watching 4") }
        #expect(rename(directory.file("music/other/deep/3.flac"), directory.file("music/album/3.flac")) == 0)
        try await waitUntil("the move in \(notes.all)") { notes.all.contains("added 0 moved 1 removed 0") }
        try await Tool.run("rm", ["-r", directory.file("music/other")])
        try await waitUntil("the removal in \(notes.all)") { notes.all.contains("added 0 moved 0 removed 1") }
        try await waitUntil("the fewer watches in \(notes.all)") { notes.all.count { $0 == "watching 2" } == 2 }
        #expect(!notes.all.contains { $0.hasPrefix("problem") }, "\(notes.all)")
        library.setWatching(pollInterval: nil)
        #expect(library.watchReport == nil)
        try await close(library)
    }

    @Test(
        "what another machine changes on a network file system is found by looking there from time to time",
        .enabled("bindfs can mount nothing here") { await BoundDirectory.isPossible })
    func networkFileSystem() async throws {
        let behind = try directory.makeDirectory("behind/album").dropLast("/album".count)
        let bound = try await BoundDirectory(at: try directory.makeDirectory("music/far"), showing: String(behind))
        let notes = Notes()
        let library = library(notes)
        library.setWatching(pollInterval: 0.2)
        library.scan(.init(depth: .directories))
        try await waitUntil("the watches in \(notes.all)") { library.watchReport?.polledDirectories == 2 }
        // The directory of music and the one that was there before.
        #expect(library.watchReport?.watchedDirectories == 2 && library.watchReport?.problem == nil)
        try writeFile(sound, to: "\(behind)/album/1.flac")
        try await waitUntil("the new file in \(notes.all)") { notes.all.contains("added 1 moved 0 removed 0") }
        try await Tool.run("rm", ["\(behind)/album/1.flac"])
        try await waitUntil("the removal in \(notes.all)") { notes.all.contains("added 0 moved 0 removed 1") }
        try await close(library)
        try await bound.end()
    }

    @Test("the system tells that a file of music, a sheet or a playlist was written, and nothing of other files")
    func names() throws {
        guard var watches = DirectoryWatches() else { throw TestSupportError(.unexpectedAnswer, "there are no watches") }
        _ = watches.add(Array(directory.file("music/album").utf8))
        for (name, isTold) in [
            ("notes.txt", false), ("disc.cue", true), ("one.flac", true), (".mpdignore", true), ("all.m3u", true),
            ("all.rss", false),
        ] {
            try directory.write("x", to: "music/album/\(name)")
            let changes = watches.read()
            #expect(changes.isEmpty != isTold, "\(name)")
        }
    }

    @Test("the thread that watches ends with the library, and none exists where nothing is watched")
    func threads() async throws {
        let notes = Notes()
        let library = library(notes)
        library.scan(.init(depth: .directories))
        try await waitUntil("the end of the scan") { library.scanProgress == nil }
        #expect(library.watchReport == nil)
        library.setWatching(pollInterval: 60)
        library.scan(.init(depth: .directories))
        try await waitUntil("the watches in \(notes.all)") { notes.all.contains("watching 2") }
        try await close(library)
    }
}
