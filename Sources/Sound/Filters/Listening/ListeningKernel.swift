package import AudioTypes
import Glibc

/// What a ``ListeningPlan`` is for a layout at a sample rate, once all that takes long is computed: taps, spectra, coefficients. It never
/// changes, so any thread may have it, and every ``ListeningProcessor`` of the same sound is made of it in a few milliseconds at most.
package final class ListeningKernel: Sendable {
    /// The channels that it is for.
    package let layout: ChannelLayout
    /// The sample rate that it is for.
    package let rate: SampleRate
    /// What each channel goes through behind the matrix, crossfeed and loudness.
    package let cascades: [Cascade]
    /// Whether samples pass unchanged and in time.
    package let isNeutral: Bool
    /// By how many frames sound comes later than without: what the limiter looks ahead, and what resampling an impulse response takes.
    /// What the delays of channels add on purpose is not in it.
    package let latency: Int
    /// How many frames have to go through a processor before it is as if it had always run, to less than can be heard.
    package let warmUp: Int

    /// How many frames of silence push out what is heard late: what the limiter looks ahead, delays, and the first second of a room.
    package var held: Int {
        latency + (delays.max() ?? 0) + min(convolution?.memory ?? 0, Int(rate.hertz))
    }

    let mixing: ChannelMatrix
    let crossfeed: Crossfeed?
    let loudness: LoudnessShelves?
    let attenuatesForLoudness: Bool
    /// `nil` if nothing is convolved.
    let convolution: ConvolutionKernel?
    /// Frames, for each channel.
    let delays: [Int]
    let night: NightMode?
    let limiter: LimiterSettings?

    /// How long filters that remember little run unheard, in seconds.
    private static let shortWarmUp = 0.015

    /// Computes what a plan is. With curves or an impulse response, this takes up to some seconds.
    package init(_ plan: ListeningPlan, for layout: ChannelLayout, at rate: SampleRate) throws(ImpulseError) {
        let convolutions = try plan.convolutions(for: layout, at: rate)
        let convolution = convolutions.whole.isNeutral ? nil : ConvolutionKernel(convolutions.whole)
        let aids = plan.filters.aids
        (self.layout, self.rate, self.convolution) = (layout, rate, convolution)
        cascades = plan.cascades(for: layout, at: rate, impulse: convolutions.impulse)
        mixing = aids.mixing(for: layout)
        let hasSides = layout.channels.contains(.frontLeft) && layout.channels.contains(.frontRight)
        crossfeed = hasSides ? plan.crossfeed : nil
        loudness = aids.loudness.flatMap { $0.bass == 0 && $0.treble == 0 ? nil : $0 }
        attenuatesForLoudness = plan.attenuatesForLoudness
        delays = (0..<layout.count).map { aids.delay(of: $0, at: rate) }
        (night, limiter) = (plan.night, plan.runningLimiter)
        latency = convolutions.latency + (plan.runningLimiter.map { Limiter.latency($0, at: rate) } ?? 0)
        let isLevel = mixing.isNeutral && crossfeed == nil && loudness == nil && cascades.allSatisfy(\.isNeutral)
        let isInTime = convolution == nil && delays.allSatisfy { $0 <= 0 } && night == nil && limiter == nil
        isNeutral = isLevel && isInTime
        let second = Int(rate.hertz)
        if isNeutral {
            warmUp = 0
        } else if isInTime {
            warmUp = Int(Self.shortWarmUp * Double(second))
        } else {
            // Of a long room the first second counts.
            warmUp = latency + max(second / 4, min(convolution?.memory ?? 0, second))
        }
    }

    /// Takes cascades, one for each channel; none for what passes unchanged.
    package init(_ cascades: [Cascade], for layout: ChannelLayout, at rate: SampleRate) {
        (self.layout, self.rate, self.cascades) = (layout, rate, cascades)
        isNeutral = cascades.allSatisfy(\.isNeutral)
        (latency, warmUp) = (0, isNeutral ? 0 : Int(Self.shortWarmUp * Double(rate.hertz)))
        mixing = .identity(layout.count)
        (crossfeed, loudness, attenuatesForLoudness, convolution) = (nil, nil, false, nil)
        (delays, night, limiter) = ([], nil, nil)
    }

    /// The level before all filters in decibels, of the loudest channel.
    package var level: Double {
        let loudest = cascades.map(\.gain).max() ?? 1
        return loudest > 0 ? 20 * log10(loudest) : -Double.infinity
    }

    /// How many bytes it takes, nearly.
    package var byteCount: Int { convolution?.byteCount ?? 0 }
}
