import CPipeWire
import Glibc

/// Owns a loop and the thread that runs it. The loop's objects are used only in that thread, or in another one under the
/// loop's lock.
@safe struct ThreadLoop: ~Copyable {
    private let pointer: OpaquePointer
    /// The loop itself, to add sources to.
    let loop: UnsafeMutablePointer<pw_loop>

    /// Makes a loop that does not run yet; `name` is the name of its thread.
    init(name: String) throws(OutputError) {
        guard let made = unsafe pw_thread_loop_new(name, nil), let inner = unsafe pw_thread_loop_get_loop(made) else {
            throw OutputError(.library, "the PipeWire loop could not be made", errno: errno)
        }
        unsafe pointer = made
        unsafe loop = inner
    }

    deinit {
        unsafe pw_thread_loop_stop(pointer)
        unsafe pw_thread_loop_destroy(pointer)
    }

    /// Starts the thread.
    func start() throws(OutputError) {
        let result = unsafe pw_thread_loop_start(pointer)
        if result < 0 { throw OutputError(.library, "the PipeWire thread could not be started", errno: -result) }
    }

    /// Ends the thread and waits for it. Must not be called in the thread itself, nor under the lock.
    func stop() { unsafe pw_thread_loop_stop(pointer) }

    /// Waits for ``signal()``, for a second at most. Only under the lock: the call gives the lock up, so that the thread
    /// can run, and takes it again before it returns.
    func waitForSignal() { unsafe pw_thread_loop_timed_wait(pointer, 1) }

    /// Ends ``waitForSignal()``. In the loop's thread.
    func signal() { unsafe pw_thread_loop_signal(pointer, false) }

    /// Runs `body` while the thread dispatches nothing. The lock is recursive, and the thread's own callbacks already
    /// hold it.
    func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        unsafe pw_thread_loop_lock(pointer)
        defer { unsafe pw_thread_loop_unlock(pointer) }
        return try body()
    }
}
