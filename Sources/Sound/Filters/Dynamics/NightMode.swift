import Glibc

/// Quiet sound becomes louder and loud sound quieter, for late hours: the curve that Dolby publishes as *Film Standard* (in "A Guide to
/// Dolby Metadata"), around the level of speech. Only these numbers are Dolby's.
///
/// | against the level of speech | what happens |
/// |---|---|
/// | below −12 dB | 6 dB louder |
/// | −12 to 0 dB | half of the way to the level of speech |
/// | 0 to 5 dB | nothing |
/// | 5 to 15 dB | half of what is above |
/// | above 15 dB | a twentieth of what is above |
package struct NightMode: Hashable, Sendable {
    /// The level of speech, in decibels below full scale: that of the loudest channel, as the mean of its power.
    package let speech: Double

    /// What the level of speech may be.
    package static let levels = -40.0 ... -10.0

    /// For speech at −23 dBFS, as in sound that follows EBU R 128.
    package static let standard = NightMode()

    private init() { speech = -23 }

    /// Makes a night mode, or returns `nil` if the level is outside ``levels``.
    package init?(speech: Double) {
        guard Self.levels.contains(speech) else { return nil }
        self.speech = speech
    }

    /// By how many decibels sound of a level, in decibels below full scale, becomes louder.
    package func gain(at level: Double) -> Double {
        let above = level - speech
        return switch above {
        case ..<(-12): 6
        case ..<0: -above / 2
        case ..<5: 0
        case ..<15: (5 - above) / 2
        default: -5 - (above - 15) * 19 / 20
        }
    }
}
