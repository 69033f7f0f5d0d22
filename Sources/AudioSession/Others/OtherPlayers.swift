/// What another player on the desktop does.
package enum OtherPlayerStatus: String, Hashable, Sendable {
    case playing, paused, stopped
}

/// The other players on the desktop, and which of them wait for us because we paused them.
package struct OtherPlayers: Hashable, Sendable {
    private var statuses: [String: OtherPlayerStatus] = [:]
    private var titles: [String: String] = [:]
    /// Those that we told to pause, and that nobody has touched since.
    package private(set) var waiting: Set<String> = []

    /// Those of `waiting` that have not said yet that they paused.
    private var unconfirmed: Set<String> = []

    /// Those that played when the bus was lost: found playing once it is back, they have not begun.
    private var lastHeardPlaying: Set<String> = []

    /// Whether any plays.
    package var anyPlays: Bool { statuses.values.contains(.playing) }

    /// What people call a player; its name on the bus where that is not known.
    func title(of name: String) -> String { titles[name] ?? name }

    mutating func setTitle(_ title: String, of name: String) { titles[name] = title.isEmpty ? nil : title }

    func isPlaying(_ name: String) -> Bool { statuses[name] == .playing }

    /// Takes in what a player does now, `nil` where it has left. Whether it has just begun to play by somebody else's will.
    /// - Parameter byUs: whether it follows a command of ours.
    mutating func take(_ name: String, _ status: OtherPlayerStatus?, byUs: Bool) -> Bool {
        if statuses[name] == status { return false }
        let wasPlaying = isPlaying(name) || lastHeardPlaying.contains(name)
        lastHeardPlaying.remove(name)
        statuses[name] = status
        if status == nil { titles[name] = nil }
        if status != .paused || !(wasPlaying || byUs) { waiting.remove(name) }
        unconfirmed.remove(name)
        return status == .playing && !wasPlaying && !byUs
    }

    /// Those that have to pause now; they are remembered.
    mutating func pauseAll() -> [String] {
        let names = statuses.filter { $0.value == .playing }.keys.sorted()
        // Those of an earlier activation stay what they are: still waiting for us.
        waiting.formUnion(names)
        unconfirmed.formUnion(names)
        return names
    }

    /// Those that may go on now; nobody waits after it.
    mutating func resumeAll() -> [String] {
        defer {
            waiting = []
            unconfirmed = []
        }
        // Orders arrive in their order: one that is about to pause goes on after it.
        return waiting.filter { statuses[$0] == .paused || unconfirmed.contains($0) }.sorted()
    }

    /// The bus is gone: nothing is known of anybody.
    mutating func forget() {
        let playing = statuses.filter { $0.value == .playing }.keys
        let heard = lastHeardPlaying.union(playing)
        self = OtherPlayers()
        lastHeardPlaying = heard
    }
}
