import MessageBus

/// The calls of other programs that are not answered yet. They reach the application in the order in which they came, although
/// it must be asked first who has sent some of them. For the bus thread only.
struct PendingCalls {
    /// The most calls that wait. Whoever makes more gets an error for each.
    static let limit = 64
    /// The most of them that wait for a disk or a host. The others are for keys, which must not wait for these.
    static let slowLimit = 32

    private var replies: [UInt64: BusReply] = [:]
    private var slow: Set<UInt64> = []
    private var line: [(number: UInt64, call: PlayerCall?)] = []
    private var lastNumber: UInt64 = 0

    /// Adds a call; `nil` if it is not complete yet. Returns its number, or `nil` if too many wait.
    mutating func add(_ call: PlayerCall?, _ reply: BusReply) -> UInt64? {
        guard replies.count < Self.limit else { return nil }
        let isSlow = call?.isSlow ?? false
        if isSlow, slow.count >= Self.slowLimit { return nil }
        lastNumber += 1
        if isSlow { slow.insert(lastNumber) }
        replies[lastNumber] = reply
        line.append((lastNumber, call))
        return lastNumber
    }

    /// Completes a call.
    mutating func complete(_ number: UInt64, _ call: PlayerCall) {
        guard let place = line.firstIndex(where: { $0.number == number }) else { return }
        line[place].call = call
    }

    /// Takes the calls out of the line that the application may get now.
    mutating func takeComplete() -> [(number: UInt64, call: PlayerCall)] {
        var taken: [(number: UInt64, call: PlayerCall)] = []
        while let first = line.first, let call = first.call {
            taken.append((first.number, call))
            line.removeFirst()
        }
        return taken
    }

    /// Takes the reply to a call, to answer it.
    mutating func takeReply(_ number: UInt64) -> BusReply? {
        slow.remove(number)
        return replies.removeValue(forKey: number)
    }

    /// Forgets all calls: the bus is gone, and with it whoever made them.
    mutating func forget() {
        replies = [:]
        slow = []
        line = []
    }
}

extension PlayerCall {
    /// Whether the answer may have to wait for a disk or a host.
    fileprivate var isSlow: Bool {
        switch self {
        case .open, .add: true
        default: false
        }
    }
}
