import Desktop

/// Decides which of the servers in the network is ours, and at which of its addresses. A value: what is found goes in, actions come out.
///
/// A server is its machine: people give the same name to all offers, and Avahi numbers them by the order of their start. Once chosen, it stays
/// ours, and so does its address as long as the network knows it. So nothing moves because something else comes.
struct ServerChoice: Hashable {
    /// An action for the one who asks.
    enum Action: Hashable {
        /// The server is on this host from now on; `nil` if there is none any more.
        case lead(to: String?)
        /// Tell a person that this one was chosen, or has another address now, and which other ones are there.
        case tell(server: String, address: String, others: [String])
        /// Tell a person that no server is there, or only these, which are not meant.
        case tellNone(others: [String])
        /// Ask again, with ``look(at:)``, after so many nanoseconds.
        case lookAgain(after: Int64)
    }

    /// How long a server may be gone before another one takes its place, in nanoseconds: longer than it takes to start one anew.
    private static let patience: Int64 = 30_000_000_000
    /// How long an address is used at least, in nanoseconds. Anybody in the network can announce new ones without end.
    private static let pause: Int64 = 5_000_000_000

    /// The name of the machine that is meant, without `.local`; empty for any.
    private var wanted = ""
    /// The servers that are there, by name; `nil` before the network has told.
    private var servers: [FoundServer]?
    /// What is chosen.
    private(set) var server: String?
    private(set) var address: String?
    /// Since when it is gone, and when it got its address (CLOCK_MONOTONIC, nanoseconds).
    private var goneSince: Int64?
    private var changedAt: Int64?
    /// Whether a person was told that there is none, and that there are others.
    private var (hasToldNone, hasToldOthers) = (false, false)

    /// Takes over the name of the machine that is meant, with or without `.local`; empty for any.
    mutating func want(_ machine: String, at now: Int64) -> [Action] {
        let name = Self.short(machine.lowercased())
        guard name != wanted else { return [] }
        wanted = name
        (hasToldNone, hasToldOthers) = (false, false)
        guard let server else { return look(at: now) }
        guard !fits(server) else { return [] }
        self.server = nil
        address = nil
        goneSince = nil
        changedAt = nil
        return [.lead(to: nil)] + look(at: now)
    }

    /// Takes in which servers are there now.
    mutating func take(_ servers: [FoundServer], at now: Int64) -> [Action] {
        self.servers = servers.sorted { $0.name < $1.name }
        return look(at: now)
    }

    /// Decides anew.
    mutating func look(at now: Int64) -> [Action] {
        guard let servers else { return [] }
        if let ours = servers.first(where: { $0.name == server }) {
            goneSince = nil
            return use(ours, at: now)
        }
        if server != nil {
            let since = goneSince ?? now
            goneSince = since
            let left = since + Self.patience - now
            if left > 0, servers.contains(where: { fits($0.name) }) { return [.lookAgain(after: left)] }
        }
        if let first = servers.first(where: { fits($0.name) }) { return use(first, at: now) }
        // Once for each: anybody in the network can announce others without end.
        guard server == nil, !hasToldNone || (!hasToldOthers && !servers.isEmpty) else { return [] }
        hasToldNone = true
        hasToldOthers = !servers.isEmpty
        return [.tellNone(others: servers.map(\.name))]
    }

    private mutating func use(_ chosen: FoundServer, at now: Int64) -> [Action] {
        let isOld = chosen.name == server
        if isOld, let address, chosen.addresses.contains(address) { return [] }
        guard let best = chosen.addresses.first else { return [] }
        if let changedAt, now < changedAt + Self.pause { return [.lookAgain(after: changedAt + Self.pause - now)] }
        let hasMoved = address != best
        server = chosen.name
        address = best
        goneSince = nil
        changedAt = now
        let others = (servers ?? []).map(\.name).filter { $0 != chosen.name }
        return [.tell(server: chosen.name, address: best, others: others)] + (hasMoved ? [.lead(to: best)] : [])
    }

    private func fits(_ name: String) -> Bool { wanted.isEmpty || Self.short(name) == wanted }

    private static func short(_ name: String) -> String { name.hasSuffix(".local") ? String(name.dropLast(6)) : name }
}
