import Application
import AudioSession
import MPDProtocol
import MediaTypes
import PlayerModel

// The errors of the domain in the form of the protocol.
extension MPDFailure {
    init(_ error: ApplicationError) {
        switch error {
        case .player(let error), .stream(let error): self.init(Code(error.code), error.message)
        case .session(let error): self.init(error)
        case .rooms(let error): self.init(.system, "\(error)")
        }
    }

    init(_ error: SessionError) { self.init(error.code == .outputNotFound ? .noExist : .system, error.message) }
}

extension MPDFailure.Code {
    /// Makes the protocol's code for a failure of the player.
    fileprivate init(_ code: PlaybackError.Code) {
        self =
            switch code {
            case .media(.notFound), .queueItemNotFound, .chapterNotFound: .noExist
            case .media(.notSeekable): .unknown
            case .media(.notAllowed), .rangeNotAllowed, .tooLate: .argument
            case .queueItemNotEditable: .permission
            case .queueFull: .playlistMax
            case .nothingToPlay, .nothingToUndo: .playerSync
            case .media, .superseded, .mediaServicesFailed, .roomsFailed, .shuttingDown: .system
            }
    }
}
