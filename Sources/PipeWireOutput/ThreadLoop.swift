import CPipeWire

/// Owns PipeWire's loop and the thread it runs on. What PipeWire calls, it calls on that thread with the lock held.
@safe final class ThreadLoop: @unchecked Sendable {
    private let threadLoop: OpaquePointer
    /// The loop itself, for timers, descriptors and the context.
    let loop: UnsafeMutablePointer<pw_loop>

    /// Makes a loop that does not run yet; `nil` where the system has no memory or descriptors left.
    init?(name: String) {
        pw_init(nil, nil)
        guard let made = unsafe pw_thread_loop_new(name, nil) else { return nil }
        guard let inner = unsafe pw_thread_loop_get_loop(made) else {
            unsafe pw_thread_loop_destroy(made)
            return nil
        }
        unsafe threadLoop = made
        unsafe loop = inner
    }

    deinit { unsafe pw_thread_loop_destroy(threadLoop) }

    /// Starts the thread.
    func start() -> Bool { unsafe pw_thread_loop_start(threadLoop) == 0 }

    /// Ends the thread and waits for it. Without the lock.
    func stop() { unsafe pw_thread_loop_stop(threadLoop) }

    /// Runs `body` while the loop thread stands still. May be nested.
    func locked<Result>(_ body: () -> Result) -> Result {
        unsafe pw_thread_loop_lock(threadLoop)
        defer { unsafe pw_thread_loop_unlock(threadLoop) }
        return body()
    }
}
