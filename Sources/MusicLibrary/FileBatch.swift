import Database
import Glibc
import Synchronization
import SystemSupport

/// Files that several threads read, each the next one that nobody has taken. Belongs to the thread of the scan.
final class FileBatch {
    /// The directories that are complete with these files.
    let completes: [ListedDirectory]
    private let reading: SharedReading
    private var threads: [pthread_t] = []

    /// Begins to read.
    init(_ files: [LibraryScanner.PendingFile], completes: [ListedDirectory], _ readerCount: Int, _ control: ScanControl) {
        self.completes = completes
        let reading = SharedReading(files, control)
        self.reading = reading
        for _ in 0..<min(readerCount, files.count) {
            let thread = try? OwnThread.startJoinable(name: "fermata-scan") {
                CurrentThread.becomeIdle()
                reading.work()
            }
            if let thread { threads.append(thread) }
        }
    }

    deinit { wait() }

    /// Waits until all files are read.
    func wait() {
        // The system may allow no threads: then this one reads.
        if threads.isEmpty { reading.work() }
        for thread in threads { pthread_join(thread, nil) }
        threads = []
    }

    /// Calls `body` with each file and what was read of it; `nil` if the scan was cancelled before. To be called once all are read.
    func forEachOutcome(
        _ body: (LibraryScanner.PendingFile, SongReader.Outcome?) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        let outcomes = reading.outcomes
        for (index, file) in reading.files.enumerated() { try body(file, outcomes[index]) }
    }
}

/// What the threads that read have in common.
private final class SharedReading: Sendable {
    let files: [LibraryScanner.PendingFile]
    private let control: ScanControl
    private let next = Atomic(0)
    private let results: Mutex<[SongReader.Outcome?]>

    init(_ files: [LibraryScanner.PendingFile], _ control: ScanControl) {
        self.files = files
        self.control = control
        results = Mutex(Array(repeating: nil, count: files.count))
    }

    var outcomes: [SongReader.Outcome?] { results.withLock { $0 } }

    /// Reads files until none is left.
    func work() {
        while !control.isCancelled {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < files.count else { return }
            let file = files[index]
            let outcome = SongReader.read(file.path, name: file.name)
            results.withLock { $0[index] = outcome }
        }
    }
}
