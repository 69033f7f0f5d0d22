import AudioTypes

/// The rules for the volumes of outputs: what the configuration gives, and what clients have chosen, which comes first.
struct VolumeChoices: Hashable, Sendable {
    /// What the configuration gives.
    var configured = OutputVolumes()
    /// What clients have chosen.
    var chosen = OutputVolumes()

    /// What counts.
    var current: OutputVolumes { configured.overridden(by: chosen) }
}
