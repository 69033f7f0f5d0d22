package import AudioTypes
import Glibc

/// Lets headphones sound more like loudspeakers: each ear hears the other side, too, quieter, without its treble and a little later, as the
/// head makes it. After Bauer, with the filters of Boris Mikhaylov's bs2b: a low pass for the other side, and a shelf for the own one,
/// so that what both sides have in common keeps its level.
package struct Crossfeed: Hashable, Sendable {
    /// Up to which frequency the other side is heard, in hertz.
    package let cutoff: Double
    /// By how much quieter the other side is at low frequencies, in decibels: the smaller, the stronger it is heard.
    package let feed: Double

    /// What the cutoff may be.
    package static let cutoffs = 300.0...2_000.0
    /// What the feed may be.
    package static let feeds = 1.0...15.0

    /// 700 Hz and 4.5 dB, as with loudspeakers 30° to each side at 3 m.
    package static let standard = Crossfeed()

    private init() { (cutoff, feed) = (700, 4.5) }

    /// Makes a crossfeed, or returns `nil` if a number is outside its bounds.
    package init?(cutoff: Double, feed: Double) {
        guard Self.cutoffs.contains(cutoff), Self.feeds.contains(feed) else { return nil }
        (self.cutoff, self.feed) = (cutoff, feed)
    }

    /// What an ear hears of the other side, at a sample rate.
    package func other(at rate: SampleRate) -> BiquadCoefficients {
        let pole = exp(-2 * Double.pi * cutoff / Double(rate.hertz))
        return BiquadCoefficients(b0: low * (1 - pole) * level, b1: 0, b2: 0, a1: -pole, a2: 0)
    }

    /// What an ear hears of its own side.
    package func own(at rate: SampleRate) -> BiquadCoefficients {
        let corner = cutoff * pow(2, (20 * log10(low) - 20 * log10(1 - high)) / 12)
        let pole = exp(-2 * Double.pi * corner / Double(rate.hertz))
        return BiquadCoefficients(b0: (1 - (1 - high) * (1 - pole)) * level, b1: -pole * level, b2: 0, a1: -pole, a2: 0)
    }

    /// The other side at low frequencies, as a factor before ``level``.
    private var low: Double { pow(10, (-feed * 5 / 6 - 3) / 20) }
    /// The own side at low frequencies, as a factor before ``level``.
    private var high: Double { pow(10, (feed / 6 - 3) / 20) }
    /// What brings the sum of both at low frequencies to 1.
    private var level: Double { 1 / (high + low) }
}
