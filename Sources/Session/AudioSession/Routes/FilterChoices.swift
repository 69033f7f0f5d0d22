import AudioTypes

/// The equalisers that are chosen for outputs: what the configuration gives, and what clients have chosen, which comes first.
struct FilterChoices: Hashable, Sendable {
    /// What the configuration gives.
    var configured = OutputFilters()
    /// What clients have chosen.
    var chosen = OutputFilters()

    /// What counts.
    var current: OutputFilters { configured.overridden(by: chosen) }

    /// The most bytes of all texts that clients have chosen together: they are saved with every change of the state.
    static let mostBytes = 262_144

    /// Whether clients may have all that is chosen.
    var isWithinBounds: Bool { chosen.choices.count <= OutputFilters.mostChoices && chosen.byteCount <= Self.mostBytes }
}
