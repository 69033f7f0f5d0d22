import ControlProtocol

/// The requests of one client that the daemon has and has not answered, in the order in which they began.
struct UnansweredRequests {
    private var requests: [Int: (reply: Reply, bytes: Int, holds: Bool)] = [:]
    private var latest = 0
    private var holding = 0

    /// About how much memory they take, in bytes.
    private(set) var byteCount = 0

    /// Whether there are none.
    var isEmpty: Bool { requests.isEmpty }

    /// Whether one of them has to be answered before the next request may begin.
    var holdTheNext: Bool { holding > 0 }

    /// Returns the number of the next request.
    mutating func nextNumber() -> Int {
        latest += 1
        return latest
    }

    /// Adds a request of `bytes` bytes. `holds` says that it has to be answered before the next request may begin.
    mutating func add(_ reply: Reply, number: Int, bytes: Int, holds: Bool) {
        requests[number] = (reply, bytes, holds)
        byteCount += bytes
        if holds { holding += 1 }
    }

    /// Removes a request that was answered.
    mutating func remove(_ number: Int) {
        guard let answered = requests.removeValue(forKey: number) else { return }
        byteCount -= answered.bytes
        if answered.holds { holding -= 1 }
    }

    /// Forgets all requests. Answering them then does nothing here.
    mutating func removeAll() {
        requests = [:]
        (byteCount, holding) = (0, 0)
    }

    /// The replies in the order in which the requests began.
    var replies: [Reply] { requests.sorted { $0.key < $1.key }.map(\.value.reply) }
}
