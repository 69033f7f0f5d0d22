/// An equaliser that the outputs can run. Here, and nowhere else, is refused what they cannot.
package struct PlayableEqualizer: Hashable, Sendable {
    /// What the text says.
    package let equalizer: Equalizer
    /// The text that is this equaliser again.
    package let text: String
    /// What was left out without harm.
    package let notes: [EqualizerFault]

    /// Reads a text.
    package init(_ bytes: [UInt8]) throws(EqualizerTextError) {
        let reader = try EqualizerReader(bytes)
        if let line = reader.curveLine {
            throw EqualizerTextError(faults: [
                EqualizerFault(
                    line: line, column: 1,
                    sentence: "Curves (GraphicEQ) cannot be played yet: take the parametric equaliser, which AutoEq has, too.")
            ])
        }
        equalizer = reader.equalizer
        text = reader.equalizer.description
        notes = reader.notes
    }
}
