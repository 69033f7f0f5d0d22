import MediaTypes
import Synchronization
import SystemSupport

/// The bytes of open files that are read ahead into memory, within one budget for all of them. Any thread.
///
/// The readers take bytes out of it; the threads of the files (``HeldFile``) bring them. No lock is held while a disk is waited for.
package final class ReadAhead: Sendable {
    /// What a reader finds.
    enum Found: Hashable {
        case bytes(Int)
        case end
        /// The system's error number.
        case failed(Int32)
        /// Nothing yet: the thread brings it.
        case nothing
    }

    /// A piece that is in memory, up to the end of `filled`.
    struct Held {
        var bytes: HeldBytes
        var filled: Range<Int64>
    }

    struct File {
        var state: FileState
        var orders: Monitor<Bool>
        var pieces: [Int: Held] = [:]
        /// Where the reader waits for bytes.
        var demand: Int64?
        /// What became of the last demand, if it gave no bytes.
        var outcome: (offset: Int64, found: Found)?
        /// Whether the thread is to ask the file system for the state.
        var wantsLook = false
        /// Whether the thread rests until it is woken.
        var isResting = false
        /// Whether the memory was given back, because nobody read.
        var isIdle = false
        /// Whether only what is asked for is read, and not its piece from the beginning: the file was changed while it was open, or
        /// the disk fails.
        var isReadPlainly = false
    }

    struct State {
        var plan: ReadAheadPlan
        var isOff: Bool
        /// How many reads there were, of all files: as long as one plays, the next one is held too.
        var reads = 0
        var files: [Int: File] = [:]
    }

    let state: Mutex<State>

    /// - Parameter bytes: how much is held at most, in bytes; with 0 nothing is read ahead.
    package init(bytes: Int) { state = Mutex(State(plan: ReadAheadPlan(bytes: bytes), isOff: bytes == 0)) }

    /// Sets how much is held at most, in bytes. Files that are open keep what they have until others need the room; 0 counts from
    /// the next file on.
    package func setBudget(bytes: Int) {
        state.withLock { state in
            state.isOff = bytes == 0
            state.plan.setBudget(bytes: bytes)
        }
    }

    /// Whether files are read ahead.
    package var isOn: Bool { state.withLock { !$0.isOff } }

    /// Whether a file is open that is read ahead.
    package var hasFiles: Bool { state.withLock { !$0.files.isEmpty } }

    /// How much memory is held, in bytes.
    package var heldBytes: Int {
        state.withLock { $0.files.values.reduce(0) { $0 + $1.pieces.count } } * Int(ReadAheadPlan.pieceSize)
    }
}

// MARK: - For readers

extension ReadAhead {
    /// Takes in an open file, whose thread `orders` wakes, and returns its number.
    func open(_ file: FileState, orders: Monitor<Bool>) -> Int {
        state.withLock { state in
            let number = state.plan.open(size: file.size)
            state.files[number] = File(state: file, orders: orders)
            return number
        }
    }

    /// Gives the memory of a file back, and ends its thread.
    func close(_ number: Int) {
        let file = state.withLock { state in
            state.plan.close(number)
            return state.files.removeValue(forKey: number)
        }
        file?.orders.withLock { $0 = true }
    }

    /// Has a file read ahead that was opened just now.
    func begin(_ number: Int) {
        state.withLock { state in
            // Whoever opened it has looked at its end last, and sound begins at its beginning.
            _ = state.plan.move(number, to: 0)
            if state.files[number]?.isReadPlainly == false { state.plan.want(number, true) }
        }
        wakeThreads()
    }

    /// The file as it was when its thread last looked.
    func known(_ number: Int) -> FileState? { state.withLock { $0.files[number]?.state } }

    /// Has the file's thread look at the file; returns whether it was not asked already.
    func askToLook(_ number: Int) -> Bool {
        let isNew = state.withLock { state in
            defer { state.files[number]?.wantsLook = true }
            return state.files[number]?.wantsLook == false
        }
        if isNew { wakeThreads() }
        return isNew
    }

    /// Whether the thread has not looked since it was asked.
    func isLooking(_ number: Int) -> Bool { state.withLock { $0.files[number]?.wantsLook ?? false } }

    /// Copies bytes of the file from `offset` on. Those that are not there are asked for.
    func take(_ number: Int, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Found {
        let (found, isNews) = state.withLock { state -> (Found, Bool) in
            guard let file = state.files[number] else { return (.end, false) }
            state.reads += 1
            state.files[number]?.outcome = nil
            state.files[number]?.demand = nil
            var isNews = state.plan.move(number, to: offset)
            if file.isIdle {
                state.files[number]?.isIdle = false
                state.plan.want(number, !file.isReadPlainly)
                isNews = true
            }
            if let piece = file.pieces[ReadAheadPlan.index(of: offset)], piece.filled.contains(offset) {
                return (.bytes(unsafe piece.bytes.copy(offset..<piece.filled.upperBound, into: buffer)), isNews)
            }
            if let outcome = file.outcome, outcome.offset == offset { return (outcome.found, isNews) }
            state.files[number]?.demand = offset
            return (.nothing, true)
        }
        if isNews { wakeThreads() }
        return found
    }

    /// Wakes the threads that rest and have work now.
    private func wakeThreads() {
        let orders = state.withLock { state -> [Monitor<Bool>] in
            state.files.keys.compactMap { number in
                guard let file = state.files[number], file.isResting else { return nil }
                guard file.demand != nil || file.wantsLook || state.plan.hasWork(number) else { return nil }
                state.files[number]?.isResting = false
                return file.orders
            }
        }
        for order in orders { order.withLock { $0 = true } }
    }
}
