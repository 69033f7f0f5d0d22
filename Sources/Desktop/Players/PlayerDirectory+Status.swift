/// What players say about themselves.
extension PlayerDirectory {
    /// The answer of `owner` to the question for its identity; empty where there was none.
    mutating func identified(_ owner: String, as identity: String) -> [Action] {
        players[owner]?.identity = identity
        return reportIfKnown(owner)
    }

    /// The answer of `owner` to the question for its status; nil where there was none, or none to understand.
    mutating func answered(_ owner: String, status: PlayerStatus?, at time: Int64) -> [Action] {
        players[owner]?.hasAnsweredStatus = true
        if let status { return changed(owner, to: status, at: time) }
        return reportIfKnown(owner)
    }

    /// `owner` has said that it does this now.
    mutating func changed(_ owner: String, to status: PlayerStatus, at time: Int64) -> [Action] {
        guard var player = players[owner] else { return [] }
        let isNews = status != player.status ?? .stopped
        player.status = status
        guard player.isReported else {
            players[owner] = player
            return reportIfKnown(owner)
        }
        guard isNews else {
            players[owner] = player
            return []
        }
        let verdict = player.expectation?.judge(status, at: time)
        if verdict != .earlier { player.expectation = nil }
        players[owner] = player
        let change = PlayerChange(name: player.names[0], status: status, isOurs: verdict == .effect, time: time)
        return [.report(.playerChanged(change))]
    }

    /// `owner` has said that its status is another, but not which.
    func invalidated(_ owner: String) -> [Action] { players[owner] == nil ? [] : [.askStatus(owner: owner)] }

    private mutating func reportIfKnown(_ owner: String) -> [Action] {
        guard let player = players[owner], !player.isReported, player.identity != nil,
            player.status != nil || player.hasAnsweredStatus
        else { return [] }
        players[owner]?.isReported = true
        return [player.appearance]
    }
}
