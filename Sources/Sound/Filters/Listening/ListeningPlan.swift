import AudioTypes
import Glibc

/// All that a person wants of the sound of one output. A value that knows neither a sample rate nor a thread; ``ListeningProcessor`` runs
/// what comes of it.
package struct ListeningPlan: Hashable, Sendable {
    /// The level, the equaliser and the aids.
    package var filters: FilterChain
    /// What headphones hear of the other side; `nil` is nothing.
    package var crossfeed: Crossfeed?
    /// Which channels get which side of a crossover; `nil` is everything for all.
    package var crossover: ChannelCrossover?
    /// The impulse response that all sound goes through; `nil` is none. One for another sample rate is resampled.
    package var impulse: ImpulseResponse?
    /// The night mode; `nil` is without.
    package var night: NightMode?
    /// The limiter; `nil` is without. The night mode always has one.
    package var limiter: LimiterSettings?

    /// Whether the shelves of ``LoudnessShelves`` lower the middle instead of raising the rest.
    package var attenuatesForLoudness: Bool

    /// Makes a plan.
    /// - Parameter attenuatesForLoudness: where the level is automatic if it is `nil`.
    package init(
        filters: FilterChain, crossfeed: Crossfeed? = nil, crossover: ChannelCrossover? = nil, impulse: ImpulseResponse? = nil,
        night: NightMode? = nil, limiter: LimiterSettings? = nil, attenuatesForLoudness: Bool? = nil
    ) {
        self.attenuatesForLoudness = attenuatesForLoudness ?? (filters.preamp == .automatic)
        (self.filters, self.crossfeed, self.crossover) = (filters, crossfeed, crossover)
        (self.impulse, self.night, self.limiter) = (impulse, night, limiter)
    }

    /// Whether samples of every channel pass unchanged at every volume, and in time.
    package var isNeutral: Bool {
        filters.isNeutral && crossfeed == nil && crossover?.isNeutral ?? true && impulse == nil && night == nil && limiter == nil
    }

    /// The limiter that runs: the one that is wanted, or the one that the night mode needs, because what begins loudly after silence is
    /// too loud at first.
    package var runningLimiter: LimiterSettings? { limiter ?? (night == nil ? nil : .standard) }

    /// What each channel goes through behind the matrix, without what follows the volume. The automatic level counts the impulse response,
    /// too.
    ///
    /// - Parameter impulse: the impulse response at the same rate, as ``convolutions(for:at:)`` returns it.
    func cascades(for layout: ChannelLayout, at rate: SampleRate, impulse: Convolution) -> [Cascade] {
        var filters = filters
        filters.aids.loudness = nil
        let lowered = filters.preamp == .automatic ? 1 / max(1, impulse.largestGain) : 1
        return filters.cascades(for: layout, at: rate).enumerated().map { channel, cascade in
            let sides = Cascade(crossover?.bands(of: channel) ?? [], at: rate).sections
            return Cascade(gain: cascade.gain * lowered, cascade.sections + sides)
        }
    }

    /// The impulse response as it is run, the same with the curves of the equaliser, and by how many frames the sound is late through it.
    func convolutions(
        for layout: ChannelLayout, at rate: SampleRate
    ) throws(ImpulseError) -> (impulse: Convolution, whole: Convolution, latency: Int) {
        let response = try impulse?.resampled(to: rate)
        let impulse = try response?.convolution(for: layout) ?? .none
        return (impulse, try impulse.after(curves(for: layout, at: rate)), response?.latency ?? 0)
    }

    /// The taps of the curves of each channel; empty where there are none.
    private func curves(for layout: ChannelLayout, at rate: SampleRate) -> [[Double]] {
        var known: [[GraphicCurve]: [Double]] = [[]: []]
        return (0..<layout.count).map { channel in
            let curves = filters.equalizer.curves(channel: channel, of: layout)
            if let taps = known[curves] { return taps }
            let taps = curves.reduce([]) { Convolution.product($0, $1.taps(at: rate)) }
            known[curves] = taps
            return taps
        }
    }
}
