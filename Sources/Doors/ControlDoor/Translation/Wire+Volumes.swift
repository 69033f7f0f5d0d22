import Application
import AudioTypes
import ControlProtocol

extension Wire.VolumeLimits {
    /// Makes the description of what is chosen for an output.
    init(_ listed: ListedVolumeRule) {
        self.init(
            output: listed.name, maximum: listed.rule.maximum, atStart: listed.rule.atStart,
            control: listed.rule.control.map(Wire.VolumeControl.init), configured: listed.isConfigured)
    }
}

extension Wire.VolumeControl {
    /// Makes the word for where the volume is set.
    init(_ control: AudioTypes.VolumeControl) {
        self =
            switch control {
            case .software: .software
            case .sink: .sink
            }
    }
}

extension AudioTypes.VolumeControl {
    /// Makes the place that a word means.
    init(_ control: Wire.VolumeControl) {
        self =
            switch control {
            case .software: .software
            case .sink: .sink
            }
    }
}
