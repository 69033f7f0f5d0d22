/// Divides a channel in two at a frequency, for a subwoofer: Linkwitz-Riley of fourth order, whose two sides are in phase and add up to
/// the same level at every frequency.
package struct Crossover: Hashable, Sendable {
    /// Hertz.
    package let frequency: Double

    /// The frequencies that there are, in hertz.
    package static let frequencies = 20.0...20_000.0

    /// Makes a crossover, or returns `nil` outside ``frequencies``.
    package init?(frequency: Double) {
        guard Self.frequencies.contains(frequency) else { return nil }
        self.frequency = frequency
    }

    /// What the low side goes through.
    package var low: [Band] { twice(.lowPass) }
    /// What the high side goes through.
    package var high: [Band] { twice(.highPass) }

    /// Two filters of Butterworth, one behind the other.
    private func twice(_ kind: Band.Kind) -> [Band] {
        let band = Band(kind, frequency: frequency, width: .quality(0.5.squareRoot()))
        return [band, band].compactMap(\.self)
    }
}
