package import AudioSession
package import MediaTypes
package import PlayerModel

/// The reason why a command was not carried out. Each case holds the error of the part that refused it.
package enum ApplicationError: Error, Hashable, Sendable {
    case player(PlaybackError)
    case session(SessionError)
    /// A client's stream was refused before the player got it.
    case stream(PlaybackError)
}

/// The reason why media was not described.
package enum ProbeError: Error, Hashable, Sendable {
    case media(MediaError)
    /// So many requests of the client wait already, which is the limit.
    case tooManyWaiting(Int)
}
