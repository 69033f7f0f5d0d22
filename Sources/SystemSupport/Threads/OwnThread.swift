import CLinux
package import Glibc

/// A thread beside Swift's pool, for work that waits.
package enum OwnThread {
    /// Why there is none: the system gives no more.
    package struct Failure: Error, Sendable, CustomStringConvertible {
        let name: String
        /// The system's number for the reason.
        package let number: CInt

        /// A sentence that names the thread.
        package var description: String { "no thread can be made for \(name): the limit of threads is reached" }
    }

    /// Runs `body` on a new thread, which nobody waits for; `name` (at most 15 bytes) is what `top` and debuggers show. Where that
    /// throws, `body` is let go of.
    package static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(Failure) {
        pthread_detach(try startJoinable(name: name, body))
    }

    /// The same on a thread that somebody has to join.
    package static func startJoinable(name: String, _ body: @escaping @Sendable () -> Void) throws(Failure) -> pthread_t {
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
            throw Failure(name: name, number: result)
        }
        return thread
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
