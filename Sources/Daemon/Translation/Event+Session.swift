import AudioSession
import AudioTypes
import ControlProtocol
import PlayerModel

extension Event {
    /// Makes the protocol's event for an event of the session.
    init(_ event: SessionEvent) {
        self =
            switch event {
            case .interruptionBegan(let interruption): .sessionInterruptionBegan(Wire.Interruption(interruption))
            case .interruptionEnded(let id, let shouldResume, let resumed):
                .sessionInterruptionEnded(interruption: id, shouldResume: shouldResume, resumed: resumed)
            case .routeChanged(let change):
                .sessionRouteChanged(
                    reason: change.reason.rawValue, previousRoute: Wire.Route(change.previous),
                    route: Wire.Route(change.current))
            case .silenceSecondaryAudioHint(let begin): .sessionSilenceSecondaryAudioHint(begin: begin)
            case .outputVolumeChanged(let level, let isMuted):
                .sessionOutputVolumeChanged(Wire.Volume(level: level, muted: isMuted))
            case .activeChanged(let isActive, let reason): .sessionActiveChanged(active: isActive, reason: reason.rawValue)
            }
    }
}

extension Wire.Interruption {
    init(_ interruption: Interruption) {
        self.init(
            interruption: interruption.id, reason: interruption.reason.word, source: interruption.sourceName,
            ducked: interruption.ducks)
    }
}

extension Wire.Route {
    init(_ route: Route) { self.init(outputs: route.outputs.map(Wire.Port.init)) }
}

extension PlaybackReason {
    /// Makes the player's reason for a pause or a resumption by the session.
    init(_ cause: PauseCause) {
        self =
            switch cause {
            case .routeLost: .routeLost
            case .interrupted: .interrupted
            case .systemSleep: .systemSleep
            case .user: .user
            }
    }
}

extension PlayerActivity {
    /// Makes the player's activity as the session sees it.
    init(_ state: PlaybackState, _ reason: PlaybackReason) {
        self =
            switch state {
            case .playing, .buffering: .playing(byUser: reason == .user || reason == .mpris)
            case .paused: .paused(byUser: reason == .user || reason == .mpris)
            case .stopped: .stopped(endOfQueue: reason == .endOfQueue)
            }
    }
}

extension SessionEvent {
    /// A sentence for the log, for a person who asks why the music stopped.
    var sentence: String {
        switch self {
        case .interruptionBegan(let interruption):
            "Interrupted by \(interruption.sourceName): \(interruption.reason.word)\(interruption.ducks ? ", playing softly" : "")."
        case .interruptionEnded(let id, _, let resumed): "Interruption \(id) is over\(resumed ? ", and playback goes on" : "")."
        case .routeChanged(let change):
            "The route changed from \(change.previous.names) to \(change.current.names): \(change.reason.rawValue)."
        case .silenceSecondaryAudioHint(let begin):
            begin ? "Another program plays music, a film or a call." : "No other program plays music, a film or a call now."
        case .outputVolumeChanged(let level, let isMuted):
            isMuted ? "The output is muted." : "The output's volume is \(Int((level * 100).rounded())) %."
        case .activeChanged(let isActive, let reason):
            "The session is \(isActive ? "active" : "inactive"): \(reason.rawValue)."
        }
    }
}

extension Route {
    fileprivate var names: String { outputs.isEmpty ? "nothing" : outputs.map(\.name).joined(separator: ", ") }
}
