/// The status of a player (MPRIS `PlaybackStatus`).
package enum PlayerStatus: String, Sendable {
    /// The player plays.
    case playing
    /// The player is paused and keeps its place.
    case paused
    /// The player is stopped.
    case stopped

    /// Parses MPRIS's word; nil for any other word.
    init?(word: String) {
        switch word {
        case "Playing": self = .playing
        case "Paused": self = .paused
        case "Stopped": self = .stopped
        default: return nil
        }
    }
}
