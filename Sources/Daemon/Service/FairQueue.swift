import ControlServer

/// Work of clients that waits for its turn: a client's own in the order it came, the clients one after the other. Only so
/// much is under way at once, of all clients and of each, so that what hangs for one holds up no other.
struct FairQueue<Work> {
    /// How much there may be.
    struct Limits: Hashable, Sendable {
        /// Under way, of all clients.
        var running: Int
        /// Under way, of one client.
        var runningPerClient: Int
        /// Waiting, of one client.
        var waitingPerClient: Int
    }

    private struct Line {
        var waiting: [Work] = []
        var running = 0
    }

    private let limits: Limits
    private var lines: [ClientID: Line] = [:]
    /// The clients of whom more may begin, the next one first.
    private var turns: [ClientID] = []
    private var running = 0

    init(_ limits: Limits) { self.limits = limits }

    /// Takes work in; `false` where too much of that client waits.
    mutating func add(_ work: Work, of client: ClientID) -> Bool {
        guard lines[client]?.waiting.count ?? 0 < limits.waitingPerClient else { return false }
        change(client, hasTurn: hasTurn(client)) { $0.waiting.append(work) }
        return true
    }

    /// Gives out what is to begin now; `nil` where nothing is. Each is followed by one ``end(_:)``.
    mutating func begin() -> (client: ClientID, work: Work)? {
        guard running < limits.running, let client = turns.first, let work = lines[client]?.waiting.first else { return nil }
        turns.removeFirst()
        running += 1
        change(client, hasTurn: false) { line in
            line.waiting.removeFirst()
            line.running += 1
        }
        return (client, work)
    }

    /// Something of that client that had begun is over.
    mutating func end(_ client: ClientID) {
        running -= 1
        change(client, hasTurn: hasTurn(client)) { $0.running -= 1 }
    }

    /// Forgets what waits of that client.
    mutating func drop(_ client: ClientID) {
        turns.removeAll { $0 == client }
        change(client, hasTurn: false) { $0.waiting = [] }
    }

    private func hasTurn(_ client: ClientID) -> Bool {
        guard let line = lines[client] else { return false }
        return !line.waiting.isEmpty && line.running < limits.runningPerClient
    }

    /// Changes a client's line; gives the client a turn where it now should have one, and `hasTurn` says that it has not.
    private mutating func change(_ client: ClientID, hasTurn had: Bool, _ body: (inout Line) -> Void) {
        body(&lines[client, default: Line()])
        if !had, hasTurn(client) { turns.append(client) }
        if let line = lines[client], line.waiting.isEmpty, line.running == 0 { lines[client] = nil }
    }
}
