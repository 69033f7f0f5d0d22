import Application
import MessageBus
import PlayerModel

/// A call of a program on the session bus that the application carries out.
enum PlayerCall: Hashable, Sendable {
    case play
    /// Pauses, for a program of that kind, which people know by that name.
    case pause(PauseSender, program: String?)
    case playPause
    case stop
    case next
    case previous
    /// Goes on or back by so many seconds.
    case seek(by: Double)
    /// Goes to a second of this track, unless it is not the current one any more.
    case setPosition(ObjectPath, Double)
    case open(String)
    case setRepeat(QueueModes.Repeat)
    case setShuffle(Bool)
    /// Sets how many seconds of the media are heard in a second.
    case setRate(Double)
    case setVolume(Double)
    case goTo(ObjectPath)
    case remove(ObjectPath)
    /// Adds media behind a track, and plays them if that is wanted.
    case add(String, after: ObjectPath, plays: Bool)
}
