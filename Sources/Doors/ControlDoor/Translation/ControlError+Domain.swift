import Application
import AudioSession
import ControlProtocol
import JSON
import MediaTypes
import PlayerModel

// The errors of the domain in the form of the protocol.
extension ControlError {
    init(_ error: ApplicationError) {
        switch error {
        case .player(let error): self.init(error)
        case .session(let error): self.init(error)
        case .rooms(let error): self.init(error)
        case .stream(let error):
            self.init(error)
            details["limit"] = "streams"
        }
    }

    init(_ error: PlaybackError) {
        self.init(
            Code(error.code), error.message,
            details: ["uri": error.uri.map { .string($0) }, "item": error.item.map { .integer($0) }])
    }

    init(_ error: SessionError) {
        self.init(Code(error.code), error.message)
        switch error.code {
        case .limitExceeded: details["limit"] = "interruptions"
        case .tooManyRequests: details["limit"] = "recordRequests"
        case .tooManyFilters: details["limit"] = "filters"
        case .tooManyVolumeRules: details["limit"] = "volumeLimits"
        default: break
        }
    }

    init(_ error: PictureError) {
        switch error {
        case .player(let error): self.init(error)
        case .media(let error, let uri):
            self.init(error, uri: uri)
            if case .tooManyWaiting(let limit) = error {
                message = "\(limit) media.picture requests of this client are waiting, which is the limit"
            }
        case .none(let uri):
            let uri = MediaAddress.shown(uri)
            self.init(.pictureNotFound, "\(uri) has no picture", uri: uri)
        }
    }

    /// Makes an error for a description of the media at `uri`.
    init(_ error: ProbeError, uri: String) {
        switch error {
        case .tooManyWaiting(let limit):
            let message = "\(limit) requests of this client to look into media are waiting, which is the limit"
            self.init(.limitExceeded, message, details: ["limit": "probes"])
        case .media(let error):
            // A client that left gets no answer. For all others, a cancelled probe means that the daemon ends.
            let uri = MediaAddress.shown(uri)
            guard error.code != .cancelled else { self.init(.shuttingDown, "fermatad is about to end", uri: uri); return }
            self.init(Code(error.code), error.description, uri: uri)
        }
    }
}
