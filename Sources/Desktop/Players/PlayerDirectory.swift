import SystemSupport

/// Who plays on the session bus, as a value: takes what the bus tells and says what to do about it.
///
/// A player is its connection (unique name, the *owner*). It may have several names, and goes by the oldest; orders reach it
/// once. It is reported when it has said who it is and what it does, or has let the time for that pass.
struct PlayerDirectory {
    /// What the bus side has to do.
    enum Action: Equatable {
        /// Watch this owner's properties, and then ask for its status and its identity.
        case observe(owner: String)
        /// Ask for its status again.
        case askStatus(owner: String)
        /// Watch it no more.
        case neglect(owner: String)
        /// Send an order; the answer goes to ``answered(_:_:_:failure:at:)``.
        case send(PlayerOrder, owner: String, number: UInt64)
        /// Tell.
        case report(DesktopEvent)
    }

    struct Player: Equatable {
        var names: [String]
        /// Whether it came after the first look at who is there.
        var isNew = true
        var identity: String?
        var status: PlayerStatus?
        var hasAnsweredStatus = false
        var isReported = false
        var expectation: OrderExpectation?
    }

    /// No desktop has more; without a limit one program could have us watch any number of names.
    static let mostNames = 256

    private(set) var filter: PlayerFilter
    /// How long an answer to an order is waited for, in nanoseconds.
    let answerLimit: Int64
    var owners: [String: String] = [:]
    var players: [String: Player] = [:]
    private var ownOwner: String?
    /// Whether a bus was there before this one: who is found on a second one may have begun since the first went.
    private var hadBus = false
    private var hasBus = false
    var lastNumber: UInt64 = 0

    init(ignoring ignored: [String], answerLimit: Duration) {
        filter = PlayerFilter(ignoring: ignored)
        self.answerLimit = answerLimit.nanoseconds
    }

    /// The bus is there, and calls us `own`: what belongs to us is no other player.
    mutating func connected(as own: String?) {
        ownOwner = own
        hasBus = true
    }

    /// The bus is gone, and all players with it.
    mutating func disconnected() -> [Action] {
        defer {
            owners = [:]
            players = [:]
            hadBus = hadBus || hasBus
            hasBus = false
        }
        return players.values.filter(\.isReported).map { .report(.playerVanished($0.names[0])) }
    }

    /// Other names are left alone from now on. Whoever may be a player now is to be looked for.
    mutating func ignore(_ ignored: [String]) -> [Action] {
        filter = PlayerFilter(ignoring: ignored)
        return owners.filter { !filter.accepts($0.key) }.sorted { $0.key < $1.key }.flatMap { remove($0.key, from: $0.value) }
    }

    /// `name` belongs to `owner` now, or to nobody. To be told any number of times.
    /// - Parameter isListed: whether it is among the names that the bus had when it was asked for all of them.
    mutating func owned(_ name: String, by owner: String?, isListed: Bool = false) -> [Action] {
        let old = owners[name]
        guard filter.accepts(name), old != owner else { return [] }
        var actions: [Action] = []
        if let old { actions += remove(name, from: old) }
        if let owner, owner != ownOwner, owners.count < Self.mostNames {
            actions += add(name, to: owner, isNew: !isListed || hadBus)
        }
        return actions
    }

    private mutating func add(_ name: String, to owner: String, isNew: Bool) -> [Action] {
        owners[name] = owner
        if players[owner] != nil {
            players[owner]?.names.append(name)
            return []
        }
        players[owner] = Player(names: [name], isNew: isNew)
        return [.observe(owner: owner)]
    }

    private mutating func remove(_ name: String, from owner: String) -> [Action] {
        owners[name] = nil
        guard var player = players[owner] else { return [] }
        let wasFirst = player.names.first == name
        player.names.removeAll { $0 == name }
        var actions: [Action] = wasFirst && player.isReported ? [.report(.playerVanished(name))] : []
        if player.names.isEmpty {
            players[owner] = nil
            actions.append(.neglect(owner: owner))
        } else {
            if wasFirst, player.isReported { player.isNew = false }
            players[owner] = player
            if wasFirst, player.isReported { actions.append(player.appearance) }
        }
        return actions
    }
}

extension PlayerDirectory.Player {
    /// The report that it is there.
    var appearance: PlayerDirectory.Action {
        let name = names[0]
        let ownWords = identity.flatMap { $0.isEmpty ? nil : $0 }
        let identity = ownWords ?? String(name.dropFirst(PlayerFilter.namespace.count + 1))
        return .report(.playerAppeared(PlayerIdentity(name: name, identity: identity), status ?? .stopped, isNew: isNew))
    }
}
