@testable import LineServer
@testable import MPDProtocol
@testable import MessageBus

extension FuzzTarget {
    /// Peers that come, say nothing, call without reading and guess passwords, in any order and at any pace.
    static let unread = FuzzTarget("unread", atMost: 2_048) { bytes in
        var invention = Invention(bytes)
        var peers = InventedPeers(total: 1 + invention.pick(24), doorLimit: 1 + invention.pick(24))
        for _ in 0..<invention.pick(512) { peers.act(&invention) }
    }
}

/// What becomes of invented peers, and the promises that hold for each of them.
private struct InventedPeers {
    private let doorLimit: Int
    private var table: PlaceTable
    /// The places that are taken, with the door and whether the client may be replaced by another one.
    private var taken: [UInt64: (door: Int, party: ClientParty, isSilent: Bool, since: Int64)] = [:]
    private var budget = CallBudget()
    private var answers: [String: Double] = [:]
    private var guesses = GuessLedger<UInt8>()
    private var backlog = BusBacklog()
    private var time: Int64 = 0

    init(total: Int, doorLimit: Int) {
        table = PlaceTable(total: total)
        self.doorLimit = doorLimit
    }

    mutating func act(_ invention: inout Invention) {
        switch invention.pick(6) {
        case 0: time += Int64(invention.pick(256)) * [1, 1_000_000, 20_000_000, 1_000_000_000][invention.pick(4)]
        case 1: come(&invention)
        case 2: change(&invention)
        case 3: call(&invention)
        case 4: guess(&invention)
        default: wait(&invention)
        }
    }

    private mutating func come(_ invention: inout Invention) {
        let door = invention.pick(2)
        let party: [ClientParty] = [.user(1), .host([1]), .host([2]), .unknown]
        let comer = party[invention.pick(4)]
        switch table.admit(to: door, comer, doorLimit: doorLimit, at: time) {
        case .refused: break
        case .admitted(let place, let replaced):
            if let replaced {
                guard let before = taken.removeValue(forKey: replaced) else { preconditionFailure("a free place is taken away") }
                precondition(before.isSilent, "a client that has spoken loses its place")
                precondition(time - before.since >= PlaceTable.grace, "a client has no time to speak")
            }
            precondition(taken[place] == nil, "two clients have one place")
            taken[place] = (door, comer, true, time)
        }
        precondition(table.count == taken.count && taken.count <= table.total, "there are more clients than places")
        precondition(taken.values.count { $0.door == door } <= doorLimit, "a door has too many clients")
    }

    private mutating func change(_ invention: inout Invention) {
        guard let place = taken.keys.sorted().dropFirst(invention.pick(24)).first else { return }
        if invention.bool() {
            table.leave(place)
            taken[place] = nil
        } else {
            table.raise(place, to: invention.bool() ? .heard : .trusted)
            taken[place]?.isSilent = false
        }
        precondition(table.count == taken.count, "a place is lost")
    }

    private mutating func call(_ invention: inout Invention) {
        let caller = "\(invention.pick(3))"
        let bytes = invention.pick(256) * 64
        for _ in 0..<1 + invention.pick(256) where budget.judge(caller, at: time) == .serve {
            budget.charge(caller, bytes: bytes, at: time)
            answers[caller, default: 0] += 1
        }
        let most = CallBudget.burst + CallBudget.perSecond * Double(time) / 1e9 + 1
        precondition(answers[caller, default: 0] <= most, "a caller gets more answers than it may")
    }

    private mutating func guess(_ invention: inout Invention) {
        let place = UInt8(invention.pick(3))
        guard let delay = guesses.delay(of: place, at: time) else { return }
        precondition((0...GuessLedger<UInt8>.patience).contains(delay), "a password waits too long")
        if invention.bool() { guesses.wasWrong(by: place, at: time) }
    }

    private mutating func wait(_ invention: inout Invention) {
        let waiting = invention.pick(256) * 32
        let isLost = backlog.note(waiting, at: time)
        precondition(backlog.isLong == (waiting > BusBacklog.most), "messages are read although too many wait")
        precondition(!isLost || waiting > BusBacklog.most, "a bus is lost that takes what it gets")
        if isLost { backlog = BusBacklog() }
    }
}
