import CRealtime
import Glibc

/// A thread beside Swift's pool, for work that waits.
package enum OwnThread {
    /// Runs `body` on a new thread; `name` (at most 15 bytes) is what `top` and debuggers show.
    /// - Throws: ``MediaError/Code/limitExceeded`` where the system gives no thread; `body` is let go of then.
    package static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(MediaError) {
        let start = unsafe Unmanaged.passRetained(ThreadStart(name: name, body: body))
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                let start = unsafe Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
                unsafe fermata_name_thread(start.name)
                start.body()
                return nil
            }, start.toOpaque())
        guard result == 0 else {
            unsafe start.release()
            throw MediaError(
                .limitExceeded, "no thread can be made for \(name): the limit of threads is reached", systemError: result)
        }
        pthread_detach(thread)
    }
}

/// What a new thread is given.
private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}
