import Glibc
import Synchronization
import SystemSupport

/// How the directories of music are watched.
package struct WatchReport: Hashable, Sendable {
    /// The directories whose changes the system reports.
    package var watchedDirectories = 0
    /// Those that are looked at from time to time: on network file systems, and beyond the limit of the system.
    package var polledDirectories = 0
    /// A sentence about directories that cannot be watched; `nil` if all are that could be.
    package var problem: String?

    /// Makes a report about nothing.
    package init() {}
}

/// Watches the directories of the library on a thread of its own, which sleeps while nothing changes. Any thread may call it.
final class LibraryWatcher: Sendable {
    private struct Orders {
        /// The directories that the library has, after a scan.
        var directories: [[UInt8]]?
        /// Scans that could not be done.
        var missed: [ChangeCollector.Scan] = []
        var isEnded = false
    }

    private let orders = Mutex(Orders())
    private let wake: EventDescriptor
    private let pollInterval: Int64?
    private let scan: @Sendable (ChangeCollector.Scan) -> Bool
    private let report: @Sendable (WatchReport) -> Void

    /// Begins to watch.
    /// - Parameters:
    ///   - pollInterval: how often the directories are looked at that cannot be watched, in seconds; 0 for never.
    ///   - scan: is called with what has changed, on the thread of the watcher. Returns whether that will be scanned.
    ///   - report: is called when what is watched has changed, on the same thread.
    /// - Throws: if there can be no thread or descriptor.
    init(
        pollInterval: Double, scan: @escaping @Sendable (ChangeCollector.Scan) -> Bool,
        report: @escaping @Sendable (WatchReport) -> Void
    ) throws(DescriptorError) {
        wake = try EventDescriptor()
        self.pollInterval = pollInterval > 0 ? Int64(min(pollInterval, 1e9) * 1e9) : nil
        self.scan = scan
        self.report = report
    }

    /// Starts the thread, which keeps the watcher until ``end()``.
    func start() throws(OwnThread.Failure) {
        try OwnThread.start(name: "fermata-watch") { [self] in
            CurrentThread.becomeModest()
            work()
        }
    }

    /// Watches these directories, and no others any more. They are those of the library after a scan.
    func watch(_ directories: [[UInt8]]) {
        orders.withLock { $0.directories = directories }
        wake.signal()
    }

    /// Has what could not be scanned scanned later.
    func retry(_ scan: ChangeCollector.Scan) {
        orders.withLock { $0.missed.append(scan) }
        wake.signal()
    }

    /// Ends the thread soon.
    func end() {
        orders.withLock { $0.isEnded = true }
        wake.signal()
    }

    private func work() {
        var watches = DirectoryWatches()
        var collector = ChangeCollector(pollInterval: pollInterval)
        while true {
            wait(for: watches?.descriptor, until: collector.nextTime)
            wake.drain()
            let (directories, missed, isEnded) = orders.withLock { orders in
                defer { (orders.directories, orders.missed) = (nil, []) }
                return (orders.directories, orders.missed, orders.isEnded)
            }
            if isEnded { return }
            for scan in missed { collector.missed(scan, at: MonotonicClock.nanoseconds) }
            if let directories {
                let report = change(&watches, to: directories, &collector)
                self.report(report)
            }
            for change in watches?.read() ?? [] {
                switch change {
                case .directory(let path): collector.changed(path, at: MonotonicClock.nanoseconds)
                case .ignores: collector.ignoresChanged(at: MonotonicClock.nanoseconds)
                case .lost: collector.lostCount(at: MonotonicClock.nanoseconds)
                }
            }
            if let scan = collector.takeScan(at: MonotonicClock.nanoseconds), !self.scan(scan) {
                collector.missed(scan, at: MonotonicClock.nanoseconds)
            }
        }
    }

    private func wait(for watches: Int32?, until time: Int64?) {
        var descriptors = [pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)]
        if let watches { descriptors.append(pollfd(fd: watches, events: Int16(POLLIN), revents: 0)) }
        // Rounded up: a wait that ends a little early would begin again.
        let left = time.map { Int32(clamping: (max(0, $0 - MonotonicClock.nanoseconds) + 999_999) / 1_000_000) } ?? -1
        _ = unsafe poll(&descriptors, nfds_t(descriptors.count), left)
    }

    /// Watches what is new, and nothing any more that is gone.
    private func change(
        _ watches: inout DirectoryWatches?, to directories: [[UInt8]], _ collector: inout ChangeCollector
    ) -> WatchReport {
        let wanted = Set(directories)
        watches?.removeAll { wanted.contains($0) }
        var report = WatchReport()
        var (hasNew, isFull) = (false, watches == nil)
        var devices: [Int64: Bool] = [:]
        for path in directories {
            if isFull || isFar(path, &devices) {
                report.polledDirectories += 1
                continue
            }
            switch watches?.add(path) ?? .limitReached {
            case .added: hasNew = true
            case .known, .gone: break
            case .limitReached:
                isFull = true
                report.polledDirectories += 1
            }
        }
        report.watchedDirectories = watches?.count ?? 0
        if isFull {
            let (key, remedy) =
                watches == nil
                ? ("fs.inotify.max_user_instances", "queues") : ("fs.inotify.max_user_watches", "watched directories")
            let rest =
                pollInterval.map { "the other \(report.polledDirectories) are looked at every \($0 / 1_000_000_000) s" }
                ?? "changes in the other \(report.polledDirectories) are found by 'fermata library update' only"
            report.problem = """
                the system's limit of \(remedy) is reached: \(report.watchedDirectories) directories of music are watched, and \
                \(rest); raise \(key) with sysctl(8)
                """
        }
        collector.polls(report.polledDirectories > 0, at: MonotonicClock.nanoseconds)
        // What has changed between the scan and the watch was told by neither.
        if hasNew { collector.lostCount(at: MonotonicClock.nanoseconds) }
        return report
    }

    /// Whether a directory is on a network file system, of whose changes by other machines the system does not tell.
    private func isFar(_ path: [UInt8], _ devices: inout [Int64: Bool]) -> Bool {
        guard let device = DirectoryListing.Status(path)?.identity.device else { return false }
        if let known = devices[device] { return known }
        let descriptor = unsafe open(path.map { CChar(truncatingIfNeeded: $0) } + [0], O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        let owned = FileDescriptor(owning: descriptor)
        let isFar = FileSystem.isFar(owned.number)
        devices[device] = isFar
        return isFar
    }
}
