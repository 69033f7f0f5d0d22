import Database
import Loudness
import MediaTypes
import SystemSupport
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Who has loudness measured, and who ends it", .serialized)
struct LoudnessWishTests {
    private struct State {
        var begun: [String] = []
        var isHeld = false
        var outcome = LoudnessOutcome.stated()
    }

    private let files: ScanTests
    private let measuring = Monitor(State())
    private let news = Monitor<[LoudnessProgress]>([])

    init() async throws {
        files = try await ScanTests()
        var blocks = LoudnessHistogram()
        for _ in 0..<100 { blocks.add(-20) }
        measuring.withLock { [blocks] in $0.outcome = .measured(blocks, peak: 0.5) }
    }

    private var begun: [String] { measuring.withLock { $0.begun } }

    private func path(_ name: String) -> [UInt8] { Array("\(files.music)/\(name)".utf8) }

    private func library() -> Library {
        let library = Library(files.places, roots: [Array(files.music.utf8)]) { [news] event in
            if case .loudness(let progress) = event { news.withLock { $0.append(progress) } }
        }
        library.setMeasuring { [measuring] path, goesOn in
            measuring.withLock { $0.begun.append(String(decoding: path.nameInPath, as: UTF8.self)) }
            while measuring.withLock({ $0.isHeld }) {
                guard goesOn() else { return .ended }
                _ = measuring.wait(until: MonotonicClock.nanoseconds + 5_000_000) { $0.isHeld ? nil : true }
            }
            return goesOn() ? measuring.withLock { $0.outcome } : .ended
        }
        return library
    }

    private func hold(_ isHeld: Bool) { measuring.withLock { $0.isHeld = isHeld } }

    private func waitForEnd(_ library: Library) async throws {
        try await waitUntil("the end of scanning and measuring") {
            library.scanProgress == nil && !library.state.withLock { $0.scans.hasThread } && library.loudnessProgress == nil
        }
    }

    private func scan(_ library: Library) async throws {
        _ = library.scan(.init(depth: .files))
        try await waitForEnd(library)
    }

    private func change(_ library: Library, _ sql: String) async throws {
        let answer = Monitor<Result<Bool, DatabaseError>?>(nil)
        library.keep { store throws(DatabaseError) in
            try store.writingFiles { () throws(DatabaseError) in try store.database.run(sql) }
            return true
        } answer: { result in
            answer.withLock { $0 = result }
        }
        #expect(try await waitFor("the change") { answer.withLock { $0 } }.get())
    }

    private func close(_ library: Library) async throws {
        let closed = Monitor(false)
        library.close { closed.withLock { $0 = true } }
        try await waitUntil("the end") { closed.withLock { $0 } }
    }

    @Test("who cancels while a scan runs has nothing measured after it, until another scan")
    func cancelledScan() async throws {
        try files.add("1.flac", title: "One")
        let library = library()
        library.setMeasuresNew(true)
        _ = library.scan(.init(depth: .files))
        library.cancelMeasuring()
        try await waitForEnd(library)
        #expect(begun == [])
        try await scan(library)
        #expect(begun == ["1.flac"])
        try await close(library)
    }

    @Test("what was wanted before a restart is forgotten when it is cancelled before the first scan has ended")
    func cancelledAfterRestart() async throws {
        try files.add("1.flac", title: "One")
        hold(true)
        let first = library()
        _ = first.scan(.init(depth: .files))
        first.measureLoudness()
        try await waitUntil("the song") { begun.count == 1 }
        try await close(first)
        hold(false)
        let second = library()
        _ = second.scan(.init(depth: .files))
        second.cancelMeasuring()
        try await waitForEnd(second)
        try await close(second)
        let third = library()
        try await scan(third)
        #expect(begun.count == 1)
        try await close(third)
    }

    @Test(
        "what only the configuration wants ends when it no longer does, and what somebody has asked for goes on",
        arguments: [false, true])
    func configuration(isAsked: Bool) async throws {
        try files.add("1.flac", title: "One")
        hold(true)
        let library = library()
        library.setMeasuresNew(true)
        _ = library.scan(.init(depth: .files))
        try await waitUntil("the song") { begun.count == 1 }
        if isAsked { library.measureLoudness(path("1.flac")) }
        library.setMeasuresNew(false)
        if isAsked {
            hold(false)
            try await waitForEnd(library)
            #expect(news.withLock { $0.last?.measured == 1 })
        } else {
            try await waitForEnd(library)
            #expect(news.withLock { $0.last?.state == .idle && $0.last?.left == 1 })
        }
        try await close(library)
    }

    @Test("what could not be measured is tried again for who asks, and not after a scan")
    func triesAgain() async throws {
        try files.add("a/1.flac", title: "One")
        try files.add("b/2.flac", title: "Two")
        measuring.withLock { $0.outcome = .failed }
        let library = library()
        library.setMeasuresNew(true)
        try await scan(library)
        try await scan(library)
        #expect(begun.count == 2)
        library.measureLoudness(path("b"))
        try await waitForEnd(library)
        #expect(begun.count == 3 && begun.last == "2.flac")
        #expect(news.withLock { $0.last?.failed == 2 && $0.last?.left == 0 })
        try await close(library)
    }

    @Test("another part of the same file is measured anew, and another inode is not another file")
    func stamps() async throws {
        try files.add("1.flac", title: "One")
        let library = library()
        library.setMeasuresNew(true)
        try await scan(library)
        try await change(library, "UPDATE songs SET inode = inode + 1")
        library.measureNew()
        try await waitForEnd(library)
        #expect(begun.count == 1)
        // As a scan leaves it when a sheet has other times.
        try await change(library, "UPDATE songs SET stamp = stamp - 1")
        library.measureNew()
        try await waitForEnd(library)
        #expect(begun.count == 2)
        try await close(library)
    }

    @Test("what is cancelled before it begins is told to have ended")
    func toldToHaveEnded() async throws {
        try files.add("1.flac", title: "One")
        let library = library()
        try await scan(library)
        for _ in 0..<20 {
            news.withLock { $0 = [] }
            library.measureLoudness(path("elsewhere"))
            library.cancelMeasuring()
            try await waitUntil("the end") { news.withLock { $0.last?.state == .idle } }
            try await waitForEnd(library)
        }
        try await close(library)
    }

    @Test("opening media asks nobody where nothing was ever measured, and finds what was measured before a restart")
    func asksNobody() async throws {
        try files.add("1.flac", title: "One")
        let first = library()
        try await scan(first)
        try await close(first)
        let second = library()
        #expect(second.askForMeasured(at: path("1.flac"))(.max).gain.isEmpty)
        #expect(second.state.withLock { !$0.isAnswering && $0.hasLoudness == nil })
        second.measureLoudness()
        try await waitForEnd(second)
        try await close(second)
        let third = library()
        #expect(third.askForMeasured(at: path("1.flac"))(.max).gain.track != nil)
        try await close(third)
    }
}
