/// What a player does (MPRIS `PlaybackStatus`).
package enum PlayerStatus: String, Sendable {
    /// It plays.
    case playing
    /// It keeps its place.
    case paused
    /// It does nothing.
    case stopped

    /// Reads MPRIS's word; nil for any other.
    init?(word: String) {
        switch word {
        case "Playing": self = .playing
        case "Paused": self = .paused
        case "Stopped": self = .stopped
        default: return nil
        }
    }
}
