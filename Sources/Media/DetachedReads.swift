import Glibc
import Synchronization
import SystemSupport

/// Has a thread of its own wait for a disk that may hang, so that whoever wants the bytes need not wait for longer than it wants
/// them: nobody can end a read of a network mount whose server is gone.
///
/// The file is this thread's alone: closing it asks some file systems too, and may hang as well. One caller at a time. What hangs goes on hanging, with its thread, until the disk answers; the thread ends with the object
/// otherwise.
final class DetachedReads: Sendable {
    /// What was waited for: bytes, a size, or the system's number for why there is neither.
    enum Outcome: Sendable {
        case bytes([UInt8])
        case size(Int64)
        case failed(Int32)
    }

    private let shared = Shared()
    private let name: String
    private let cancellation: CancellationToken
    private let handler: Int?

    /// Starts the thread.
    /// - Parameters:
    ///   - file: nobody else is to keep it, who would have to close it then.
    ///   - name: the file, for the error where a read is cancelled.
    init(_ file: OpenFile, name: String, cancellation: CancellationToken) throws(MediaError) {
        self.name = name
        self.cancellation = cancellation
        let shared = shared
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-disk") { shared.run(on: file) }
        } catch {
            throw MediaError(error)
        }
        handler = cancellation.register { [weak shared] in shared?.answers.signal() }
    }

    deinit {
        cancellation.forget(handler)
        shared.end()
    }

    /// Waits for `work`, which its own thread does with the file.
    /// - Throws: ``MediaError/Code/cancelled``, and from then on always.
    func wait(for work: @escaping @Sendable (OpenFile) -> Outcome) throws(MediaError) -> Outcome {
        if !cancellation.isCancelled { shared.ask(work) }
        while !cancellation.isCancelled {
            shared.answers.wait()
            if let outcome = shared.takeOutcome() { return outcome }
        }
        throw .cancelled(name)
    }
}

/// What the two threads share.
private final class Shared: Sendable {
    private struct State {
        var work: (@Sendable (OpenFile) -> DetachedReads.Outcome)?
        var outcome: DetachedReads.Outcome?
        var isOver = false
    }

    private let state = Mutex(State())
    private let orders = Semaphore()
    let answers = Semaphore()

    func ask(_ work: @escaping @Sendable (OpenFile) -> DetachedReads.Outcome) {
        state.withLock { $0.work = work }
        orders.signal()
    }

    func takeOutcome() -> DetachedReads.Outcome? {
        state.withLock { state in
            defer { state.outcome = nil }
            return state.outcome
        }
    }

    func end() {
        state.withLock { $0.isOver = true }
        orders.signal()
    }

    /// The thread's work. The file is closed behind it.
    func run(on file: OpenFile) {
        while true {
            orders.wait()
            let (work, isOver) = state.withLock { state in
                defer { state.work = nil }
                return (state.work, state.isOver)
            }
            if isOver { return }
            guard let work else { continue }
            let outcome = work(file)
            state.withLock { $0.outcome = outcome }
            answers.signal()
        }
    }
}

/// POSIX's semaphore. Any thread.
@safe private final class Semaphore: @unchecked Sendable {
    private let pointer: UnsafeMutablePointer<sem_t>

    init() {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: sem_t())
        unsafe sem_init(pointer, 0, 0)
    }

    deinit {
        unsafe sem_destroy(pointer)
        unsafe pointer.deallocate()
    }

    func signal() { unsafe sem_post(pointer) }

    func wait() { while unsafe sem_wait(pointer) != 0 {} }
}
