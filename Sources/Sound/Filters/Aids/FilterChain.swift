package import AudioTypes
import Glibc

/// All that the sound of one output goes through: a level, an equaliser and aids. A value; ``CascadeChain`` runs what comes of it.
package struct FilterChain: Hashable, Sendable {
    /// The level before the filters.
    package enum Preamp: Hashable, Sendable {
        /// As much lower as the filters of the loudest channel raise a sine, and never louder. The levels that the text gives do not count.
        case automatic
        /// Decibels, besides those that the text gives.
        case decibels(Double)
    }

    /// The level.
    package var preamp: Preamp
    /// The equaliser.
    package var equalizer: Equalizer
    /// The aids.
    package var aids: ListeningAids

    /// Makes a chain, or returns `nil` if the level is outside ``Equalizer/preamps``.
    package init?(preamp: Preamp = .decibels(0), equalizer: Equalizer = .flat, aids: ListeningAids = .none) {
        if case .decibels(let value) = preamp, !Equalizer.preamps.contains(value) { return nil }
        (self.preamp, self.equalizer, self.aids) = (preamp, equalizer, aids)
    }

    /// Whether samples of every channel pass unchanged at every volume.
    package var isNeutral: Bool {
        let isLevel = preamp == .decibels(0) || preamp == .automatic
        return isLevel && equalizer.isNeutral && aids.isNeutral
    }

    /// What each channel goes through behind the matrix, at a sample rate and a volume in decibels. Curves are not among it: they are
    /// ``GraphicCurve/taps(at:count:)`` of their own, though the automatic level counts them.
    package func cascades(for layout: ChannelLayout, at rate: SampleRate, volume: Double = 0) -> [Cascade] {
        let shelves = aids.loudness?.bands(volume: volume) ?? []
        let bands = (0..<layout.count).map { equalizer.bands(channel: $0, of: layout) + shelves }
        switch preamp {
        case .decibels(let value):
            return bands.enumerated().map { channel, bands in
                Cascade(decibels: value + equalizer.preamp(channel: channel, of: layout), bands, at: rate)
            }
        case .automatic:
            let level =
                bands.enumerated().map { channel, bands in
                    peak(bands, equalizer.curves(channel: channel, of: layout), rate)
                }.max() ?? 0
            return bands.map { Cascade(decibels: -max(0, level), $0, at: rate) }
        }
    }

    /// The most by which bands and curves raise a sine, in decibels; where there are curves, at most that of both.
    private func peak(_ bands: [Band], _ curves: [GraphicCurve], _ rate: SampleRate) -> Double {
        let raised = bands.isEmpty ? 0 : Cascade(bands, at: rate).peak(rate: rate, bands: bands).decibels
        return curves.reduce(raised) { sum, curve in sum + (curve.points.map(\.gain).max() ?? 0) }
    }
}
