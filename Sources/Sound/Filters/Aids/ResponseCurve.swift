package import AudioTypes
import Glibc

/// What an equaliser does to each frequency that people hear, for somebody who looks at it.
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

    /// Computes the curve of a choice for two channels at 48 kHz.
    package init(_ choice: OutputFilters.Choice) {
        let format = StreamFormat(sampleRate: .video, channelLayout: .stereo)
        let filters = (try? ReadFilters.of(choice, for: format)) ?? .none
        let frequencies = (0..<Self.count).map { 20 * pow(1_000, Double($0) / Double(Self.count - 1)) }
        let gains = filters.cascades.map { cascade in
            frequencies.map { cascade.response(at: $0, rate: format.sampleRate).decibels }
        }
        let flat = [Double](repeating: 0, count: Self.count)
        self.frequencies = frequencies
        left = gains.first ?? flat
        right = gains.dropFirst().first ?? left
        (level, bandCount) = (filters.level, filters.bandCount)
    }
}
