import AudioTypes

/// The playback status of another player on the desktop.
package enum OtherPlayerStatus: String, Hashable, Sendable {
    case playing, paused, stopped
}

/// The other players on the desktop, and which of them we paused and may resume.
package struct OtherPlayers: Hashable, Sendable {
    private var statuses: [String: OtherPlayerStatus] = [:]
    private var titles: [String: String] = [:]
    /// The players that we told to pause, and that nobody has touched since.
    package private(set) var waiting: Set<String> = []

    /// The players in `waiting` that have not yet reported that they paused.
    private var unconfirmed: Set<String> = []

    /// The players that played when the bus was lost. If they play when the bus is back, they have not begun to play.
    private var lastHeardPlaying: Set<String> = []

    /// Whether any other player plays.
    package var anyPlays: Bool { statuses.values.contains(.playing) }

    /// Returns a player's name for people, or its name on the bus if that is not known.
    func title(of name: String) -> String { titles[name] ?? name }

    mutating func setTitle(_ title: String, of name: String) { titles[name] = title.isEmpty ? nil : CleanText.of(title) }

    func isPlaying(_ name: String) -> Bool { statuses[name] == .playing }

    /// Notes a player's new status, `nil` if it has left, and returns whether it has begun to play and not at our command.
    /// - Parameter byUs: whether the change follows a command of ours.
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

    /// Returns the players to pause now, and adds them to `waiting`.
    mutating func pauseAll() -> [String] {
        let names = statuses.filter { $0.value == .playing }.keys.sorted()
        // Players that an earlier activation paused stay in the set: they still wait for us.
        waiting.formUnion(names)
        unconfirmed.formUnion(names)
        return names
    }

    /// Returns the players to resume now, and clears `waiting`.
    mutating func resumeAll() -> [String] {
        defer {
            waiting = []
            unconfirmed = []
        }
        // Commands arrive in order: a player that is about to pause resumes after that.
        return waiting.filter { statuses[$0] == .paused || unconfirmed.contains($0) }.sorted()
    }

    /// Forgets all players, because the bus is gone.
    mutating func forget() {
        let playing = statuses.filter { $0.value == .playing }.keys
        let heard = lastHeardPlaying.union(playing)
        self = OtherPlayers()
        lastHeardPlaying = heard
    }
}
