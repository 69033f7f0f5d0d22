import SystemSupport

/// Whether a server is there, and when to look for one again. This is a value: the connection reports to it what happens,
/// and asks it what to do.
struct ServerPresence {
    private var backoff = Backoff.ofServer
    /// The time of the server's first answer; `nil` while no server answers.
    private var answeredAt: SuspendingClock.Instant?
    /// Why the server is lost; `nil` once its objects are cleared away.
    private var loss: String?
    /// Whether the owner knows that there is no server.
    private var lossIsTold = false

    /// Whether the server is lost and its objects are not cleared away yet.
    var isLost: Bool { loss != nil }

    /// Notes the server's first answer.
    mutating func answer(at now: SuspendingClock.Instant) {
        answeredAt = now
        lossIsTold = false
    }

    /// Notes that the server is gone; `message` says why.
    mutating func lose(_ message: String) { loss = message }

    /// Notes that the time for the first answer is over. Returns whether the server is lost because of that.
    mutating func missAnswer() -> Bool {
        if answeredAt != nil || isLost { return false }
        lose("the PipeWire server takes the connection and does not answer")
        return true
    }

    /// Returns why the server is lost, once; `nil` if it is not.
    mutating func takeLoss(at now: SuspendingClock.Instant) -> String? {
        guard let message = loss else { return nil }
        loss = nil
        if let answeredAt { backoff.lost(after: answeredAt.duration(to: now)) }
        answeredAt = nil
        return message
    }

    /// Returns whether to tell that there is no server: once until the next answer.
    mutating func mustTellLoss() -> Bool {
        defer { lossIsTold = true }
        return !lossIsTold
    }

    /// Returns how long to wait before the next attempt to connect, in nanoseconds.
    mutating func nextWait() -> Int64 { backoff.next() }
}

extension Backoff {
    /// The back-off for objects that the sound server may take away again and again.
    static var ofServer: Backoff { Backoff(first: 100_000_000, longest: longestWaitForServer) }
    /// The longest wait of ``ofServer``, in nanoseconds.
    static var longestWaitForServer: Int64 { 5_000_000_000 }
}
