// `pthread_t` is seen through either module.
package import CLinux
import Glibc

/// Threads outside Swift's concurrency pool, for work that may block.
package enum OwnThread {
    /// The error if no thread can be made: the system allows no more.
    package struct Failure: Error, Sendable, CustomStringConvertible {
        let name: String
        /// The system's `errno` value.
        package let number: CInt

        /// A sentence that names the thread.
        package var description: String { "no thread can be made for \(name): the limit of threads is reached" }
    }

    /// Runs `body` on a new thread that nobody joins. `name` (at most 15 bytes) is what `top` and debuggers show. If this
    /// throws, `body` is released and never runs.
    package static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(Failure) {
        pthread_detach(try startJoinable(name: name, body))
    }

    /// Does the same as ``start(name:_:)``, on a thread that the caller has to join.
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

/// The name and the body that a new thread gets.
private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}
