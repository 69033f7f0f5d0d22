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
