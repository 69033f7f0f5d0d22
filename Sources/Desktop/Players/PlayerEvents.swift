/// Who a player is.
package struct PlayerIdentity: Equatable, Sendable {
    /// Its name on the session bus, such as `org.mpris.MediaPlayer2.vlc`: what orders and events call it by. A player with
    /// several names goes by the first that was seen.
    package let name: String
    /// What it calls itself, for a person; the last part of its name where it does not say. The player's own words: at most
    /// 1,024 bytes of anything.
    package let identity: String
}

/// A change of what a player does.
package struct PlayerChange: Equatable, Sendable {
    /// The player's bus name.
    package let name: String
    /// What it does now.
    package let status: PlayerStatus
    /// Whether this is what an order of ours asked for: the first such change between the order and two seconds after the
    /// player's answer to it, with nothing else in between. Anything else is somebody else's doing.
    package let isOurs: Bool
    /// When it was heard of, in nanoseconds of the monotonic clock.
    package let time: Int64
}

/// What a player can be ordered to do.
package enum PlayerOrder: String, Sendable {
    /// Pause; a player that does not play does nothing.
    case pause
    /// Play, or go on.
    case play

    /// The method of `org.mpris.MediaPlayer2.Player`.
    var method: String {
        switch self {
        case .pause: "Pause"
        case .play: "Play"
        }
    }

    /// What a player does that has followed.
    var result: PlayerStatus {
        switch self {
        case .pause: .paused
        case .play: .playing
        }
    }
}

/// An order that did not come to anything.
package struct PlayerRefusal: Equatable, Sendable {
    /// The player's bus name.
    package let name: String
    /// What it was to do.
    package let order: PlayerOrder
    /// Why it did not, in a sentence; the player's own words, if it said something.
    package let reason: String
}
