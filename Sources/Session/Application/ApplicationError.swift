package import AudioSession
package import MediaTypes
package import PlayerModel
package import Rooms

/// The reason why a command was not carried out. Each case holds the error of the part that refused it.
package enum ApplicationError: Error, Hashable, Sendable {
    case player(PlaybackError)
    case session(SessionError)
    /// A client's stream was refused before the player got it.
    case stream(PlaybackError)
    /// A room, or the server of rooms, stands in the way.
    case rooms(RoomError)

    /// What happened and to what: a sentence for a person.
    package var message: String {
        switch self {
        case .player(let error), .stream(let error): error.message
        case .session(let error): error.message
        case .rooms(let error): error.description
        }
    }
}

/// The reason why media was not described.
package enum ProbeError: Error, Hashable, Sendable {
    case media(MediaError)
    /// So many requests of the client wait already, which is the limit.
    case tooManyWaiting(Int)
}

/// The reason why there is no picture for a client.
package enum PictureError: Error, Hashable, Sendable {
    /// The queue has no such item.
    case player(PlaybackError)
    /// The media at `uri` cannot be looked into.
    case media(ProbeError, uri: String)
    /// The media at `uri` has no picture.
    case none(uri: String)
}
