import AudioSession
import ControlProtocol
import MediaTypes
import PlayerModel

extension ControlError.Code {
    /// Makes the protocol's code for a failure of the player.
    init(_ code: PlaybackError.Code) {
        self =
            switch code {
            case .media(let code): Self(code)
            case .superseded: .superseded
            case .nothingToPlay: .nothingToPlay
            case .queueItemNotFound: .queueItemNotFound
            case .chapterNotFound: .chapterNotFound
            case .queueFull: .queueFull
            case .queueItemNotEditable: .queueItemNotEditable
            case .rangeNotAllowed: .rangeNotAllowed
            case .nothingToUndo: .nothingToUndo
            case .mediaServicesFailed: .mediaServicesFailed
            case .roomsFailed: .roomsFailed
            case .tooLate: .tooLate
            case .shuttingDown: .shuttingDown
            }
    }

    /// Makes the protocol's code for a failure of media.
    init(_ code: MediaError.Code) {
        self =
            switch code {
            case .notFound: .mediaNotFound
            case .unreadable: .mediaUnreadable
            case .unsupported: .mediaUnsupported
            case .corrupt: .mediaCorrupt
            case .incomplete: .mediaIncomplete
            case .notAllowed: .uriNotAllowed
            case .unwritable: .fileNotWritable
            case .exists: .fileExists
            // The player opens such a stream anew, so nobody is told of it under this name.
            case .networkFailed, .streamChanged: .networkFailed
            case .notSeekable: .notSeekable
            case .limitExceeded: .limitExceeded
            case .cancelled: .superseded
            }
    }

    /// Makes the protocol's code for a refusal by the session.
    init(_ code: SessionError.Code) {
        self =
            switch code {
            case .incompatibleCategory: .sessionIncompatibleCategory
            case .badOption: .sessionBadOption
            case .insufficientPriority: .sessionInsufficientPriority
            case .mediaServicesFailed: .mediaServicesFailed
            case .noRoute: .noRoute
            case .outputNotFound: .outputNotFound
            case .inputNotFound: .inputNotFound
            case .permissionDenied: .permissionDenied
            case .limitExceeded, .tooManyRequests, .tooManyFilters, .tooManyVolumeRules: .limitExceeded
            case .requestNotFound: .recordRequestNotFound
            case .invalidParameter: .invalidParams
            }
    }
}
