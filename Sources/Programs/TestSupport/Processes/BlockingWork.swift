import Glibc

/// Runs `work`, which may block, on a thread of its own, and returns its result once it is done.
///
/// Work that blocks must not run in a task. Swift's pool has one thread for each core; a test that blocks the last one also
/// stops the task that should end its wait.
package func onOwnThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        startOwnThread { continuation.resume(returning: work()) }
    }
}

/// Runs `work` on a thread of its own, and does not wait for it.
package func startOwnThread(_ work: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let failure = pthread_create(
        &thread, nil,
        { context in
            guard let context else { return nil }
            Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }, Unmanaged.passRetained(ThreadBody(work)).toOpaque())
    precondition(failure == 0, "no thread could be started")
    pthread_detach(thread)
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
