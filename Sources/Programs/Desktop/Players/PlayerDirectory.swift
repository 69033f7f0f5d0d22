import SystemSupport

/// The players on the session bus. A value: it takes what the bus reports and returns actions.
///
/// A player is identified by its connection (unique name, the *owner*). It may have several names and goes by the oldest;
/// orders reach it once. It is reported when it has given its identity and its status, or the time for that is over.
struct PlayerDirectory {
    /// An action for the bus side.
    enum Action: Equatable {
        /// Watch this owner's properties, and then ask for its status and its identity.
        case observe(owner: String)
        /// Ask for its status again.
        case askStatus(owner: String)
        /// Stop watching this owner.
        case neglect(owner: String)
        /// Send an order; the answer goes to ``answered(_:_:_:failure:at:)``.
        case send(PlayerOrder, owner: String, number: UInt64)
        /// Report this event.
        case report(DesktopEvent)
    }

    struct Player: Equatable {
        var names: [String]
        /// Whether the player came after the first search for players.
        var isNew = true
        var identity: String?
        var status: PlayerStatus?
        var hasAnsweredStatus = false
        var isReported = false
        var expectation: OrderExpectation?
    }

    /// The most names that are watched. No desktop has more; without a limit, one program could make us watch any number of
    /// names.
    static let mostNames = 256

    private(set) var filter: PlayerFilter
    /// The time to wait for the answer to an order, in nanoseconds.
    let answerLimit: Int64
    var owners: [String: String] = [:]
    var players: [String: Player] = [:]
    private var ownOwner: String?
    /// Whether there was a bus before this one. A player that is found on a later bus may have begun to play since the first
    /// bus went.
    private var hadBus = false
    private var hasBus = false
    var lastNumber: UInt64 = 0

    init(ignoring ignored: [String], answerLimit: Duration) {
        filter = PlayerFilter(ignoring: ignored)
        self.answerLimit = answerLimit.nanoseconds
    }

    /// Notes that the bus is connected and calls us `own`. A name that belongs to us is no other player.
    mutating func connected(as own: String?) {
        ownOwner = own
        hasBus = true
    }

    /// Notes that the bus, and with it every player, is gone.
    mutating func disconnected() -> [Action] {
        defer {
            owners = [:]
            players = [:]
            hadBus = hadBus || hasBus
            hasBus = false
        }
        return players.values.filter(\.isReported).map { .report(.playerVanished($0.names[0])) }
    }

    /// Replaces the names to ignore from now on. Afterwards the caller has to search for names that may be players now.
    mutating func ignore(_ ignored: [String]) -> [Action] {
        filter = PlayerFilter(ignoring: ignored)
        return owners.filter { !filter.accepts($0.key) }.sorted { $0.key < $1.key }.flatMap { remove($0.key, from: $0.value) }
    }

    /// Notes that `name` now belongs to `owner`, or to nobody. The same may be reported any number of times.
    /// - Parameter isListed: whether the name is from the list of all names that the bus gave when we asked.
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
    /// The report that the player is there.
    var appearance: PlayerDirectory.Action {
        let name = names[0]
        let ownWords = identity.flatMap { $0.isEmpty ? nil : $0 }
        let identity = ownWords ?? String(name.dropFirst(PlayerFilter.namespace.count + 1))
        return .report(.playerAppeared(PlayerIdentity(name: name, identity: identity), status ?? .stopped, isNew: isNew))
    }
}

/// The orders to players.
extension PlayerDirectory {
    /// Sends `order` to the player called `name`.
    mutating func order(_ order: PlayerOrder, _ name: String, at time: Int64) -> [Action] {
        guard let owner = owners[name] else {
            return [.report(.playerRefused(PlayerRefusal(name: name, order: order, reason: "there is no such player")))]
        }
        lastNumber += 1
        players[owner]?.expectation = OrderExpectation(number: lastNumber, order: order, end: time + answerLimit)
        return [.send(order, owner: owner, number: lastNumber)]
    }

    /// Notes that the player accepted the order with this number, or refused it for the reason `failure`.
    mutating func answered(
        _ order: PlayerOrder, _ owner: String, _ number: UInt64, failure: String?, at time: Int64
    ) -> [Action] {
        // If a newer order has replaced this one, its effect is not expected any more.
        let isLatest = players[owner]?.expectation?.number == number
        guard let failure else {
            if isLatest { players[owner]?.expectation?.answered(at: time) }
            return []
        }
        if isLatest { players[owner]?.expectation = nil }
        guard let name = players[owner]?.names[0] else { return [] }
        return [.report(.playerRefused(PlayerRefusal(name: name, order: order, reason: failure)))]
    }
}
