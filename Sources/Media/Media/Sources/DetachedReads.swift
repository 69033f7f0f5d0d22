import Glibc
import MediaTypes
import Synchronization
import SystemSupport

/// Reads, on a thread of its own, a file whose disk may hang, so that the caller can stop waiting. Nothing can end a read from
/// a network mount whose server is gone.
///
/// The thread alone owns the file, because on some file systems closing it may hang too. One caller at a time. A read that
/// hangs keeps its thread until the disk answers; otherwise the thread ends with this object.
final class DetachedReads: Sendable {
    /// The result of a request: bytes, a size, or the system's error number.
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
    ///   - file: the caller must not keep it, or the caller might have to close it.
    ///   - name: the file's name, for the error if a read is cancelled.
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

    /// Runs `work` with the file on this object's thread, and waits for its result.
    /// - Throws: ``MediaError/Code/cancelled`` once the token is cancelled.
    func wait(for work: @escaping @Sendable (OpenFile) -> Outcome) throws(MediaError) -> Outcome {
        if !cancellation.isCancelled { shared.ask(work) }
        while !cancellation.isCancelled {
            shared.answers.wait()
            if let outcome = shared.takeOutcome() { return outcome }
        }
        throw .cancelled(name)
    }
}

/// The state that the two threads share.
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

    /// The thread's main loop. When it returns, the thread closes the file.
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

/// A POSIX semaphore. Any thread may use it.
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
