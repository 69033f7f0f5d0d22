package import AudioTypes
import Glibc

/// All that the sound of one output goes through: a level, an equaliser and aids. A value; ``CascadeChain`` runs what comes of it.
package struct FilterChain: Hashable, Sendable {
    /// The level before the filters.
    package enum Preamp: Hashable, Sendable {
        /// As much lower as the filters of the loudest channel raise a sine, and never louder. Of the levels that the text gives, only
        /// those count by which it lowers one channel against the others.
        case automatic
        /// Decibels, besides those that the text gives; both together within ``Equalizer/levels``.
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

    /// What changes nothing.
    static let flat = FilterChain(of: .flat)

    private init(of equalizer: Equalizer) { (preamp, self.equalizer, aids) = (.decibels(0), equalizer, .none) }

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
        let levels = (0..<layout.count).map { equalizer.preamp(channel: $0, of: layout) }
        switch preamp {
        case .decibels(let value):
            return zip(bands, levels).map { Cascade(decibels: Equalizer.bounded(value + $1), $0, at: rate) }
        case .automatic:
            let common = levels.max() ?? 0
            let peaks = peaks(bands, for: layout, at: rate)
            let level = zip(peaks, levels).map { $0 + $1 - common }.max() ?? 0
            return zip(bands, levels).map { Cascade(decibels: $1 - common - max(0, level), $0, at: rate) }
        }
    }

    /// The most by which bands and curves raise a sine in each channel, in decibels; where there are curves, at most that of both. What
    /// several channels share is computed once, because a curve takes milliseconds.
    private func peaks(_ bands: [[Band]], for layout: ChannelLayout, at rate: SampleRate) -> [Double] {
        var ofBands: [[Band]: Double] = [[]: 0]
        var ofCurves: [GraphicCurve: Double] = [:]
        return bands.enumerated().map { channel, bands in
            let raised = ofBands[bands] ?? Cascade(bands, at: rate).peak(rate: rate, bands: bands).decibels
            ofBands[bands] = raised
            return equalizer.curves(channel: channel, of: layout).reduce(raised) { sum, curve in
                let peak = ofCurves[curve] ?? curve.peak(at: rate)
                ofCurves[curve] = peak
                return sum + peak
            }
        }
    }
}
