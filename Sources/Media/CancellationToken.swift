import Synchronization

/// Ends the reading of media from another thread, once and for good.
///
/// Whoever opens media keeps the token; the demuxer, the byte source and the reader ask it. Any thread may call any method.
package final class CancellationToken: Sendable {
    private let flag = Atomic<Bool>(false)
    private let handlers = Mutex<[@Sendable () -> Void]>([])

    /// A token that is not cancelled.
    package init() {}

    /// Whether ``cancel()`` was called. One relaxed load: cheap enough for every packet.
    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Cancels. Reads that wait are woken by their handlers, reads to come fail with ``MediaError/Code/cancelled``.
    package func cancel() {
        let waiting = handlers.withLock { handlers in
            flag.store(true, ordering: .sequentiallyConsistent)
            defer { handlers = [] }
            return handlers
        }
        for handler in waiting { handler() }
    }

    /// Runs `handler` on the cancelling thread when the token is cancelled; at once where it already is.
    ///
    /// A source that blocks registers here what wakes it. Handlers are kept until then, so they should hold their object weakly.
    package func onCancel(_ handler: @escaping @Sendable () -> Void) {
        let isTooLate = handlers.withLock { handlers in
            guard !isCancelled else { return true }
            handlers.append(handler)
            return false
        }
        if isTooLate { handler() }
    }
}
