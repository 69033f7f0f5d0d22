package import AudioTypes
import Glibc

/// What a choice of an equaliser is for sound of a format.
package struct ReadFilters: Hashable, Sendable {
    /// What each channel goes through; none where nothing is to run.
    package let cascades: [Cascade]
    /// The number of bands of all channels together.
    package let bandCount: Int
    /// The level before the filters in decibels, of the loudest channel.
    package let level: Double

    /// Nothing.
    package static let none = ReadFilters(cascades: [], bandCount: 0, level: 0)

    /// Computes what is chosen. That takes milliseconds.
    package static func of(_ choice: OutputFilters.Choice, for format: StreamFormat) throws(EqualizerTextError) -> ReadFilters {
        guard case .equalizer(let chosen) = choice else { return .none }
        let equalizer = try EqualizerReader(Array(chosen.text.utf8)).equalizer
        guard let chain = FilterChain(preamp: chosen.hasAutomaticLevel ? .automatic : .decibels(0), equalizer: equalizer) else {
            return .none
        }
        let cascades = chain.cascades(for: format.channelLayout, at: format.sampleRate)
        let loudest = cascades.map(\.gain).max() ?? 1
        return ReadFilters(
            cascades: cascades.allSatisfy(\.isNeutral) ? [] : cascades, bandCount: equalizer.bandCount,
            level: loudest > 0 ? 20 * log10(loudest) : 0)
    }
}
