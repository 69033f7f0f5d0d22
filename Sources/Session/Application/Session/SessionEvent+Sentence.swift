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
        case .outputsChanged(let change): "The outputs changed: \(change.words(\.name))."
        case .inputsChanged(let change): "The inputs changed: \(change.words(\.name))."
        case .filtersChanged(let output, let choice):
            switch choice {
            case nil: "Nothing is chosen for \(output) any more."
            case let choice? where choice.isOff: "No equaliser is chosen for \(output)."
            case let choice?:
                choice.equalizer == nil
                    ? "Something is chosen for the sound of \(output)." : "Another equaliser is chosen for \(output)."
            }
        case .volumeRuleChanged(let output, let rule):
            rule.isEmpty
                ? "Nothing is chosen for the volume of \(output) any more."
                : "Another ceiling, beginning or place of the volume is chosen for \(output)."
        case .activeChanged(let isActive, let reason):
            "The session is \(isActive ? "active" : "inactive"): \(reason.rawValue)."
        }
    }
}

extension PortListChange {
    /// What was added, removed and changed, by name.
    fileprivate func words(_ name: KeyPath<Device, String>) -> String {
        [("new", added), ("gone", removed), ("changed", changed)].filter { !$1.isEmpty }
            .map { word, ports in "\(word) \(ports.map { $0.device[keyPath: name] }.joined(separator: ", "))" }
            .joined(separator: "; ")
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
