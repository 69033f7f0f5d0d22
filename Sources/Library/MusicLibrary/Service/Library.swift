package import Database
import Synchronization
import SystemSupport

/// The library as the daemon has it: a thread that answers questions, and one that scans while something has to be scanned.
///
/// Any thread may call it. What it reports and answers comes on threads of its own.
package final class Library: Sendable {
    /// What happens without being asked for.
    package enum News: Sendable {
        /// The scan of that number began.
        case scanBegan(Int64)
        /// It has ended, and this has become of it.
        case scanEnded(Int64, Result<ScanProgress, DatabaseError>)
        /// Other directories are watched than before.
        case watching(WatchReport)
        /// How far measuring of loudness is: every two seconds, and when it begins, pauses, goes on or ends.
        case loudness(LoudnessProgress)
        /// A sentence for the log.
        case problem(String)
    }

    enum Order: Sendable {
        case question(@Sendable (LibraryThread) -> Void)
        case end(@Sendable () -> Void)
    }

    struct State {
        /// Whether the thread that answers runs.
        var isAnswering = false
        var scans = ScanQueue()
        /// What to call when the thread that scans has ended.
        var whenScanned: (@Sendable () -> Void)?
        var watching = WatchState<LibraryWatcher>()
        var roots: [[UInt8]]
        /// Whether scans follow symbolic links out of these.
        var followsOutside = true
        /// What a door says about songs; `nil` if there is none.
        var texts: SongTexts?
        /// The form in which the songs of all directories have their texts; `nil` if a scan has changed some since.
        var keptForm: Int64?
        var loudness = LoudnessQueue()
        /// What measures a song.
        var measuring: LoudnessOutcome.Measuring = { _, _ in .impossible("nothing measures loudness here") }
        /// Whether songs are measured after each scan that were not.
        var measuresNew = false
        /// Whether the loudness of any song is known; `nil` before anybody has looked.
        var hasLoudness: Bool?
        /// Whether everything is to be measured, also after a restart; `nil` before anybody has said so or looked.
        var wantsLoudness: Bool?
        /// Whether nothing is measured after the scans that run or wait: somebody has cancelled it.
        var skipsMeasuring = false
        /// What to call when the thread that measures has ended.
        var whenMeasured: (@Sendable () -> Void)?
    }

    let places: LibraryPlaces
    let opening: StoreOpening
    let worker: WorkerThread<Order>
    let state: Monitor<State>
    let report: @Sendable (News) -> Void
    /// The question that is answered. It lives as long as the thread, whose store it watches.
    let watch = QuestionWatch()

    /// For how long it is tried to keep what must not be lost, in nanoseconds.
    package static let keepingTime: Int64 = 600_000_000_000

    /// Makes a library that does nothing until it is asked.
    /// - Parameters:
    ///   - places: where the databases are.
    ///   - roots: the directories of music: absolute paths, without a slash at the end.
    ///   - report: gets the news. It must not call the library, and must not wait.
    package init(_ places: LibraryPlaces, roots: [[UInt8]], report: @escaping @Sendable (News) -> Void) {
        self.report = report
        self.places = places
        opening = StoreOpening(places) { report(.problem($0)) }
        worker = WorkerThread(name: "fermata-library")
        state = Monitor(State(roots: roots))
    }

    /// The directories of music.
    package var roots: [[UInt8]] { state.withLock { $0.roots } }

    /// Whether anything that the user has made was ever kept.
    package var hasListening: Bool { opening.hasListening }

    /// Sets what a door says about songs; `nil` if nobody says anything. It is kept after the next scan, so that nobody waits for it.
    package func setTexts(_ texts: SongTexts?) { state.withLock { $0.texts = texts } }

    /// Sets the directories of music; the next scan goes by them.
    package func setRoots(_ roots: [[UInt8]]) { state.withLock { $0.roots = roots } }

    /// Sets whether scans follow symbolic links out of the directories of music; the next scan goes by it.
    package func setFollowsOutside(_ followsOutside: Bool) { state.withLock { $0.followsOutside = followsOutside } }

    /// Ends scans and answers, and closes the databases. `done` is called when all of it has ended.
    package func close(done: @escaping @Sendable () -> Void) {
        let all = Countdown(3, done)
        let (isAnswering, isScanning, isMeasuring) = state.withLock { state in
            state.scans.close()
            if state.scans.hasThread { state.whenScanned = { all.count() } }
            state.loudness.close()
            if state.loudness.hasThread { state.whenMeasured = { all.count() } }
            state.watching.close()?.end()
            return (state.isAnswering, state.scans.hasThread, state.loudness.hasThread)
        }
        if !isScanning { all.count() }
        if !isMeasuring { all.count() }
        if isAnswering { worker.post(.end { all.count() }) } else { all.count() }
    }
}

/// Calls a closure when it has been counted to the end.
private final class Countdown: Sendable {
    private let left: Atomic<Int>
    private let done: @Sendable () -> Void

    init(_ left: Int, _ done: @escaping @Sendable () -> Void) {
        self.left = Atomic(left)
        self.done = done
    }

    func count() {
        if left.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { done() }
    }
}
