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
        /// A sentence for the log.
        case problem(String)
    }

    private enum Order: Sendable {
        case question(@Sendable (LibraryThread) -> Void)
        case end(@Sendable () -> Void)
    }

    private typealias Scan = (id: Int64, request: ScanRequest, control: ScanControl)

    private struct State {
        /// Whether the thread that answers runs.
        var isAnswering = false
        /// Scans that wait, oldest first.
        var waiting: [(id: Int64, request: ScanRequest)] = []
        var running: Scan?
        /// Whether the thread that scans is there. It may be about to do what nobody waits for.
        var hasScanThread = false
        var newestScan: Int64 = 0
        var isClosed = false
        /// What to call when the thread that scans has ended.
        var whenScanned: (@Sendable () -> Void)?
        var roots: [[UInt8]]
        /// Whether scans follow symbolic links out of these.
        var followsOutside = true
        /// How often directories are looked at that cannot be watched, in seconds; `nil` if none is watched.
        var pollInterval: Double?
        var watcher: LibraryWatcher?
        /// Whether the watcher knows the directories.
        var isWatching = false
        var watched = WatchReport()
        /// What a door says about songs; `nil` if there is none.
        var texts: SongTexts?
        /// The form in which the songs of all directories have their texts; `nil` if a scan has changed some since.
        var keptForm: Int64?
    }

    private let places: LibraryPlaces
    private let opening: StoreOpening
    private let worker: WorkerThread<Order>
    private let state: Monitor<State>
    private let report: @Sendable (News) -> Void
    /// The question that is answered. It lives as long as the thread, whose store it watches.
    private let watch = QuestionWatch()

    /// For how long it is tried to keep what must not be lost, in nanoseconds.
    package static let keepingTime: Int64 = 600_000_000_000
    /// The most scans that wait.
    private static let scanLimit = 32

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

    // MARK: Watching

    /// Watches the directories of music from the end of the next scan on, or ends that.
    /// - Parameter pollInterval: how often those are looked at that cannot be watched, in seconds; 0 for never; `nil` to watch nothing.
    package func setWatching(pollInterval: Double?) {
        let (old, isChanged) = state.withLock { state -> (LibraryWatcher?, Bool) in
            guard state.pollInterval != pollInterval, !state.isClosed else { return (nil, false) }
            defer {
                (state.pollInterval, state.watcher, state.isWatching, state.watched) = (pollInterval, nil, false, WatchReport())
            }
            return (state.watcher, true)
        }
        old?.end()
        if isChanged, pollInterval == nil { report(.watching(WatchReport())) }
    }

    /// How the directories are watched; `nil` if that is not wanted.
    package var watchReport: WatchReport? {
        state.withLock { $0.pollInterval == nil ? nil : $0.watched }
    }

    /// Tells the watcher the directories, after a scan that has seen them all or has found other ones.
    private func watch(_ store: LibraryStore, after progress: ScanProgress) throws(DatabaseError) {
        let isKnown = state.withLock { $0.pollInterval == nil || $0.isWatching }
        guard !progress.wasCancelled, !isKnown || progress.directories > progress.unchangedDirectories else { return }
        guard let watcher = startWatcher() else { return }
        watcher.watch(try store.directoryPaths())
    }

    private func startWatcher() -> LibraryWatcher? {
        state.withLock { state in
            guard let pollInterval = state.pollInterval, !state.isClosed else { return nil }
            state.isWatching = true
            if let watcher = state.watcher { return watcher }
            do {
                let watcher = try LibraryWatcher(pollInterval: pollInterval) { [weak self] in
                    self?.scan($0) ?? true
                } report: { [weak self] in
                    self?.told($0)
                }
                try watcher.start()
                state.watcher = watcher
                return watcher
            } catch {
                report(.problem("the directories of music cannot be watched: \(error)"))
                return nil
            }
        }
    }

    /// Has what has changed scanned. Returns whether it will be.
    private func scan(_ changes: ChangeCollector.Scan) -> Bool {
        switch changes {
        case .changed(let directories): scan(ScanRequest(changed: directories)) != nil
        case .everything: scan(ScanRequest(depth: .directories)) != nil
        case .everyFile: scan(ScanRequest(depth: .files)) != nil
        }
    }

    /// Has the watcher ask again for a scan that has failed: nobody else knows what has changed.
    private func retry(_ request: ScanRequest) {
        let watcher = state.withLock { $0.watcher }
        if let changed = request.changed {
            watcher?.retry(.changed(changed))
        } else if request.path == nil {
            watcher?.retry(request.depth == .files ? .everyFile : .everything)
        }
    }

    private func told(_ new: WatchReport) {
        let isNews = state.withLock { state in
            guard state.watcher != nil, state.watched != new else { return false }
            state.watched = new
            return true
        }
        if isNews { report(.watching(new)) }
    }

    // MARK: Questions

    /// Has `work` done with the store. `answer` gets what it returns, on the thread of the library.
    /// - Parameter question: a number above 0, which no other question has, by which ``end(_:)`` ends it; `nil` for one that is carried out
    ///   in any case.
    package func ask<Value: Sendable>(
        as question: UInt64? = nil, _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Value,
        answer: @escaping @Sendable (Result<Value, DatabaseError>) -> Void
    ) {
        ask(as: question, work, repairs: true, answer: answer)
    }

    /// Ends a question if it is being answered: nobody waits for the answer any more. It then has an error.
    package func end(_ question: UInt64) { watch.end(question) }

    /// How long the longest question took, in nanoseconds.
    package var longestQuestion: Int64 { watch.longestQuestion }

    /// Does the same with something that must not be lost: a scan may write for longer than a question waits for the databases, on a
    /// machine that is busy. Then it is tried again, after the questions that wait.
    package func keep<Value: Sendable>(
        _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Value,
        answer: @escaping @Sendable (Result<Value, DatabaseError>) -> Void
    ) {
        keep(work, until: MonotonicClock.nanoseconds + Self.keepingTime, answer: answer)
    }

    private func keep<Value: Sendable>(
        _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Value, until end: Int64,
        answer: @escaping @Sendable (Result<Value, DatabaseError>) -> Void
    ) {
        ask(work) { [self] result in
            guard case .failure(let error) = result, error.code == .busy, MonotonicClock.nanoseconds < end else {
                return answer(result)
            }
            // The databases may be busy without any wait.
            worker.wait(timeout: 100)
            keep(work, until: end, answer: answer)
        }
    }

    /// - Parameter repairs: whether a damaged database is repaired.
    private func ask<Value: Sendable>(
        as question: UInt64? = nil, _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Value, repairs: Bool,
        answer: @escaping @Sendable (Result<Value, DatabaseError>) -> Void
    ) {
        let order = Order.question { [self] thread in
            let result = thread.perform(question, work)
            if repairs, case .failure(let error) = result, error.code == .damaged { repair(scansAfterwards: false) }
            scanIfSetAside()
            answer(result)
        }
        // Under the lock, so that nothing gets behind the end of the thread, where nobody would answer it.
        let refusal = state.withLock { state -> DatabaseError? in
            guard !state.isClosed else { return DatabaseError(.failed, "the library is closed: the daemon is about to end") }
            if !state.isAnswering {
                do throws(OwnThread.Failure) {
                    try worker.attemptStart { [worker, opening, watch] in Self.answer(worker, LibraryThread(opening, watch)) }
                } catch {
                    return DatabaseError(.failed, "the library can have no thread: the limit of threads is reached")
                }
                state.isAnswering = true
            }
            worker.post(order)
            return nil
        }
        if let refusal { answer(.failure(refusal)) }
    }

    /// Reads everything into a database that has taken the place of a damaged one.
    private func scanIfSetAside() {
        if opening.takeSetAside() { scan(ScanRequest(depth: .directories)) }
    }

    /// Has a damaged database checked, which sets it aside if its pages are damaged. If only the search index is, which no check finds, the
    /// index is made anew. While a scan has the database open, the end of that scan is waited for.
    /// - Parameter scansAfterwards: whether a scan is to be done again that the damage has ended.
    private func repair(scansAfterwards: Bool) {
        let isScanning = state.withLock { state in
            state.running?.control.cancel()
            return state.hasScanThread
        }
        if isScanning { return }
        let remakeIndex: @Sendable (LibraryStore) throws(DatabaseError) -> Void = { store throws(DatabaseError) in
            try store.remakeIndex()
        }
        ask(remakeIndex, repairs: false) { [self] result in
            switch result {
            case .success: if scansAfterwards { scan(ScanRequest(depth: .files)) }
            case .failure(let error) where error.code == .busy:
                // The next reader that finds the damage has it repaired.
                report(.problem("the search index is damaged, and cannot be made anew now: \(error)"))
                if scansAfterwards { scan(ScanRequest(depth: .files)) }
            case .failure:
                opening.noteDamage(isBeyondRepair: true)
                ask({ _ in }, repairs: false) { _ in }
            }
        }
    }

    private static func answer(_ worker: WorkerThread<Order>, _ thread: LibraryThread) {
        while true {
            let orders = worker.takeMessages()
            if orders.isEmpty { thread.rest() }
            for order in orders {
                switch order {
                case .question(let question): question(thread)
                case .end(let done):
                    thread.close()
                    return done()
                }
            }
            worker.wait(timeout: thread.patience)
        }
    }

    // MARK: Scans

    /// Brings the library up to date, after the scans that wait already. One that is equal to a waiting one is that one, and directories
    /// that have changed are compared together with those that wait.
    /// - Returns: the number of the scan; `nil` if too many wait, or after ``close(done:)``.
    @discardableResult
    package func scan(_ request: ScanRequest) -> Int64? {
        let (id, failure) = state.withLock { state -> (Int64?, DatabaseError?) in
            guard !state.isClosed else { return (nil, nil) }
            if let same = state.waiting.first(where: { $0.request == request }) { return (same.id, nil) }
            if let changed = request.changed, let index = state.waiting.firstIndex(where: { $0.request.changed != nil }) {
                state.waiting[index].request = state.waiting[index].request.adding(changed)
                return (state.waiting[index].id, nil)
            }
            guard state.waiting.count < Self.scanLimit else { return (nil, nil) }
            state.newestScan += 1
            let id = state.newestScan
            state.waiting.append((id, request))
            return (id, state.hasScanThread ? nil : begin(&state))
        }
        if let id, let failure { report(.scanEnded(id, .failure(failure))) }
        return id
    }

    /// Ends the scan that runs, and forgets those that wait. What was read by then stays.
    package func cancelScans() {
        state.withLock { state in
            state.waiting = []
            state.running?.control.cancel()
        }
    }

    /// The number of the scan that runs or comes next, and how far it is; `nil` if there is none.
    package var scanProgress: (id: Int64, progress: ScanProgress)? {
        state.withLock { state in
            if let running = state.running { return (running.id, running.control.progress) }
            return state.waiting.first.map { ($0.id, ScanProgress()) }
        }
    }

    /// Starts a thread for the scans that wait. Returns why there can be none.
    private func begin(_ state: inout State) -> DatabaseError? {
        guard let next = takeNext(&state) else { return nil }
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-scan") { [self] in
                // Not idle, as those that read files: it writes, and what the user makes has to wait for it.
                CurrentThread.becomeModest()
                carryOut(next)
            }
            state.hasScanThread = true
            return nil
        } catch {
            state.running = nil
            return DatabaseError(.failed, "the library cannot be scanned: \(error.description)")
        }
    }

    private func takeNext(_ state: inout State) -> Scan? {
        guard !state.waiting.isEmpty, !state.isClosed else { return nil }
        let (id, request) = state.waiting.removeFirst()
        let next = (id: id, request: request, control: ScanControl())
        state.running = next
        return next
    }

    /// Does one scan after the other until none waits, and then what nobody waits for. The thread that scans.
    private func carryOut(_ first: Scan) {
        var next: Scan? = first
        var opened: OpenStore?
        while let scan = next {
            report(.scanBegan(scan.id))
            let result = Result { () throws(DatabaseError) in try scanOnce(scan, &opened) }
            if case .failure = result {
                opened = nil
                retry(scan.request)
            }
            next = state.withLock { state in
                state.running = nil
                if (try? result.get())?.hasChanges ?? true { state.keptForm = nil }
                report(.scanEnded(scan.id, result))
                // After damage, a scan of everything takes the place of those that wait.
                if opening.isDamaged { state.waiting = [] }
                return takeNext(&state)
            }
            scanIfSetAside()
            if next == nil { next = settle(&opened) }
        }
    }

    /// Keeps the texts about songs that have none, until another scan comes. The thread that scans.
    private func keepTexts(_ store: LibraryStore) {
        guard let texts = state.withLock({ $0.keptForm == $0.texts?.form ? nil : $0.texts }) else { return }
        do throws(DatabaseError) {
            var last: Int64? = 0
            while let directory = last, !opening.isDamaged, state.withLock({ !$0.isClosed && $0.waiting.isEmpty }) {
                last = try store.keepMissingTexts(texts, behind: directory, limit: SongTexts.limit)
            }
            if last == nil { state.withLock { $0.keptForm = texts.form } }
        } catch {
            if error.code == .damaged { opening.noteDamage() }
            report(.problem("what lists say about songs cannot be kept after a scan, and the first list takes longer: \(error)"))
        }
    }

    /// Keeps the texts about songs, completes the search index, closes the databases, and notes that the thread ends. A scan that comes has it
    /// stop. The thread that scans.
    /// - Returns: a scan that has come instead.
    private func settle(_ opened: inout OpenStore?) -> Scan? {
        if let store = opened?.store {
            keepTexts(store)
            store.giveMemoryBack()
            let isFree = { self.state.withLock { !$0.isClosed && $0.waiting.isEmpty } }
            do throws(DatabaseError) {
                if isFree(), !opening.isDamaged { try store.settle(while: isFree) }
            } catch {
                if error.code == .damaged { opening.noteDamage() }
                retry(ScanRequest(depth: .directories))
                report(.problem("the library cannot be put in order after a scan, and a search takes longer: \(error)"))
            }
        }
        opened = nil
        ProcessMemory.releaseFree()
        var whenScanned: (@Sendable () -> Void)?
        let next = state.withLock { state in
            // As after a scan: the repair comes first.
            if opening.isDamaged { state.waiting = [] }
            let next = takeNext(&state)
            if next == nil {
                state.hasScanThread = false
                (whenScanned, state.whenScanned) = (state.whenScanned, nil)
            }
            return next
        }
        if next == nil, opening.isDamaged { repair(scansAfterwards: true) }
        whenScanned?()
        return next
    }

    private func scanOnce(_ scan: Scan, _ opened: inout OpenStore?) throws(DatabaseError) -> ScanProgress {
        // A user without music gets no databases.
        let hasMusic = roots.contains { DirectoryListing.Status($0) != nil }
        guard hasMusic || opening.hasDatabase else { return ScanProgress() }
        let current = if let opened { opened } else { try opening.open() }
        opened = current
        do throws(DatabaseError) {
            let (roots, followsOutside) = state.withLock { ($0.roots, $0.followsOutside) }
            let scanner = LibraryScanner(
                store: current.store, roots: roots, followsOutside: followsOutside,
                retriesLeftOut: scan.request.retriesLeftOut, notes: ReadingNotes(path: places.reading),
                report: { [report] in report(.problem($0)) })
            let progress: ScanProgress
            if let changed = scan.request.changed {
                progress = try scanner.update(changed: changed, control: scan.control)
            } else if let path = scan.request.path {
                progress = try scanner.update(path, readsAll: scan.request.depth == .contents, control: scan.control)
            } else {
                progress = try scanner.scan(scan.request.depth, control: scan.control)
            }
            try watch(current.store, after: progress)
            return progress
        } catch {
            if error.code == .damaged { opening.noteDamage() }
            throw error
        }
    }

    // MARK: End

    /// Ends scans and answers, and closes the databases. `done` is called when all of it has ended.
    package func close(done: @escaping @Sendable () -> Void) {
        let both = Countdown(2, done)
        let (isAnswering, isScanning) = state.withLock { state in
            state.isClosed = true
            state.waiting = []
            state.running?.control.cancel()
            let isScanning = state.hasScanThread
            if isScanning { state.whenScanned = { both.count() } }
            state.watcher?.end()
            state.watcher = nil
            return (state.isAnswering, isScanning)
        }
        if !isScanning { both.count() }
        if isAnswering { worker.post(.end { both.count() }) } else { both.count() }
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
