/// The player as the session knows it.
package struct SessionPlayer: Hashable, Sendable {
    /// What it does, as it has reported, or as the session has told it since.
    var activity = PlayerActivity.stopped(endOfQueue: false)
    /// Whether it is opening something that is to play as soon as it is open. The owner of the session sets this before each call.
    package var opens = false
    /// Whether it could resume if it is told to. The owner of the session sets this before each call.
    package var waits = false

    /// Whether it plays.
    var isPlaying: Bool {
        if case .playing = activity { true } else { false }
    }

    /// Whether it has something to resume. It may have been opening what could not be opened.
    var canResume: Bool { activity == .paused(byUser: false) || waits }

    /// Counts the player as paused, before it reports that.
    mutating func pause() { if isPlaying { activity = .paused(byUser: false) } }
}
