/// Which scans of the library wait, and which one runs. A value: ``Library`` starts the thread that scans, and carries out what this says.
struct ScanQueue {
    /// A scan that a thread carries out.
    struct Scan: Sendable {
        let id: Int64
        let request: Library.ScanRequest
        let control = ScanControl()
    }

    /// What the thread that scans does once it has done what nobody waits for.
    enum Rest {
        /// A scan has come.
        case scan(Scan)
        /// The thread ends, and then a damaged database is repaired.
        case repair
        /// The thread ends.
        case nothing
    }

    /// The most scans that wait.
    static let limit = 32

    /// Oldest first.
    private var waiting: [(id: Int64, request: Library.ScanRequest)] = []
    private var running: Scan?
    private var newest: Int64 = 0
    /// Whether the thread that scans is there. It may be about to do what nobody waits for.
    private(set) var hasThread = false
    private(set) var isClosed = false

    /// Whether the thread that scans may go on with what nobody waits for.
    var isFree: Bool { waiting.isEmpty && !isClosed }

    /// The number of the scan that runs or comes next, and how far it is; `nil` if there is none.
    var progress: (id: Int64, progress: ScanProgress)? {
        if let running { return (running.id, running.control.progress) }
        return waiting.first.map { ($0.id, ScanProgress()) }
    }

    /// Has a scan wait. One that is equal to a waiting one is that one, and directories that have changed are compared together with those
    /// that wait.
    /// - Returns: the number of the scan; `nil` if too many wait, or after ``close()``.
    @discardableResult
    mutating func add(_ request: Library.ScanRequest) -> Int64? {
        guard !isClosed else { return nil }
        if let same = waiting.first(where: { $0.request == request }) { return same.id }
        if let changed = request.changed, let index = waiting.firstIndex(where: { $0.request.changed != nil }) {
            waiting[index].request = waiting[index].request.adding(changed)
            return waiting[index].id
        }
        guard waiting.count < Self.limit else { return nil }
        newest += 1
        waiting.append((newest, request))
        return newest
    }

    /// Takes the first scan for a thread that is to be started; `nil` if the thread is there or no scan waits.
    mutating func begin() -> Scan? {
        guard !hasThread, let first = takeNext() else { return nil }
        hasThread = true
        return first
    }

    /// Forgets the scan that ``begin()`` has taken, because there can be no thread.
    mutating func cannotBegin() { (running, hasThread) = (nil, false) }

    /// Takes the next scan, because the one that ran has ended.
    /// - Parameter isDamaged: whether a database is damaged. Those that wait are forgotten then: a scan of everything takes their place after
    ///   the repair.
    mutating func next(isDamaged: Bool) -> Scan? {
        running = nil
        if isDamaged { waiting = [] }
        return takeNext()
    }

    /// Takes a scan that has come meanwhile, or notes that the thread ends.
    /// - Parameter isDamaged: as for ``next(isDamaged:)``.
    mutating func leave(isDamaged: Bool) -> Rest {
        if let next = next(isDamaged: isDamaged) { return .scan(next) }
        hasThread = false
        return isDamaged ? .repair : .nothing
    }

    private mutating func takeNext() -> Scan? {
        guard !waiting.isEmpty, !isClosed else { return nil }
        let (id, request) = waiting.removeFirst()
        running = Scan(id: id, request: request)
        return running
    }

    /// Ends the scan that runs; those that wait come after it.
    func cancelRunning() { running?.control.cancel() }

    /// Ends the scan that runs, and forgets those that wait.
    mutating func cancel() {
        waiting = []
        cancelRunning()
    }

    /// Does the same, and takes no further ones.
    mutating func close() {
        isClosed = true
        cancel()
    }
}
