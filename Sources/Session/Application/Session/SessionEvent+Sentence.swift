import AudioSession
import AudioTypes

extension SessionEvent {
    /// A sentence for the log, for a person who asks why the music stopped.
    var sentence: String {
        switch self {
        case .interruptionBegan(let interruption):
            "Interrupted by \(interruption.sourceName): \(interruption.reason.word)\(interruption.effect.words)."
        case .interruptionEnded(let id, _, let resumed): "Interruption \(id) is over\(resumed ? ", and playback goes on" : "")."
        case .routeChanged(let change):
            change.previous.outputs == change.current.outputs && change.previous.inputs != change.current.inputs
                ? "The input changed from \(change.previous.inputNames) to \(change.current.inputNames): \(change.reason.rawValue)."
                : "The route changed from \(change.previous.names) to \(change.current.names): \(change.reason.rawValue)."
        case .silenceSecondaryAudioHint(let begin):
            begin ? "Another program plays music, a film or a call." : "No other program plays music, a film or a call now."
        case .outputVolumeChanged(let level, let isMuted):
            isMuted ? "The output is muted." : "The output's volume is \(Int((level * 100).rounded())) %."
        case .inputVolumeChanged(let level, let isMuted):
            isMuted ? "The input is muted." : "The input's volume is \(Int((level * 100).rounded())) %."
        case .activeChanged(let isActive, let reason):
            "The session is \(isActive ? "active" : "inactive"): \(reason.rawValue)."
        }
    }
}

extension Interruption.Effect {
    fileprivate var words: String {
        switch self {
        case .pauses: ""
        case .ducks: ", playing softly"
        case .mutesLocalRoom: ", the room of this machine is mute"
        }
    }
}

extension Route {
    fileprivate var names: String { outputs.isEmpty ? "nothing" : outputs.map(\.name).joined(separator: ", ") }

    fileprivate var inputNames: String { inputs.isEmpty ? "nothing" : inputs.map(\.device.name).joined(separator: ", ") }
}
