import Database
import Glibc
import Loudness
import MediaTypes
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import MusicLibrary

/// Measures songs by what the test says of them, and notes which were.
private final class FakeMeasuring: Sendable {
    struct State {
        /// By the name of the file; what is missing has a loudness of -20 LUFS.
        var outcomes: [String: LoudnessOutcome] = [:]
        var begun: [String] = []
        /// How many songs it measures before it waits in the middle of the next one.
        var holdsAfter: Int?

        var isHeld: Bool { holdsAfter.map { begun.count > $0 } ?? false }
    }

    let state = Monitor(State())

    var begun: [String] { state.withLock { $0.begun } }

    static func loudness(_ lufs: Double, peak: Double = 0.5) -> LoudnessOutcome {
        var blocks = LoudnessHistogram()
        for _ in 0..<100 { blocks.add(lufs) }
        return .measured(blocks, peak: peak)
    }

    func measure(_ path: [UInt8], _ goesOn: () -> Bool) -> LoudnessOutcome {
        let name = String(decoding: path.nameInPath, as: UTF8.self)
        state.withLock { $0.begun.append(name) }
        while state.withLock({ $0.isHeld }) {
            guard goesOn() else { return .ended }
            _ = state.wait(until: MonotonicClock.nanoseconds + 5_000_000) { $0.isHeld ? nil : true }
        }
        guard goesOn() else { return .ended }
        return state.withLock { $0.outcomes[name] ?? Self.loudness(-20) }
    }
}

@Suite("The loudness of the library's songs", .serialized)
struct LoudnessTests {
    private let files: ScanTests
    private let measuring = FakeMeasuring()
    private let news = Monitor<[LoudnessProgress]>([])
    private let problems = Monitor<[String]>([])

    init() async throws { files = try await ScanTests() }

    private func path(_ name: String) -> [UInt8] { Array("\(files.music)/\(name)".utf8) }

    private func library(_ measuring: FakeMeasuring? = nil) -> Library {
        let library = Library(files.places, roots: [Array(files.music.utf8)]) { [news, problems] event in
            if case .loudness(let progress) = event { news.withLock { $0.append(progress) } }
            if case .problem(let sentence) = event { problems.withLock { $0.append(sentence) } }
        }
        let measuring = measuring ?? self.measuring
        library.setMeasuring { path, goesOn in measuring.measure(path, goesOn) }
        return library
    }

    private func ask<Value: Sendable>(
        _ library: Library, _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Value
    ) async throws -> Value {
        let answer = Monitor<Result<Value, DatabaseError>?>(nil)
        library.ask(work) { result in answer.withLock { $0 = result } }
        return try await waitFor("the answer") { answer.withLock { $0 } }.get()
    }

    private func gain(_ library: Library, _ name: String) async throws -> ReplayGain {
        let path = path(name)
        return try await ask(library) { store throws(DatabaseError) in try store.measuredGain(at: path) }
    }

    private func counts(_ library: Library) async throws -> [Int] {
        let progress = try await ask(library) { store throws(DatabaseError) in try store.loudnessCounts() }
        return [progress.measured, progress.stated, progress.failed, progress.left]
    }

    /// Scans and measures everything, and waits for the end of both.
    private func measureAll(_ library: Library) async throws {
        _ = library.scan(.init(depth: .files))
        library.measureLoudness()
        try await waitForEnd(library)
    }

    private func waitForEnd(_ library: Library) async throws {
        try await waitUntil("the end of measuring") {
            library.loudnessProgress == nil && library.scanProgress == nil && !library.state.withLock { $0.scans.hasThread }
        }
    }

    /// As if a scan ran, and did not end.
    private func holdScan(_ library: Library) {
        let scan = library.state.withLock { state in
            state.scans.add(.init(depth: .files))
            return state.scans.begin()
        }
        #expect(scan != nil)
    }

    private func close(_ library: Library) async throws {
        let closed = Monitor(false)
        library.close { closed.withLock { $0 = true } }
        try await waitUntil("the end") { closed.withLock { $0 } }
    }

    @Test("each song is measured once, an album has the loudness of all of its songs, and a song without an album only its own")
    func measures() async throws {
        try files.add("a/1.flac", title: "One", further: "ALBUM=A")
        try files.add("a/2.flac", title: "Two", further: "ALBUM=A")
        try files.add("a/3.flac", title: "Three", further: "ALBUM=A")
        try files.add("b.flac", title: "Alone")
        measuring.state.withLock {
            $0.outcomes = [
                "1.flac": FakeMeasuring.loudness(-10, peak: 0.9), "2.flac": FakeMeasuring.loudness(-20, peak: 1.1),
                "3.flac": FakeMeasuring.loudness(-60),
            ]
        }
        let library = library()
        try await measureAll(library)
        #expect(measuring.begun.sorted() == ["1.flac", "2.flac", "3.flac", "b.flac"])
        let (one, three, alone) = (
            try await gain(library, "a/1.flac"), try await gain(library, "a/3.flac"), try await gain(library, "b.flac")
        )
        #expect(abs(try #require(one.track).decibels + 8) < 0.01)
        #expect(one.track?.peak == 0.9)
        // The mean of the energies of -10 and -20 LUFS; the third is below the gate.
        let album = -18 - 10 * log10((0.1 + 0.01) / 2)
        #expect(abs(try #require(one.album).decibels - album) < 0.01)
        #expect(one.album?.peak == 1.1)
        #expect(three.album == one.album)
        #expect(abs(try #require(three.track).decibels - 42) < 0.01)
        #expect(abs(try #require(alone.track).decibels - 2) < 0.01)
        #expect(alone.album == nil)
        #expect(try await counts(library) == [4, 0, 0, 0])
        // Nothing is left to do.
        try await measureAll(library)
        #expect(measuring.begun.count == 4)
        #expect(news.withLock { $0.last?.state == .idle && $0.last?.left == 0 })
        let known = path("b.flac")
        #expect(library.askForMeasured(at: known)(MonotonicClock.nanoseconds + 60_000_000_000).gain == alone)
        #expect(library.askForMeasured(at: Array("/elsewhere/b.flac".utf8))(.max) == MeasuredSound())
        try await close(library)
    }

    @Test("how a song begins and ends is kept beside its loudness, also of one that states its own, until the file changes")
    func ends() async throws {
        for name in ["1", "2", "3"] { try files.add("a/\(name).flac", title: name) }
        func ends(_ seconds: Double) throws -> SoundEnds {
            let point = SoundEnds.Point(decibels: -60, seconds: seconds)
            return try #require(SoundEnds(level: -10, seconds: 3, beginning: [point], ending: [point]))
        }
        var blocks = LoudnessHistogram()
        for _ in 0..<100 { blocks.add(-20) }
        let (first, second) = (try ends(1.5), try ends(0.25))
        measuring.state.withLock { [blocks] in
            $0.outcomes = [
                "1.flac": .measured(blocks, peak: 0.5, ends: first), "2.flac": .stated(second),
                "3.flac": .measured(blocks, peak: 0.5),
            ]
        }
        let library = library()
        try await measureAll(library)
        func found(_ name: String) -> MeasuredSound {
            library.askForMeasured(at: path("a/\(name).flac"))(MonotonicClock.nanoseconds + 60_000_000_000)
        }
        #expect(found("1").ends == first && found("1").gain.track != nil)
        #expect(found("2").ends == second && found("2").gain.isEmpty)
        #expect(found("3").ends == nil && found("3").gain.track != nil)
        try files.add("a/1.flac", title: "another title")
        _ = library.scan(.init(depth: .files))
        try await waitForEnd(library)
        #expect(found("1") == MeasuredSound())
        try await close(library)
    }

    @Test(
        "silence and broken files do not keep an album from a loudness, but a song that states its own does, which was not measured"
    )
    func withoutLoudness() async throws {
        for name in ["1", "2", "3", "4"] { try files.add("a/\(name).flac", title: name, further: "ALBUM=A") }
        measuring.state.withLock {
            $0.outcomes = [
                "2.flac": .unreachable, "3.flac": .failed, "4.flac": .measured(LoudnessHistogram(), peak: nil),
            ]
        }
        let library = library()
        try await measureAll(library)
        #expect(try await counts(library) == [2, 0, 1, 1])
        #expect(try await gain(library, "a/1.flac").album == nil)
        unlink("\(files.music)/a/2.flac")
        try await measureAll(library)
        let one = try await gain(library, "a/1.flac")
        #expect(one.album == one.track && one.track != nil)
        for name in ["3", "4"] { #expect(try await gain(library, "a/\(name).flac").isEmpty) }
        try files.add("a/5.flac", title: "5", further: "ALBUM=A")
        measuring.state.withLock { $0.outcomes["5.flac"] = .stated() }
        try await measureAll(library)
        #expect(try await counts(library) == [2, 1, 1, 0])
        let beside = try await gain(library, "a/1.flac")
        #expect(beside.album == nil && beside.track == one.track)
        #expect(try await gain(library, "a/5.flac").isEmpty)
        try await close(library)
    }

    @Test(
        "a file that has changed is measured again, and its album has no loudness until it is; a file that was moved keeps its own"
    )
    func changed() async throws {
        try files.add("a/1.flac", title: "One", further: "ALBUM=A")
        try files.add("a/2.flac", title: "Two", further: "ALBUM=A")
        let library = library()
        try await measureAll(library)
        #expect(try await gain(library, "a/1.flac").album != nil)
        try files.add("a/2.flac", title: "Two and more", further: "ALBUM=A")
        _ = library.scan(.init(depth: .files))
        try await waitForEnd(library)
        #expect(try await gain(library, "a/2.flac").isEmpty)
        let one = try await gain(library, "a/1.flac")
        #expect(one.album == nil && one.track != nil)
        try await measureAll(library)
        #expect(measuring.begun.sorted() == ["1.flac", "2.flac", "2.flac"])
        #expect(try await gain(library, "a/1.flac").album != nil)
        #expect(rename("\(files.music)/a/1.flac", "\(files.music)/a/3.flac") == 0)
        try await measureAll(library)
        #expect(measuring.begun.count == 3)
        #expect(try await gain(library, "a/3.flac").track == one.track)
        try await close(library)
    }

    @Test("a file that cannot be reached is measured another time")
    func unreachable() async throws {
        try files.add("1.flac", title: "One")
        measuring.state.withLock { $0.outcomes = ["1.flac": .unreachable] }
        let library = library()
        try await measureAll(library)
        #expect(try await counts(library) == [0, 0, 0, 1])
        measuring.state.withLock { $0.outcomes = [:] }
        try await measureAll(library)
        #expect(try await counts(library) == [1, 0, 0, 0])
        try await close(library)
    }

    @Test("after a restart in the middle, the first scan has it go on with the song that was not finished")
    func restart() async throws {
        for name in ["1", "2", "3"] { try files.add("\(name).flac", title: name) }
        measuring.state.withLock { $0.holdsAfter = 1 }
        let first = library()
        _ = first.scan(.init(depth: .files))
        first.measureLoudness()
        try await waitUntil("the second song") { measuring.begun.count == 2 }
        try await close(first)
        let again = FakeMeasuring()
        let second = library(again)
        _ = second.scan(.init(depth: .directories))
        try await waitUntil("the rest") { again.begun.count == 2 }
        try await waitForEnd(second)
        #expect(again.begun.first == measuring.begun.last && !again.begun.contains(measuring.begun[0]), "\(again.begun)")
        #expect(try await counts(second) == [3, 0, 0, 0])
        // What is new now was not asked for.
        try files.add("4.flac", title: "4")
        _ = second.scan(.init(depth: .files))
        try await waitForEnd(second)
        #expect(again.begun.count == 2)
        // Until somebody wants that always.
        second.setMeasuresNew(true)
        try files.add("5.flac", title: "5")
        _ = second.scan(.init(depth: .files))
        try await waitUntil("the new ones") { again.begun.count == 4 }
        try await waitForEnd(second)
        try await close(second)
        #expect(problems.withLock { $0 } == [])
    }

    @Test("what is cancelled ends in the middle of a song, does not go on after a restart, and keeps what was measured")
    func cancels() async throws {
        for name in ["1", "2", "3"] { try files.add("\(name).flac", title: name) }
        measuring.state.withLock { $0.holdsAfter = 1 }
        let library = library()
        _ = library.scan(.init(depth: .files))
        library.measureLoudness()
        try await waitUntil("the second song") { measuring.begun.count == 2 }
        #expect(library.loudnessProgress?.state == .running && library.loudnessProgress?.left == 2)
        library.cancelMeasuring()
        try await waitForEnd(library)
        #expect(try await counts(library) == [1, 0, 0, 2])
        _ = library.scan(.init(depth: .files))
        try await waitForEnd(library)
        #expect(measuring.begun.count == 2)
        try await close(library)
    }

    @Test("a directory alone is measured if it is named")
    func path() async throws {
        try files.add("a/1.flac", title: "One")
        try files.add("b/2.flac", title: "Two")
        let library = library()
        _ = library.scan(.init(depth: .files))
        library.measureLoudness(path("b"))
        try await waitForEnd(library)
        #expect(measuring.begun == ["2.flac"])
        try await close(library)
    }

    @Test("it waits while a scan runs, and says so")
    func pauses() async throws {
        for name in ["1", "2"] { try files.add("\(name).flac", title: name) }
        measuring.state.withLock { $0.holdsAfter = 0 }
        let library = library()
        _ = library.scan(.init(depth: .files))
        library.measureLoudness()
        try await waitUntil("the first song") { measuring.begun.count == 1 }
        holdScan(library)
        try await waitUntil("the pause") { library.loudnessProgress?.state == .paused }
        measuring.state.withLock { $0.holdsAfter = nil }
        #expect(news.withLock { $0.last?.state == .paused })
        #expect(measuring.begun.count == 1)
        library.state.withLock { $0.scans.cannotBegin() }
        try await waitForEnd(library)
        #expect(measuring.begun.sorted() == ["1.flac", "2.flac"])
        try await close(library)
    }

    @Test("a song during whose measuring the daemon has ended is tried once more, and then no longer")
    func interrupted() async throws {
        try files.add("1.flac", title: "One")
        let first = library()
        _ = first.scan(.init(depth: .files))
        try await waitForEnd(first)
        func die() throws { try #require(ReadingNotes(path: files.places.measuring)).begin(path("1.flac"), slot: 0) }
        try die()
        measuring.state.withLock { $0.holdsAfter = 0 }
        first.measureLoudness()
        try await waitUntil("the second try") { measuring.begun == ["1.flac"] }
        first.cancelMeasuring()
        try await waitForEnd(first)
        #expect(problems.withLock { $0.isEmpty })
        try die()
        first.measureLoudness()
        try await waitForEnd(first)
        #expect(measuring.begun == ["1.flac"])
        #expect(try await counts(first) == [0, 0, 1, 0])
        #expect(problems.withLock { $0.count == 1 && $0.first?.contains("1.flac is not measured") == true })
        try await close(first)
    }

    @Test("where nothing can be measured, it ends at once and says why")
    func impossible() async throws {
        for name in ["1", "2"] { try files.add("\(name).flac", title: name) }
        measuring.state.withLock { $0.outcomes = ["1.flac": .impossible("no meter"), "2.flac": .impossible("no meter")] }
        let library = library()
        try await measureAll(library)
        #expect(measuring.begun.count == 1)
        #expect(news.withLock { $0.last?.problem == "no meter" && $0.last?.left == 2 })
        // Who asks again while a scan runs is told of now.
        try files.add("3.flac", title: "3")
        _ = library.scan(.init(depth: .files))
        try await waitForEnd(library)
        holdScan(library)
        library.measureLoudness()
        try await waitUntil("the pause") { library.loudnessProgress?.state == .paused }
        #expect(library.loudnessProgress?.problem == nil && library.loudnessProgress?.left == 3)
        library.cancelMeasuring()
        library.state.withLock { $0.scans.cannotBegin() }
        try await waitForEnd(library)
        try await close(library)
    }

    @Test("a database of the two versions before keeps its songs, and gets what it lacks", arguments: [11, 12])
    func olderDatabase(version: Int) async throws {
        try files.add("1.flac", title: "One")
        let library = library()
        _ = library.scan(.init(depth: .files))
        try await waitForEnd(library)
        try await close(library)
        do {
            let database = try Connection(path: files.places.library, durability: .cache)
            try database.execute(
                "DROP TABLE loudness; \(version == 12 ? "CREATE TABLE loudness (song);" : "") PRAGMA user_version = \(version)")
        }
        let store = try files.store()
        #expect(try store.statistics().songs == 1)
        #expect(try store.loudnessCounts().left == 1)
        #expect(access(files.places.library + ".damaged", F_OK) != 0)
    }
}
