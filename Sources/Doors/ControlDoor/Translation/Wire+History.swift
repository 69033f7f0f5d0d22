import Application
import AudioSession
import ControlProtocol
import PlayerModel

extension Wire.HeardChange {
    init(_ cause: HeardCause) {
        self.init(cause.change)
        over = cause.isOver
        (heldBy, heldFor) = (cause.holder?.name, cause.holder?.reason)
    }

    init(_ change: HeardChange) {
        let (word, reason): (String, String) =
            switch change.kind {
            case .state(let state, let reason): (state.rawValue, reason.rawValue)
            case .softer: ("softer", PlaybackReason.interrupted.rawValue)
            case .asBefore: ("asBefore", PlaybackReason.interrupted.rawValue)
            case .roomMuted: ("roomMuted", PlaybackReason.interrupted.rawValue)
            case .roomHeard: ("roomHeard", PlaybackReason.interrupted.rawValue)
            case .over: ("over", PlaybackReason.interrupted.rawValue)
            case .staysPaused: ("staysPaused", PlaybackReason.interrupted.rawValue)
            case .output(let reason): ("output", reason.rawValue)
            case .volume(_, let source): ("volume", source.rawValue)
            case .muted(let isMuted, let source): (isMuted ? "muted" : "unmuted", source.rawValue)
            case .outputMuted(let isMuted): (isMuted ? "muted" : "unmuted", "output")
            }
        self.init(
            time: change.time, change: word, reason: reason, source: change.source, interruption: change.interruption,
            byClient: change.isByClient, resumes: change.resumes)
        if case .volume(let new, _) = change.kind { volume = Wire.Volume(new) }
    }
}
