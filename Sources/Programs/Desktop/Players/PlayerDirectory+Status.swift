/// What players report about themselves.
extension PlayerDirectory {
    /// Notes the answer of `owner` when it was asked for its identity; empty if there was none.
    mutating func identified(_ owner: String, as identity: String) -> [Action] {
        players[owner]?.identity = identity
        return reportIfKnown(owner)
    }

    /// Notes the answer of `owner` when it was asked for its status; nil if there was none, or none that we understand.
    mutating func answered(_ owner: String, status: PlayerStatus?, at time: Int64) -> [Action] {
        players[owner]?.hasAnsweredStatus = true
        if let status { return changed(owner, to: status, at: time) }
        return reportIfKnown(owner)
    }

    /// Notes that `owner` has reported the status `status`.
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

    /// Notes that `owner` has reported a change of its status, but not the new status.
    func invalidated(_ owner: String) -> [Action] { players[owner] == nil ? [] : [.askStatus(owner: owner)] }

    private mutating func reportIfKnown(_ owner: String) -> [Action] {
        guard let player = players[owner], !player.isReported, player.identity != nil,
            player.status != nil || player.hasAnsweredStatus
        else { return [] }
        players[owner]?.isReported = true
        return [player.appearance]
    }
}
