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
            case .inputVolumeChanged(let level, let isMuted):
                .sessionInputVolumeChanged(Wire.Volume(level: level, muted: isMuted))
            case .outputsChanged(let change):
                .routeOutputsChanged(
                    added: change.added.map(Wire.Output.init), removed: change.removed.map(Wire.Output.init),
                    changed: change.changed.map(Wire.Output.init))
            case .inputsChanged(let change):
                .routeInputsChanged(
                    added: change.added.map(Wire.Input.init), removed: change.removed.map(Wire.Input.init),
                    changed: change.changed.map(Wire.Input.init))
            case .filtersChanged(let output, let choice):
                .outputFiltersChanged(output: output, choice: Wire.FilterWord(choice))
            case .volumeRuleChanged(let output, let rule):
                .outputVolumeLimitsChanged(
                    output: output, maximum: rule.maximum, atStart: rule.atStart,
                    control: rule.control.map(Wire.VolumeControl.init))
            case .activeChanged(let isActive, let reason): .sessionActiveChanged(active: isActive, reason: reason.rawValue)
            }
    }
}

extension Wire.Interruption {
    init(_ interruption: Interruption) {
        self.init(
            interruption: interruption.id, reason: interruption.reason.word, source: interruption.sourceName,
            ducked: interruption.ducks, localRoomMuted: interruption.effect == .mutesLocalRoom)
    }
}

extension Wire.Route {
    init(_ route: Route) {
        self.init(outputs: route.outputs.map(Wire.Port.init), inputs: route.inputs.map(Wire.Input.init))
    }
}
