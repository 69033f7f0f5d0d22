import NIOCore

/// What clients asked about the graph before anything was known of it: a daemon that its first client has started answers before the
/// sound server has told what is there. Confined to the control thread.
///
/// The graph is awaited once, at the start. What is known later may be nothing, if the sound server is away: then that is the answer.
struct GraphAwaiting {
    /// How long a request waits at most, for a sound server that neither answers nor refuses.
    static let patience = TimeAmount.seconds(2)

    /// Whether the graph was known once, or it was known that there is none: nothing waits any more.
    private(set) var isOver = false
    private var waiting: [(origin: Origin, body: () -> Void)] = []

    /// Keeps `body` until the graph is known. Returns whether it is the first to wait.
    mutating func wait(_ origin: Origin, _ body: @escaping () -> Void) -> Bool {
        waiting.append((origin, body))
        return waiting.count == 1
    }

    /// Notes that the graph is known, or that there is none. Returns what has waited for that, in its order.
    mutating func end() -> [() -> Void] {
        isOver = true
        defer { waiting = [] }
        return waiting.map(\.body)
    }

    /// Forgets what a client has waited for.
    mutating func clientLeft(_ origin: Origin) { waiting.removeAll { $0.origin == origin } }
}

extension Application {
    /// Calls `body` once it is known what the sound server has, or that none answers: usually at once, for the first two seconds of a
    /// daemon perhaps later. It is not called if the client leaves before.
    package func whenGraphIsKnown(for origin: Origin, _ body: @escaping () -> Void) {
        guard !graphAwaiting.isOver else { return body() }
        guard graphAwaiting.wait(origin, body) else { return }
        _ = eventLoop.assumeIsolated().scheduleTask(in: GraphAwaiting.patience) { [weak self] in self?.endAwaitingGraph() }
    }

    /// Lets what has waited for the graph go on.
    func endAwaitingGraph() {
        guard !graphAwaiting.isOver else { return }
        for body in graphAwaiting.end() { body() }
    }
}
