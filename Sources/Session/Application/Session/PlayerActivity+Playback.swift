import AudioSession
import PlayerModel

// What player and session tell each other.

extension PlaybackReason {
    /// Makes the player's reason for a pause or a resumption by the session.
    init(_ cause: PauseCause) {
        self =
            switch cause {
            case .routeLost: .routeLost
            case .interrupted: .interrupted
            case .systemSleep: .systemSleep
            case .user: .user
            }
    }
}

extension PlayerActivity {
    /// Makes the player's activity as the session sees it. A pause at a time that a person has set is that person's, and so is
    /// what an alarm does.
    init(_ state: PlaybackState, _ reason: PlaybackReason) {
        self =
            switch state {
            case .playing, .buffering: .playing(byUser: [.user, .mpris, .mpd, .alarm].contains(reason))
            case .paused: .paused(byUser: [.user, .mpris, .mpd, .alarm, .stopAfter].contains(reason))
            case .stopped: .stopped(endOfQueue: reason == .endOfQueue)
            }
    }
}
