import Synchronization

/// Ends the reading of media from another thread, once and for good.
///
/// Whoever opens media keeps the token; the demuxer, the byte source and the reader ask it. Any thread may call any method.
package final class CancellationToken: Sendable {
    private let flag = Atomic<Bool>(false)
    private let handlers = Mutex(Handlers())

    private struct Handlers {
        var last = 0
        var waiting: [Int: @Sendable () -> Void] = [:]
    }

    /// A token that is not cancelled.
    package init() {}

    /// Whether ``cancel()`` was called. One relaxed load: cheap enough for every packet.
    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Cancels. Reads that wait are woken by their handlers, reads to come fail with ``MediaError/Code/cancelled``.
    package func cancel() {
        let waiting = handlers.withLock { handlers in
            flag.store(true, ordering: .sequentiallyConsistent)
            defer { handlers.waiting = [:] }
            return handlers.waiting.values
        }
        for handler in waiting { handler() }
    }

    /// Runs `handler` on the cancelling thread when the token is cancelled; at once where it already is.
    ///
    /// A source that blocks registers here what wakes it. Handlers are kept until then, so they should hold their object weakly;
    /// a source that may end long before the token does gives the number to ``forget(_:)``.
    @discardableResult package func register(_ handler: @escaping @Sendable () -> Void) -> Int? {
        let number = handlers.withLock { handlers -> Int? in
            guard !isCancelled else { return nil }
            handlers.last += 1
            handlers.waiting[handlers.last] = handler
            return handlers.last
        }
        if number == nil { handler() }
        return number
    }

    /// Takes back what ``register(_:)`` took.
    package func forget(_ number: Int?) {
        guard let number else { return }
        handlers.withLock { $0.waiting[number] = nil }
    }
}
