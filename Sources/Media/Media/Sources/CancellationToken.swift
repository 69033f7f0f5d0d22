import MediaTypes
import Synchronization

/// Ends the reading of media from another thread, for good.
///
/// The code that opens media keeps the token; the demuxer, the byte source and the reader check it. Any thread may call any
/// method.
package final class CancellationToken: WorkStop {
    private let flag = Atomic<Bool>(false)
    /// Whether the current order (see ``heed(_:)``) was cancelled.
    private let interruption = Atomic<Bool>(false)
    private let handlers = Mutex(Handlers())

    private struct Handlers {
        var last = 0
        var waiting: [Int: @Sendable () -> Void] = [:]
        /// Handlers to run when the current order is cancelled.
        var interrupted: [Int: @Sendable () -> Void] = [:]
        var order: CancellationToken?
        /// The number under which this token is registered with the order.
        var numberInOrder: Int?
    }

    /// A token that is not cancelled.
    package init() {}

    /// Unregisters from the order, which may outlive thousands of tokens that heeded it.
    deinit {
        let (order, number) = handlers.withLock { ($0.order, $0.numberInOrder) }
        order?.forget(number)
    }

    /// The number of handlers to run on cancellation.
    var handlerCount: Int { handlers.withLock { $0.waiting.count } }

    /// Whether ``cancel()`` was called. One relaxed load: cheap enough for every packet.
    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Cancels: wakes waiting reads through their handlers, and makes further reads fail with ``MediaError/Code/cancelled``.
    package func cancel() {
        let waiting = handlers.withLock { handlers in
            flag.store(true, ordering: .sequentiallyConsistent)
            defer { handlers.waiting = [:] }
            return handlers.waiting.values
        }
        for handler in waiting { handler() }
    }

    /// Runs `handler` on the cancelling thread when the token is cancelled, or at once if it already is.
    ///
    /// A source that blocks registers a handler that wakes it. Handlers are kept until cancellation, so they should hold their
    /// object weakly. A source that may end long before the token does gives the returned number to ``forget(_:)``.
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

    /// Removes the handler that ``register(_:)`` or ``registerInterruption(_:)`` registered as `number`.
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
    /// Whether the current reading should end: for good, or because its order was cancelled. Two relaxed loads.
    package var isInterrupted: Bool { isCancelled || interruption.load(ordering: .relaxed) }

    /// Makes reads serve `order`, the token of one request such as a seek, from now on. Once it is cancelled they fail with
    /// ``MediaError/Code/cancelled``, until this method sets another order or `nil`. Only the reading thread may call it.
    package func heed(_ order: CancellationToken?) {
        let (old, number) = handlers.withLock { handlers in
            defer { (handlers.order, handlers.numberInOrder) = (order, nil) }
            // Under the lock, so that a late cancellation of the old order does not interrupt the next one.
            interruption.store(false, ordering: .relaxed)
            return (handlers.order, handlers.numberInOrder)
        }
        old?.forget(number)
        guard let order else { return }
        let new = order.register { [weak self, weak order] in self?.interrupt(for: order) }
        handlers.withLock { $0.numberInOrder = new }
    }

    /// Runs `handler` whenever the current order is cancelled, so that a waiting thread checks ``isInterrupted`` again.
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
