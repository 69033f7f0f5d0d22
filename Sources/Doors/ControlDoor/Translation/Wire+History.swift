import Application
import AudioSession
import ControlProtocol
import PlayerModel

extension Wire.HeardChange {
    init(_ cause: HeardCause) {
        self.init(cause.change)
        over = cause.isOver
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
            case .output(let reason): ("output", reason.rawValue)
            case .volume(_, let source): ("volume", source.rawValue)
            }
        self.init(
            time: change.time, change: word, reason: reason, source: change.source, interruption: change.interruption,
            resumes: change.resumes)
        if case .volume(let new, _) = change.kind { volume = Wire.Volume(new) }
    }
}
