/// The ports of sources that recordings name. Each is borrowed while it is recorded. Of one source, one port is recorded at a time.
struct RecordedPorts: Hashable, Sendable {
    /// A port that is recorded.
    private struct Hold: Hashable {
        let choice: PortChoice
        let port: String
        var loan = BorrowedPort()
        /// Whether a newer choice of somebody else holds.
        var isOver = false
    }

    /// By the uids of the sources.
    private var holds: [String: Hold] = [:]

    /// Returns the port of the source `node` that is recorded; `nil` if none is, or somebody has chosen another since.
    func port(of node: String) -> String? { holds[node].flatMap { $0.isOver ? nil : $0.port } }

    /// Has the port of `choice` be borrowed, unless another port of the source is.
    /// - Parameters:
    ///   - chosen: the loan of what a client has chosen. If it is of the same source, the recording takes it over.
    ///   - now: the ports of the source; `nil` if it is not there.
    mutating func hold(_ choice: PortChoice, after chosen: inout BorrowedPort, in now: CardPorts?) {
        guard let port = choice.port, self.port(of: choice.node) == nil else { return }
        holds[choice.node] = Hold(choice: choice, port: port, loan: chosen.handOver(to: choice, port, in: now))
    }

    /// Follows the ports. Returns what is to be done, by the source, in the order of the names.
    /// - Parameters:
    ///   - ports: the ports of a source; `nil` if it is not there.
    ///   - heard: the source that the input comes from.
    mutating func follow(
        _ ports: (String) -> CardPorts?, heard: String?
    ) -> [(node: String, port: String, step: BorrowedPort.Step)] {
        var steps: [(node: String, port: String, step: BorrowedPort.Step)] = []
        for (node, hold) in holds.sorted(by: { $0.key < $1.key }) where !hold.isOver {
            var hold = hold
            let step = hold.loan.follow(hold.choice, hold.port, in: ports(node), isHeard: node == heard)
            hold.isOver = step == .taken
            holds[node] = hold
            if let step { steps.append((node, hold.port, step)) }
        }
        return steps
    }

    /// Ends the loan of a source's port without giving it back, because a client has chosen another. Returns the loan.
    mutating func yield(_ node: String) -> BorrowedPort {
        guard var hold = holds[node] else { return BorrowedPort() }
        defer { holds[node] = hold }
        defer { (hold.loan, hold.isOver) = (BorrowedPort(), true) }
        return hold.loan
    }

    /// Forgets the ports that are recorded no more: all but those with these uids. Returns their loans, by the sources.
    mutating func keep(_ uids: Set<String>) -> [(node: String, loan: BorrowedPort)] {
        let ended = holds.filter { !uids.contains($0.value.choice.uid) }.sorted { $0.key < $1.key }
        for (node, _) in ended { holds[node] = nil }
        return ended.compactMap { $0.value.isOver ? nil : ($0.key, $0.value.loan) }
    }
}
