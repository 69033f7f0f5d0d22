/// A queue of work for clients. The work of one client begins in the order in which it came; the clients take turns. The work
/// under way is limited, for all clients and for each, so work that hangs for one client delays no other.
struct FairQueue<Work> {
    /// The limits of a queue.
    struct Limits: Hashable, Sendable {
        /// The most work under way for all clients.
        var running: Int
        /// The most work under way for one client.
        var runningPerClient: Int
        /// The most work that waits for one client.
        var waitingPerClient: Int
    }

    private struct Line {
        var waiting: [Work] = []
        var running = 0
    }

    private let limits: Limits
    private var lines: [Origin: Line] = [:]
    /// The clients for whom more work may begin, the next one first.
    private var turns: [Origin] = []
    private var running = 0

    init(_ limits: Limits) { self.limits = limits }

    /// Adds work for `client`; returns `false` if too much of that client's work is waiting.
    mutating func add(_ work: Work, of client: Origin) -> Bool {
        guard lines[client]?.waiting.count ?? 0 < limits.waitingPerClient else { return false }
        change(client, hasTurn: hasTurn(client)) { $0.waiting.append(work) }
        return true
    }

    /// Takes the work that is to begin now; `nil` if there is none. Each result needs one call of ``end(_:)``.
    mutating func begin() -> (client: Origin, work: Work)? {
        guard running < limits.running, let client = turns.first, let work = lines[client]?.waiting.first else { return nil }
        turns.removeFirst()
        running += 1
        change(client, hasTurn: false) { line in
            line.waiting.removeFirst()
            line.running += 1
        }
        return (client, work)
    }

    /// Notes that work of `client` that had begun is over.
    mutating func end(_ client: Origin) {
        running -= 1
        change(client, hasTurn: hasTurn(client)) { $0.running -= 1 }
    }

    /// Takes back work of `client` that had begun and could not be done. It begins again before the rest of that client's work, once it is
    /// the client's turn.
    mutating func putBack(_ work: Work, of client: Origin) {
        running -= 1
        change(client, hasTurn: hasTurn(client)) { line in
            line.running -= 1
            line.waiting.insert(work, at: 0)
        }
    }

    /// Forgets the waiting work of `client`.
    mutating func drop(_ client: Origin) {
        turns.removeAll { $0 == client }
        change(client, hasTurn: false) { $0.waiting = [] }
    }

    private func hasTurn(_ client: Origin) -> Bool {
        guard let line = lines[client] else { return false }
        return !line.waiting.isEmpty && line.running < limits.runningPerClient
    }

    /// Changes a client's line. Adds the client to the turns if it should have a turn now and `hasTurn` says that it had none.
    private mutating func change(_ client: Origin, hasTurn had: Bool, _ body: (inout Line) -> Void) {
        body(&lines[client, default: Line()])
        if !had, hasTurn(client) { turns.append(client) }
        if let line = lines[client], line.waiting.isEmpty, line.running == 0 { lines[client] = nil }
    }
}
