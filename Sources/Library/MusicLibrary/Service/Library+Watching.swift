import Database
import SystemSupport

// Watching the directories of music, as `WatchState` says.
extension Library {
    /// Watches the directories of music from the end of the next scan on, or ends that.
    /// - Parameter pollInterval: how often those are looked at that cannot be watched, in seconds; 0 for never; `nil` to watch nothing.
    package func setWatching(pollInterval: Double?) {
        let (old, isChanged) = state.withLock { $0.watching.set(pollInterval: pollInterval) }
        old?.end()
        if isChanged, pollInterval == nil { report(.watching(WatchReport())) }
    }

    /// How the directories are watched; `nil` if that is not wanted.
    package var watchReport: WatchReport? { state.withLock { $0.watching.report } }

    /// Tells the watcher the directories, after a scan that has seen them all or has found other ones.
    func watch(_ store: LibraryStore, after progress: ScanProgress) throws(DatabaseError) {
        guard state.withLock({ $0.watching.needsDirectories(after: progress) }), let watcher = startWatcher() else { return }
        watcher.watch(try store.directoryPaths())
    }

    private func startWatcher() -> LibraryWatcher? {
        state.withLock { state in
            do {
                return try state.watching.begin { pollInterval in
                    let watcher = try LibraryWatcher(pollInterval: pollInterval) { [weak self] in
                        self?.scan($0) ?? true
                    } report: { [weak self] in
                        self?.told($0)
                    }
                    try watcher.start()
                    return watcher
                }
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
    func retry(_ request: ScanRequest) {
        let watcher = state.withLock { $0.watching.current }
        if let changed = request.changed {
            watcher?.retry(.changed(changed))
        } else if request.path == nil {
            watcher?.retry(request.depth == .files ? .everyFile : .everything)
        }
    }

    private func told(_ new: WatchReport) {
        if state.withLock({ $0.watching.take(new) }) { report(.watching(new)) }
    }
}
