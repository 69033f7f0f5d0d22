/// Decides when what has changed in the directories of music is scanned, and when those are looked at that cannot be watched. A value:
/// times come in as parameters, in nanoseconds of the monotonic clock.
struct ChangeCollector {
    /// What is to be scanned.
    enum Scan: Hashable {
        /// These directories, with what is new in them.
        case changed([[UInt8]])
        /// All directories, whose times of change tell the rest.
        case everything
        /// All directories, whose times of change do not tell it.
        case everyFile
    }

    private var changed: Set<[UInt8]> = []
    private var isEverythingChanged = false
    private var isEveryFileChanged = false
    private var first: Int64?
    private var last: Int64 = 0
    private var nextPoll: Int64?
    /// When what could not be scanned is scanned again.
    private var retry: Int64?
    private let pollInterval: Int64?

    /// For how long nothing more has to change: an album comes file by file. A directory counts as settled two seconds after its last
    /// change, so that it is not listed twice.
    static let quietTime: Int64 = 2_500_000_000
    /// After this long what has changed is scanned although more is changing.
    static let longestWait: Int64 = 30_000_000_000
    /// After how long a scan is tried again that could not be done. Until then, the next change has it tried.
    static let retryTime: Int64 = 60_000_000_000
    /// From how many directories on it is quicker to look at all.
    static let directoryLimit = 1_000

    /// Makes a collector.
    /// - Parameter pollInterval: how often the directories are looked at that cannot be watched, in nanoseconds; `nil` for never.
    init(pollInterval: Int64?) { self.pollInterval = pollInterval }

    /// Something in a directory has changed.
    mutating func changed(_ directory: [UInt8], at time: Int64) {
        add(directory)
        note(time)
    }

    private mutating func add(_ directory: [UInt8]) {
        if changed.count < Self.directoryLimit { changed.insert(directory) } else { isEverythingChanged = true }
    }

    /// What is left out of the library has changed, below a directory that may have any number of others.
    mutating func ignoresChanged(at time: Int64) {
        isEveryFileChanged = true
        note(time)
    }

    /// So much has changed that nobody knows what.
    mutating func lostCount(at time: Int64) {
        isEverythingChanged = true
        note(time)
    }

    /// A scan that was taken could not be done: what it was about is scanned later.
    mutating func missed(_ scan: Scan, at time: Int64) {
        switch scan {
        case .changed(let directories): directories.forEach { add($0) }
        case .everything: isEverythingChanged = true
        case .everyFile: isEveryFileChanged = true
        }
        retry = retry ?? time + Self.retryTime
    }

    private mutating func note(_ time: Int64) {
        first = first ?? time
        last = time
    }

    /// Some directories cannot be watched, or none any more.
    mutating func polls(_ isNeeded: Bool, at time: Int64) {
        guard isNeeded, let pollInterval else { return nextPoll = nil }
        nextPoll = nextPoll ?? time + pollInterval
    }

    /// When ``takeScan(at:)`` has something; `nil` if nothing is waited for.
    var nextTime: Int64? {
        [first.map { min($0 + Self.longestWait, last + Self.quietTime) }, nextPoll, retry].compactMap(\.self).min()
    }

    /// Returns what is to be scanned now, once; `nil` if nothing is.
    mutating func takeScan(at time: Int64) -> Scan? {
        let isPoll = nextPoll.map { time >= $0 } ?? false
        if isPoll { nextPoll = pollInterval.map { time + $0 } }
        let isQuiet = first.map { time >= min($0 + Self.longestWait, last + Self.quietTime) } ?? false
        let isRetry = retry.map { time >= $0 } ?? false
        guard isPoll || isQuiet || isRetry else { return nil }
        let scan: Scan =
            isEveryFileChanged
            ? .everyFile
            : isPoll || isEverythingChanged ? .everything : .changed(changed.sorted { $0.lexicographicallyPrecedes($1) })
        (changed, isEverythingChanged, isEveryFileChanged, first, retry) = ([], false, false, nil, nil)
        return scan
    }
}
