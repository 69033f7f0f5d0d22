/// The names of a player.
package struct PlayerIdentity: Equatable, Sendable {
    /// The player's name on the session bus, such as `org.mpris.MediaPlayer2.vlc`, which orders and events use. A player with
    /// several names goes by the first that was seen.
    package let name: String
    /// The name that the player gives itself, for people; the last part of its bus name if it gives none. These are the
    /// player's own words: at most 1,024 bytes of anything.
    package let identity: String
}

/// A change of a player's status.
package struct PlayerChange: Equatable, Sendable {
    /// The player's bus name.
    package let name: String
    /// The new status.
    package let status: PlayerStatus
    /// Whether the change is the effect of an order of ours: the first such change between the order and two seconds after the
    /// player's answer to it, with nothing else in between. Any other change is somebody else's doing.
    package let isOurs: Bool
    /// The time at which we heard of it, in nanoseconds of the monotonic clock.
    package let time: Int64
}

/// An order to a player.
package enum PlayerOrder: String, Sendable {
    /// Pause; a player that does not play ignores it.
    case pause
    /// Play, or resume.
    case play

    /// The method of `org.mpris.MediaPlayer2.Player`.
    var method: String {
        switch self {
        case .pause: "Pause"
        case .play: "Play"
        }
    }

    /// The status of a player that has followed the order.
    var result: PlayerStatus {
        switch self {
        case .pause: .paused
        case .play: .playing
        }
    }
}

/// An order that a player did not follow.
package struct PlayerRefusal: Equatable, Sendable {
    /// The player's bus name.
    package let name: String
    /// The order.
    package let order: PlayerOrder
    /// The reason, in a sentence; the player's own words if it gave any.
    package let reason: String
}
