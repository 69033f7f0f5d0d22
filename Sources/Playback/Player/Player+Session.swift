// What the audio session decides over the user's head. It never wins over the user: what a person paused or stopped stays so.
extension Player {
    /// Steps back. What plays fades out and keeps its place; what was paused by the system before is paused for the newer reason.
    package mutating func stepBack(_ why: PlaybackReason) -> [PlayerAction] {
        switch state {
        case .playing, .buffering: pause(why)
        case .paused where isHeldBySystem: setState(.paused, why)
        case .paused, .stopped: holdOpening()
        }
    }

    /// Goes on after ``stepBack(_:)``, unless somebody has paused or stopped since, or the sound server is away.
    package mutating func comeBack(_ why: PlaybackReason) -> [PlayerAction] {
        guard state == .paused, isHeldBySystem, !serverIsLost else { return [] }
        if var pending = opening {
            pending.staysPaused = false
            opening = pending
        }
        return current == nil ? [] : resume(why)
    }

    /// Whether playing goes on by itself when a lost sound server is back.
    package var expectsServer: Bool {
        serverIsLost && wasPlayingWhenLost && resumesAfterReset && state == .paused && reason == .mediaServicesLost
    }

    private var isHeldBySystem: Bool {
        switch reason {
        case .interrupted, .routeLost, .systemSleep, .mediaServicesLost: true
        case .user, .mpris, .endOfQueue, .error, .startup, .none: false
        }
    }

    /// What is being opened to be played is opened, and stays silent.
    private mutating func holdOpening() -> [PlayerAction] {
        guard var pending = opening else { return [] }
        pending.staysPaused = true
        opening = pending
        return []
    }
}
