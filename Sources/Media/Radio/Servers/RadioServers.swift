/// The servers of the directory: which is asked next, and which has failed when. A value; times are of the monotonic clock in nanoseconds.
package struct RadioServers: Sendable {
    /// The name whose SRV records are the servers.
    package static let serviceName = "_api._tcp.radio-browser.info"
    /// Only hosts below this name are asked: what the DNS says is not signed, and the certificate of each shows that it is one of them.
    static let domain = ".radio-browser.info"
    /// The name of all servers together, for networks whose name servers know no SRV records.
    static let commonServer = "https://all.api.radio-browser.info"

    private static let second: Int64 = 1_000_000_000
    /// How long servers that were found are known.
    private static let validity = 3_600 * second
    /// How long nobody looks for servers again after the last time.
    private static let pause = 60 * second
    /// How long a server is not asked that has failed: doubled with each failure, up to the second.
    private static let (shortestRest, longestRest) = (30 * second, 1_800 * second)
    private static let serverLimit = 16

    private struct Failure: Sendable {
        var count: Int
        var restsUntil: Int64
    }

    /// The address of a server. Tests replace it.
    var address: @Sendable (ServiceRecord) -> String = { record in
        "https://\(record.host)" + (record.port == 443 ? "" : ":\(record.port)")
    }
    /// The address of all servers together. Tests replace it.
    var common = commonServer
    /// The addresses of the servers, in the order in which they are asked.
    private var servers: [String] = []
    private var lookedAt: Int64?
    private var hasFailed = false
    private var failures: [String: Failure] = [:]

    /// Makes it without servers.
    package init() {}

    /// Whether somebody should look for the servers before the next question.
    package func areToBeFound(at now: Int64) -> Bool {
        guard let lookedAt else { return true }
        let age = now - lookedAt
        return age >= Self.validity || (hasFailed || servers.isEmpty) && age >= Self.pause
    }

    /// Takes over the servers that somebody has found at a time. If there are none, those of before stay.
    package mutating func take(
        _ records: [ServiceRecord], at now: Int64, using generator: inout some RandomNumberGenerator
    ) {
        (lookedAt, hasFailed) = (now, false)
        let own = records.filter { $0.host.hasSuffix(Self.domain) }
        guard !own.isEmpty else { return }
        var ordered: [ServiceRecord] = []
        for priority in Set(own.map(\.priority)).sorted() {
            ordered += Self.drawn(own.filter { $0.priority == priority }, using: &generator)
        }
        servers = []
        for record in ordered {
            let address = address(record)
            if !servers.contains(address), servers.count < Self.serverLimit { servers.append(address) }
        }
        failures = failures.filter { servers.contains($0.key) || $0.key == common }
    }

    /// Draws servers of one priority by their weights. One of weight 0 has a small chance, too.
    private static func drawn(
        _ records: [ServiceRecord], using generator: inout some RandomNumberGenerator
    ) -> [ServiceRecord] {
        var (left, result): ([ServiceRecord], [ServiceRecord]) = (records, [])
        while !left.isEmpty {
            let total = left.reduce(0) { $0 + Int($1.weight) + 1 }
            var place = Int.random(in: 0..<total, using: &generator)
            let index = left.firstIndex { record in
                place -= Int(record.weight) + 1
                return place < 0
            }
            result.append(left.remove(at: index ?? 0))
        }
        return result
    }

    /// The server that is to be asked; `nil` if all were tried. Those that rest come last, the one first that has rested longest.
    package func next(besides tried: Set<String>, at now: Int64) -> String? {
        let left = (servers + [common]).filter { !tried.contains($0) }
        if let ready = left.first(where: { (failures[$0]?.restsUntil ?? 0) <= now }) { return ready }
        return left.min { (failures[$0]?.restsUntil ?? 0) < (failures[$1]?.restsUntil ?? 0) }
    }

    /// Notes that a server gave no answer that can be used.
    package mutating func failed(_ server: String, at now: Int64) {
        hasFailed = true
        let count = (failures[server]?.count ?? 0) + 1
        let rest = min(Self.shortestRest << Int64(min(count - 1, 10)), Self.longestRest)
        failures[server] = Failure(count: count, restsUntil: now + rest)
    }

    /// Notes that a server has answered.
    package mutating func worked(_ server: String) { failures[server] = nil }
}
