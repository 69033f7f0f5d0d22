import Glibc
import SystemSupport

/// Files that were read together.
struct FileBatch: Sendable {
    let files: [LibraryScanner.PendingFile]
    /// The directories that are complete with these files.
    let completes: [ListedDirectory]
    /// What was read of each file; `nil` where the scan was cancelled before.
    fileprivate(set) var outcomes: [SongReader.Outcome?]
    /// How many files a thread has taken, and how many of them are read.
    fileprivate var (takenCount, doneCount) = (0, 0)

    fileprivate init(_ files: [LibraryScanner.PendingFile], completes: [ListedDirectory]) {
        self.files = files
        self.completes = completes
        outcomes = Array(repeating: nil, count: files.count)
    }
}

/// Threads that read files, batch after batch. It belongs to the thread of the scan, which writes a batch while the next ones are read.
final class FileReaders {
    private let work: ReadingWork
    private let threadLimit: Int
    private var threads: [pthread_t] = []
    /// How many batches were given to be read, and not taken back.
    private(set) var batchCount = 0

    /// Makes readers; each thread starts once there are files for it.
    /// - Parameter notes: where each thread notes which file it reads.
    init(threadLimit: Int, notes: ReadingNotes? = nil, _ control: ScanControl) {
        work = ReadingWork(control, notes)
        self.threadLimit = threadLimit
    }

    deinit {
        work.end()
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Has files read, after those of the batches before.
    func read(_ files: [LibraryScanner.PendingFile], completing directories: [ListedDirectory]) {
        batchCount += 1
        work.add(FileBatch(files, completes: directories))
        while threads.count < min(threadLimit, files.count) {
            let slot = threads.count
            let thread = try? OwnThread.startJoinable(name: "fermata-scan") { [work] in
                CurrentThread.becomeIdle()
                work.carryOut(slot: slot)
            }
            // The system may allow no more threads.
            guard let thread else { return }
            threads.append(thread)
        }
    }

    /// Takes the oldest batch back, once it is read; `nil` if there is none.
    func takeBatch() -> FileBatch? {
        guard batchCount > 0 else { return nil }
        batchCount -= 1
        if threads.isEmpty { work.carryOutWhatIsThere() }
        return work.takeOldest()
    }
}

/// What the thread of the scan and those that read have in common.
private final class ReadingWork: Sendable {
    private struct State {
        var batches: [FileBatch] = []
        /// The number of the first of them, counted from the first one of the scan.
        var firstNumber = 0
        var hasEnded = false
    }

    /// Files of one batch that one thread reads.
    private struct Piece {
        let batchNumber: Int
        let start: Int
        let files: ArraySlice<LibraryScanner.PendingFile>
    }

    private let state = Monitor(State())
    private let control: ScanControl
    private let notes: ReadingNotes?

    /// How many files a thread takes at once at most: with single ones, threads would wait for each other whenever one is interrupted
    /// within the lock.
    private static let pieceLimit = 32
    /// In how many pieces a batch is cut at least, where it has that many files: the last ones should keep all threads busy.
    private static let pieceCount = 16

    init(_ control: ScanControl, _ notes: ReadingNotes?) {
        self.control = control
        self.notes = notes
    }

    func add(_ batch: FileBatch) { state.withLock { $0.batches.append(batch) } }

    /// Has ``carryOut()`` return.
    func end() { state.withLock { $0.hasEnded = true } }

    /// Reads what there is and what comes, until the end.
    /// - Parameter slot: the place of the calling thread in the notes.
    func carryOut(slot: Int) {
        while let piece = state.wait({ state in state.hasEnded ? .some(nil) : Self.take(&state).map(Optional.some) }) ?? nil {
            read(piece, slot: slot)
        }
    }

    /// Reads what there is and nobody has taken.
    func carryOutWhatIsThere() {
        while let piece = state.withLock({ Self.take(&$0) }) { read(piece, slot: 0) }
    }

    /// Waits until the oldest batch is read, and takes it out.
    func takeOldest() -> FileBatch? {
        state.wait { state in
            guard let oldest = state.batches.first else { return .some(nil) }
            guard oldest.doneCount == oldest.files.count else { return nil }
            state.firstNumber += 1
            return state.batches.removeFirst()
        } ?? nil
    }

    private static func take(_ state: inout State) -> Piece? {
        guard let index = state.batches.firstIndex(where: { $0.takenCount < $0.files.count }) else { return nil }
        let batch = state.batches[index]
        let size = max(1, min(batch.files.count / pieceCount, pieceLimit))
        let end = min(batch.takenCount + size, batch.files.count)
        state.batches[index].takenCount = end
        return Piece(
            batchNumber: state.firstNumber + index, start: batch.takenCount, files: batch.files[batch.takenCount..<end])
    }

    private func read(_ piece: Piece, slot: Int) {
        let outcomes = piece.files.map { file -> SongReader.Outcome? in
            guard !control.isCancelled else { return nil }
            let path = file.path
            notes?.begin(path, slot: slot)
            return SongReader.read(path, name: file.name)
        }
        notes?.end(slot: slot)
        state.withLock { state in
            let index = piece.batchNumber - state.firstNumber
            state.batches[index].outcomes.replaceSubrange(piece.start..<piece.start + outcomes.count, with: outcomes)
            state.batches[index].doneCount += outcomes.count
        }
    }
}
