import NIOCore

/// Ends a daemon that nobody has used for a time. Confined to the control thread.
///
/// Each part that learns of a change calls ``look()``. The time then begins anew, if the daemon is idle by then. While a
/// daemon is in use, no timer runs; while it is idle, one timer waits for the end.
final class IdleExit {
    private let eventLoop: any EventLoop
    private let isIdle: () -> Bool
    private let nextLook: () -> TimeAmount?
    private let end: () -> Void
    private var pending: Scheduled<Void>?

    /// After how many seconds the daemon ends; 0 for never. A change starts the time anew.
    var seconds: Double {
        didSet {
            if seconds != oldValue { look() }
        }
    }

    /// Makes the timer, which runs from the first ``look()`` on.
    /// - Parameters:
    ///   - isIdle: whether nobody uses the daemon.
    ///   - nextLook: in how long it may be idle although nobody reports that; `nil` for never.
    ///   - end: ends the daemon; called once.
    init(
        seconds: Double, eventLoop: any EventLoop, isIdle: @escaping () -> Bool,
        nextLook: @escaping () -> TimeAmount? = { nil }, end: @escaping () -> Void
    ) {
        self.seconds = seconds
        self.eventLoop = eventLoop
        self.isIdle = isIdle
        self.nextLook = nextLook
        self.end = end
    }

    /// Starts the time anew, or stops it if the daemon is in use.
    func look() {
        pending?.cancel()
        pending = nil
        guard seconds > 0 else { return }
        guard isIdle() else {
            pending = nextLook().map { delay in
                eventLoop.assumeIsolated().scheduleTask(in: delay) { [weak self] in self?.look() }
            }
            return
        }
        pending = eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(Int64(seconds * 1e9))) { [weak self] in
            guard let self else { return }
            pending = nil
            // A client may have come meanwhile, or a change that nobody reported. The next report looks again.
            if isIdle() { end() }
        }
    }
}
