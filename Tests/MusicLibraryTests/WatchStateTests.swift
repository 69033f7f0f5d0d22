import Testing

@testable import MusicLibrary

@Suite("Whether the directories of music are watched")
struct WatchStateTests {
    private struct Failure: Error {}

    private var state = WatchState<String>()

    private func progress(directories: Int, unchanged: Int, isCancelled: Bool = false) -> ScanProgress {
        var progress = ScanProgress()
        (progress.directories, progress.unchangedDirectories, progress.wasCancelled) = (directories, unchanged, isCancelled)
        return progress
    }

    private func report(_ count: Int) -> WatchReport {
        var report = WatchReport()
        report.watchedDirectories = count
        return report
    }

    /// Has the state begin with a watcher of that name, unless there is one.
    private mutating func begin(_ name: String) -> String? {
        state.begin { interval in "\(name) every \(interval)" }
    }

    @Test("Nothing is watched until that is wanted.")
    mutating func unwanted() {
        #expect(state.report == nil && !state.needsDirectories(after: progress(directories: 2, unchanged: 0)))
        #expect(begin("first") == nil && !state.take(report(1)))
        #expect(state.set(pollInterval: nil) == (nil, false))
    }

    @Test("The watcher is told the directories after the first whole scan, and then after each that has found other ones.")
    mutating func directories() {
        #expect(state.set(pollInterval: 60) == (nil, true))
        #expect(!state.needsDirectories(after: progress(directories: 2, unchanged: 2, isCancelled: true)))
        #expect(state.needsDirectories(after: progress(directories: 2, unchanged: 2)))
        #expect(begin("first") == "first every 60.0" && begin("second") == "first every 60.0")
        #expect(!state.needsDirectories(after: progress(directories: 2, unchanged: 2)))
        #expect(state.needsDirectories(after: progress(directories: 2, unchanged: 1)))
        #expect(!state.needsDirectories(after: progress(directories: 2, unchanged: 1, isCancelled: true)))
    }

    @Test("A watcher that cannot begin is tried again after a scan that has found other directories.")
    mutating func failure() {
        state.set(pollInterval: 60)
        #expect(throws: Failure.self) { try state.begin { _ throws(Failure) in throw Failure() } }
        #expect(state.current == nil && !state.needsDirectories(after: progress(directories: 2, unchanged: 2)))
        #expect(state.needsDirectories(after: progress(directories: 2, unchanged: 0)))
        #expect(begin("second") == "second every 60.0" && state.current == "second every 60.0")
    }

    @Test("What the watcher tells is news if it differs, and counts until another interval is wanted.")
    mutating func reports() {
        state.set(pollInterval: 60)
        #expect(state.report == WatchReport() && !state.take(report(3)), "nobody watches yet")
        _ = begin("first")
        #expect(state.take(report(3)) && !state.take(report(3)) && state.take(report(4)))
        #expect(state.report == report(4))
        #expect(state.set(pollInterval: 60) == (nil, false) && state.report == report(4))
        #expect(state.set(pollInterval: 0) == ("first every 60.0", true) && state.report == WatchReport())
        #expect(state.needsDirectories(after: progress(directories: 2, unchanged: 2)), "another watcher knows none")
        _ = begin("second")
        #expect(state.set(pollInterval: nil) == ("second every 0.0", true) && state.report == nil)
    }

    @Test("After the end nothing is watched, whatever is wanted.")
    mutating func end() {
        state.set(pollInterval: 60)
        _ = begin("first")
        #expect(state.close() == "first every 60.0" && state.close() == nil)
        #expect(begin("second") == nil && state.set(pollInterval: 10) == (nil, false))
    }
}
