package import AudioTypes
import Glibc

/// What an equaliser does to each frequency that people hear, for somebody who looks at it: its bands and curves. What an impulse response does is
/// not in it.
package struct ResponseCurve: Hashable, Sendable {
    /// The frequencies, in hertz: from 20 Hz to 20 kHz, each as far from the next one for the ear.
    package let frequencies: [Double]
    /// The gain at each of them in decibels on the left, with the level.
    package let left: [Double]
    /// The gain on the right.
    package let right: [Double]
    /// The level alone, in decibels.
    package let level: Double
    /// The number of bands of all channels together.
    package let bandCount: Int

    /// How many frequencies there are: twelve an octave.
    package static let count = 121

    /// What nothing does.
    package static let flat = ResponseCurve(.off)

    /// Computes the curve of a choice for two channels at 48 kHz: some milliseconds for each curve of its text.
    package init(_ choice: OutputFilters.Choice) {
        let frequencies = (0..<Self.count).map { 20 * pow(1_000, Double($0) / Double(Self.count - 1)) }
        let filters = choice.isOff ? nil : try? ListeningPlan.of(choice, hasCrossfeed: true).plan.filters
        let cascades = filters?.cascades(for: .stereo, at: .video) ?? []
        let gains = cascades.enumerated().map { channel, cascade in
            let curves = filters?.equalizer.curves(channel: channel, of: .stereo) ?? []
            return frequencies.map { frequency in
                let bands = cascade.response(at: frequency, rate: .video).decibels
                return curves.reduce(bands) { $0 + $1.gain(at: frequency) }
            }
        }
        let loudest = cascades.map(\.gain).max() ?? 1
        let flat = [Double](repeating: 0, count: Self.count)
        self.frequencies = frequencies
        left = gains.first ?? flat
        right = gains.dropFirst().first ?? left
        level = loudest > 0 ? 20 * log10(loudest) : 0
        bandCount = filters?.equalizer.bandCount ?? 0
    }
}
