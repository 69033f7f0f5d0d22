import Synchronization

/// Ends the reading of media from another thread, once and for good.
///
/// Whoever opens media keeps the token; the demuxer, the byte source and the reader ask it. Any thread may call any method.
package final class CancellationToken: Sendable {
    private let flag = Atomic<Bool>(false)
    /// Whether the order that is heeded was cancelled.
    private let interruption = Atomic<Bool>(false)
    private let handlers = Mutex(Handlers())

    private struct Handlers {
        var last = 0
        var waiting: [Int: @Sendable () -> Void] = [:]
        /// Run when the order that is heeded is cancelled.
        var interrupted: [Int: @Sendable () -> Void] = [:]
        var order: CancellationToken?
        /// What the order knows this token by.
        var numberInOrder: Int?
    }

    /// A token that is not cancelled.
    package init() {}

    /// An order may outlive thousands of tokens that heeded it.
    deinit {
        let (order, number) = handlers.withLock { ($0.order, $0.numberInOrder) }
        order?.forget(number)
    }

    /// How many are told when it is cancelled.
    var handlerCount: Int { handlers.withLock { $0.waiting.count } }

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

    /// Takes back what ``register(_:)`` or ``registerInterruption(_:)`` took.
    package func forget(_ number: Int?) {
        guard let number else { return }
        handlers.withLock { handlers in
            handlers.waiting[number] = nil
            handlers.interrupted[number] = nil
        }
    }
}

// MARK: - Ended for now

extension CancellationToken {
    /// Whether what is being read is to end: for good, or because the order that it is for was cancelled. Two relaxed loads.
    package var isInterrupted: Bool { isCancelled || interruption.load(ordering: .relaxed) }

    /// From now on reads serve `order`: once that is cancelled they fail with ``MediaError/Code/cancelled``, until another order, or
    /// none, takes its place. One thread at a time, the one that reads.
    package func heed(_ order: CancellationToken?) {
        let (old, number) = handlers.withLock { handlers in
            defer { (handlers.order, handlers.numberInOrder) = (order, nil) }
            // Under the lock, so that an order that is cancelled late interrupts nothing of the next one.
            interruption.store(false, ordering: .relaxed)
            return (handlers.order, handlers.numberInOrder)
        }
        old?.forget(number)
        guard let order else { return }
        let new = order.register { [weak self, weak order] in self?.interrupt(for: order) }
        handlers.withLock { $0.numberInOrder = new }
    }

    /// Runs `handler` whenever the order that is heeded is cancelled: it has whoever waits look at ``isInterrupted`` again.
    package func registerInterruption(_ handler: @escaping @Sendable () -> Void) -> Int {
        handlers.withLock { handlers in
            handlers.last += 1
            handlers.interrupted[handlers.last] = handler
            return handlers.last
        }
    }

    private func interrupt(for order: CancellationToken?) {
        let waiting = handlers.withLock { handlers -> [@Sendable () -> Void] in
            guard let order, handlers.order === order else { return [] }
            interruption.store(true, ordering: .relaxed)
            return Array(handlers.interrupted.values)
        }
        for handler in waiting { handler() }
    }
}
