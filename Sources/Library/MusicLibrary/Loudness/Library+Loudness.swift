import Database
import Glibc
import MediaTypes
import SystemSupport

// The threads that measure loudness, as `LoudnessQueue` says: one that decides and answers, and one that decodes. They are there only while
// something is to be measured.
extension Library {
    /// The name under which the database has that everything is to be measured, also after a restart.
    private static let wantedState = "measures_loudness"
    /// How many songs are asked for at once.
    private static let batchSize = 64
    /// How often the progress is told, in nanoseconds.
    private static let pace: Int64 = 2_000_000_000

    /// Sets what measures a song, and whether songs that a scan has found are measured without being asked for.
    package func setMeasuring(_ measuring: @escaping LoudnessOutcome.Measuring) {
        state.withLock { $0.measuring = measuring }
    }

    /// Sets whether songs are measured after each scan that were not. If not, ends what nobody has asked for.
    package func setMeasuresNew(_ measuresNew: Bool) {
        state.withLock { state in
            let ends = state.measuresNew && !measuresNew && !state.loudness.isAsked && state.wantsLoudness != true
            state.measuresNew = measuresNew
            if ends { state.loudness.cancel() }
        }
    }

    /// Measures the songs that were not, and tries those again that could not be measured, once no scan runs or waits.
    /// - Parameter path: the file or directory; `nil` for everything, which goes on after a restart.
    package func measureLoudness(_ path: [UInt8]? = nil) {
        if path == nil {
            state.withLock { $0.wantsLoudness = true }
            keepWish()
        }
        measure(path.map { .paths([$0]) } ?? .everything) { state, scope in state.loudness.add(scope, isAsked: true) }
    }

    /// Measures the songs that were not, as after a scan.
    package func measureNew() { measure(.everything) { state, scope in state.measuresNew && state.loudness.add(scope) } }

    /// Ends measuring soon, and has none begin after the scans that run or wait. What was measured by then stays.
    package func cancelMeasuring() {
        state.withLock { state in
            state.loudness.cancel()
            state.wantsLoudness = false
            state.skipsMeasuring = state.scans.hasThread
        }
        keepWish()
    }

    /// How far measuring is; `nil` if nothing is being measured.
    package var loudnessProgress: LoudnessProgress? {
        state.withLock { $0.loudness.hasThread ? $0.loudness.progress : nil }
    }

    /// Whether anything was ever measured here, as far as one knows without the database.
    var hasMeasured: Bool {
        state.withLock { $0.hasLoudness } ?? (unsafe access(places.measuring, F_OK) == 0)
    }

    /// Begins what is to be measured without being asked for. The thread that scans, after its last scan.
    func measureAfterScan(_ store: LibraryStore) throws(DatabaseError) {
        let hasLoudness = try store.hasLoudness()
        let wasWanted = try store.state(Self.wantedState) == 1
        let mayBegin = state.withLock { state in
            state.hasLoudness = hasLoudness || state.hasLoudness == true
            if state.wantsLoudness == nil { state.wantsLoudness = wasWanted }
            return Self.beginsAfterScan(state)
        }
        guard mayBegin, try !store.unmeasured(after: 0, limit: 1).isEmpty else { return }
        measure(.everything) { state, scope in Self.beginsAfterScan(state) && state.loudness.add(scope) }
    }

    private static func beginsAfterScan(_ state: State) -> Bool {
        !state.skipsMeasuring && (state.measuresNew || state.wantsLoudness == true)
    }

    /// Has the database keep whether everything is to be measured, as it is when it gets to that: the last wish counts.
    private func keepWish() {
        guard opening.hasDatabase || state.withLock({ $0.wantsLoudness == true }) else { return }
        keep { [self] store throws(DatabaseError) in
            let value: Int64 = state.withLock { $0.wantsLoudness == true ? 1 : 0 }
            guard try store.state(Self.wantedState) ?? 0 != value else { return }
            try store.writingFiles { () throws(DatabaseError) in try store.setState(Self.wantedState, value) }
        } answer: { [report] result in
            if case .failure(let error) = result { report(.problem("what is to be measured is not kept: \(error.message)")) }
        }
    }

    /// - Parameter add: takes the scope into the queue, if it is wanted, and returns whether a thread has to be started.
    private func measure(_ scope: LoudnessQueue.Scope, add: (inout State, LoudnessQueue.Scope) -> Bool) {
        let failure = state.withLock { state -> String? in
            guard add(&state, scope) else { return nil }
            do throws(OwnThread.Failure) {
                try OwnThread.start(name: "fermata-loud") { [self] in
                    // It takes the lock of the library, which control takes as well: it must not be idle.
                    CurrentThread.becomeModest()
                    carryOutMeasuring()
                }
                return nil
            } catch {
                state.loudness.cancel()
                _ = state.loudness.next()
                return error.description
            }
        }
        guard let failure else { return }
        var progress = LoudnessProgress()
        progress.problem = "the loudness of songs cannot be measured: \(failure)"
        report(.loudness(progress))
    }
}

// What runs on the thread that decides.
extension Library {
    private func carryOutMeasuring() {
        let notes = ReadingNotes(path: places.measuring)
        let idle = IdleMeasuring()
        var failure: String?
        do throws(OwnThread.Failure) {
            try idle.start()
        } catch {
            failure = "the loudness of songs cannot be measured: \(error.description)"
        }
        defer { idle.close() }
        var hasTold = false
        while true {
            let step = state.withLock { state -> Step in
                if let next = state.loudness.next() { return .measure(next.scope, retried: next.retried, state.measuring) }
                state.loudness.progress.state = .idle
                // Under this lock, because another thread may be started as soon as it is free.
                return .end(state.loudness.progress, state.whenMeasured.take())
            }
            switch step {
            case .measure(let scope, let retried, let measuring):
                hasTold = true
                let problem = failure ?? measure(scope, retrying: retried, with: measuring, on: idle, notes)
                let progress = state.withLock { state in
                    // What has ended this has the next end as well.
                    if problem != nil { state.loudness.cancel() }
                    if !state.loudness.hasMore { state.loudness.progress.state = .idle }
                    state.loudness.progress.problem = problem
                    return state.loudness.progress
                }
                report(.loudness(progress))
            case .end(let progress, let whenMeasured):
                // Who waits for the end of what was cancelled before it began waits for this.
                if !hasTold { report(.loudness(progress)) }
                ProcessMemory.releaseFree()
                whenMeasured?()
                return
            }
        }
    }

    /// What the thread does next.
    private enum Step {
        case measure(LoudnessQueue.Scope, retried: LoudnessQueue.Scope?, LoudnessOutcome.Measuring)
        case end(LoudnessProgress, (@Sendable () -> Void)?)
    }

    /// Measures the songs of a scope one after the other. Returns why it has ended before the end; `nil` for none, or for somebody's wish.
    private func measure(
        _ scope: LoudnessQueue.Scope, retrying retried: LoudnessQueue.Scope?, with measuring: @escaping LoudnessOutcome.Measuring,
        on idle: IdleMeasuring, _ notes: ReadingNotes?
    ) -> String? {
        var turn = MeasuringTurn(self)
        do throws(DatabaseError) {
            // A scan may have it wait for long: what it tells by then is of now.
            let before = try opening.hasDatabase ? counts() : LoudnessProgress()
            turn.set(before)
            guard turn.goesOn() else { return nil }
            try takeInterrupted(notes)
            if let retried {
                try answer { store throws(DatabaseError) in try store.forgetFailed { retried.contains($0) } }
            }
            turn.begin(try counts())
            var last: Int64 = 0
            while true {
                let place = last
                let songs = try answer { store throws(DatabaseError) in
                    try store.unmeasured(after: place, limit: Self.batchSize)
                }
                guard let end = songs.last?.id else { break }
                for song in songs where scope.contains(song.path) {
                    guard turn.goesOn() else { return nil }
                    notes?.begin(song.path, slot: 0)
                    let outcome = idle.measure(song.path, with: measuring) { tell in
                        // What follows waits for a scan that runs.
                        if turn.mustWait { tell(.pause) }
                        return turn.goesOn() ? .goOn : .end
                    }
                    notes?.end(slot: 0)
                    if case .impossible(let sentence) = outcome { return sentence }
                    if case .ended = outcome { return nil }
                    try answer { store throws(DatabaseError) in try store.note(outcome, of: song) }
                    turn.count(outcome)
                }
                guard turn.goesOn() else { return nil }
                last = end
            }
            let isDone = state.withLock { state in
                // What is wanted since then is done as well before it is forgotten.
                guard scope == .everything, !state.loudness.hasMore else { return false }
                state.wantsLoudness = false
                return true
            }
            if isDone { keepWish() }
            return nil
        } catch {
            if state.withLock({ $0.loudness.isClosed }) { return nil }
            return "the loudness of songs is not measured further: \(error.message)"
        }
    }

    private func counts() throws(DatabaseError) -> LoudnessProgress {
        try answer { store throws(DatabaseError) in try store.loudnessCounts() }
    }

    /// Notes the song during whose measuring the daemon has ended.
    private func takeInterrupted(_ notes: ReadingNotes?) throws(DatabaseError) {
        for path in notes?.interrupted() ?? [] {
            let isGivenUp = try answer { store throws(DatabaseError) in try store.noteInterrupted(at: path) }
            if isGivenUp {
                let name = String(decoding: path, as: UTF8.self)
                report(.problem("the loudness of \(name) is not measured: twice, fermatad has ended while it was"))
            }
        }
        notes?.clear()
    }

    /// Has the thread that answers do something, and waits for it.
    private func answer<Value: Sendable>(
        _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value {
        let answer = Monitor<Result<Value, DatabaseError>?>(nil)
        keep(work) { result in answer.withLock { $0 = result } }
        guard let result = answer.wait({ $0 }) else { preconditionFailure("there is no deadline") }
        return try result.get()
    }

    /// One run of the thread: whether it goes on, and what it tells.
    private struct MeasuringTurn {
        private let library: Library
        private var told: Int64 = 0

        init(_ library: Library) { self.library = library }

        /// Tells how much there is to do.
        mutating func begin(_ counts: LoudnessProgress) {
            set(counts)
            tell()
        }

        /// Notes how much there is to do.
        func set(_ counts: LoudnessProgress) {
            library.state.withLock { state in
                state.loudness.progress = counts
                state.loudness.progress.state = .running
            }
        }

        /// Whether measuring waits or ends now.
        var mustWait: Bool { library.state.withLock { $0.loudness.isEnding || $0.scans.hasThread } }

        /// Whether measuring goes on. Waits while a scan runs or waits.
        mutating func goesOn() -> Bool {
            var isPaused = false
            let (isEnding, isScanning) = library.state.withLock { ($0.loudness.isEnding, $0.scans.hasThread) }
            if isEnding { return false }
            if isScanning {
                isPaused = true
                library.state.withLock { $0.loudness.progress.state = .paused }
                tell()
                let goesOn: Bool? = library.state.wait { state in
                    if state.loudness.isEnding { return false }
                    return state.scans.hasThread ? nil : true
                }
                guard goesOn == true else { return false }
            }
            if isPaused {
                library.state.withLock { $0.loudness.progress.state = .running }
                tell()
            } else if MonotonicClock.nanoseconds - told >= Library.pace {
                tell()
            }
            return true
        }

        /// Counts what has become of a song.
        mutating func count(_ outcome: LoudnessOutcome) {
            library.state.withLock { state in
                state.hasLoudness = true
                state.loudness.progress.count(outcome)
            }
        }

        private mutating func tell() {
            told = MonotonicClock.nanoseconds
            library.report(.loudness(library.state.withLock { $0.loudness.progress }))
        }
    }
}
