/// Whether the directories of music are watched, by whom, and what that has told. A value: ``Library`` starts and ends the watcher.
struct WatchState<Watcher> {
    private var pollInterval: Double?
    private var watcher: Watcher?
    /// Whether the watcher knows the directories.
    private var isWatching = false
    private var told = WatchReport()
    private var isClosed = false

    /// How the directories are watched; `nil` if that is not wanted.
    var report: WatchReport? { pollInterval == nil ? nil : told }

    /// The watcher, if there is one.
    var current: Watcher? { watcher }

    /// Sets how often directories are looked at that cannot be watched, in seconds; `nil` if none is to be watched.
    /// - Returns: the watcher that has to end, and whether anything is other than before.
    @discardableResult
    mutating func set(pollInterval: Double?) -> (old: Watcher?, isChanged: Bool) {
        guard self.pollInterval != pollInterval, !isClosed else { return (nil, false) }
        let old = watcher
        self = WatchState()
        self.pollInterval = pollInterval
        return (old, true)
    }

    /// Whether the watcher has to be told the directories, after a scan that has seen them all or has found other ones.
    func needsDirectories(after progress: ScanProgress) -> Bool {
        guard pollInterval != nil, !progress.wasCancelled else { return false }
        return !isWatching || progress.directories > progress.unchangedDirectories
    }

    /// Returns the watcher, which is about to be told the directories; `nil` if none is wanted.
    /// - Parameter make: makes and starts one, if there is none. If it cannot, only a scan that finds other directories has it tried again.
    mutating func begin<Failure: Error>(
        _ make: (_ pollInterval: Double) throws(Failure) -> Watcher
    ) throws(Failure) -> Watcher? {
        guard let pollInterval, !isClosed else { return nil }
        isWatching = true
        if let watcher { return watcher }
        let new = try make(pollInterval)
        watcher = new
        return new
    }

    /// Takes what the watcher tells. Returns whether that is news.
    mutating func take(_ report: WatchReport) -> Bool {
        guard watcher != nil, told != report else { return false }
        told = report
        return true
    }

    /// Watches nothing any more.
    /// - Returns: the watcher that has to end.
    mutating func close() -> Watcher? {
        isClosed = true
        defer { watcher = nil }
        return watcher
    }
}
