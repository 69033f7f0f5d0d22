package import AudioTypes
import Synchronization

/// Runs a ``ListeningPlan`` in the callback, in this order: the matrix of the aids, crossfeed, loudness, the level with the bands and the
/// crossover, convolution, delays, night mode, limiter. What is not wanted does not run.
///
/// Made beforehand, on another thread, for each change; ``ListeningFade`` goes from one to the next. Only the thread that plays calls
/// what is marked as free of locks, and one at a time; ``clippedSamples`` may be read by any thread.
@safe package struct ListeningProcessor: ~Copyable {
    /// The number of channels.
    package let channelCount: Int
    /// Whether samples pass unchanged and in time, so that nothing has to run.
    package let isNeutral: Bool
    /// By how many frames sound comes later than without: what the limiter looks ahead, and what resampling an impulse response takes.
    /// What the delays of channels add on purpose is not in it.
    package let latency: Int
    /// How many frames have to go through it before it is as if it had always run, to less than can be heard.
    package let warmUp: Int

    /// One of each, where it is wanted.
    private let mixer: UnsafeMutablePointer<ChannelMixer>?
    private let crossfeed: UnsafeMutablePointer<CrossfeedMixer>?
    private let loudness: UnsafeMutablePointer<LoudnessFollower>?
    private let cascades: UnsafeMutablePointer<CascadeChain>?
    private let convolver: UnsafeMutablePointer<Convolver>?
    private let delays: UnsafeMutablePointer<ChannelDelays>?
    private let compressor: UnsafeMutablePointer<Compressor>?
    private let limiter: UnsafeMutablePointer<Limiter>?
    private let clipped = Atomic<Int>(0)

    /// Makes what runs a plan for a layout at a sample rate, at a volume in decibels. With curves or an impulse response, this takes up to some
    /// seconds.
    package init(_ plan: ListeningPlan, for layout: ChannelLayout, at rate: SampleRate, volume: Double = 0) throws(ImpulseError) {
        let convolutions = try plan.convolutions(for: layout, at: rate)
        let aids = plan.filters.aids
        channelCount = layout.count

        let mixer = ChannelMixer(aids.mixing(for: layout))
        unsafe self.mixer = mixer.isNeutral ? nil : Self.owned(mixer)
        let crossfeed = CrossfeedMixer(plan.crossfeed ?? .standard, for: layout, at: rate)
        unsafe self.crossfeed = plan.crossfeed == nil || crossfeed.isNeutral ? nil : Self.owned(crossfeed)
        if let shelves = aids.loudness {
            let follower = LoudnessFollower(
                shelves, isAttenuating: plan.attenuatesForLoudness, channelCount: layout.count, at: rate, volume: volume)
            unsafe loudness = follower.isNeutral ? nil : Self.owned(follower)
        } else {
            unsafe loudness = nil
        }
        let cascades = CascadeChain(plan.cascades(for: layout, at: rate, impulse: convolutions.impulse))
        unsafe self.cascades = cascades.isNeutral ? nil : Self.owned(cascades)
        let convolver = Convolver(convolutions.whole)
        let memory = convolver.isNeutral ? 0 : convolver.memory
        unsafe self.convolver = convolver.isNeutral ? nil : Self.owned(convolver)
        let delays = ChannelDelays((0..<layout.count).map { aids.delay(of: $0, at: rate) })
        unsafe self.delays = delays.isNeutral ? nil : Self.owned(delays)
        if let night = plan.night {
            unsafe compressor = Self.owned(Compressor(night, channelCount: layout.count, at: rate))
        } else {
            unsafe compressor = nil
        }
        var latency = convolutions.latency
        if let settings = plan.runningLimiter {
            let limiter = Limiter(settings, channelCount: layout.count, at: rate)
            latency += limiter.latency
            unsafe self.limiter = Self.owned(limiter)
        } else {
            unsafe limiter = nil
        }
        let isStill = unsafe self.mixer == nil && self.crossfeed == nil && loudness == nil && self.cascades == nil
        isNeutral = unsafe isStill && self.convolver == nil && self.delays == nil && compressor == nil && limiter == nil
        self.latency = latency
        // A narrow band at 40 Hz rings for a tenth of a second, and of a long room the first second counts.
        warmUp = isNeutral ? 0 : latency + max(Int(rate.hertz) / 4, min(memory, Int(rate.hertz)))
    }

    /// A place in memory that keeps a processor.
    private static func owned<Owned: ~Copyable>(_ processor: consuming Owned) -> UnsafeMutablePointer<Owned> {
        let place = UnsafeMutablePointer<Owned>.allocate(capacity: 1)
        unsafe place.initialize(to: processor)
        return unsafe place
    }

    private static func free<Owned: ~Copyable>(_ place: UnsafeMutablePointer<Owned>?) {
        unsafe place?.deinitialize(count: 1)
        unsafe place?.deallocate()
    }

    deinit {
        unsafe Self.free(mixer)
        unsafe Self.free(crossfeed)
        unsafe Self.free(loudness)
        unsafe Self.free(cascades)
        unsafe Self.free(convolver)
        unsafe Self.free(delays)
        unsafe Self.free(compressor)
        unsafe Self.free(limiter)
    }

    /// How many samples were louder than full scale when they came out, since it was made. Any thread may read it.
    package var clippedSamples: Int { clipped.load(ordering: .relaxed) }

    /// Callback: forgets the sound, for one that begins anew.
    @_noLocks
    package func reset() {
        if let crossfeed = unsafe crossfeed { unsafe crossfeed.pointee.reset() }
        if let loudness = unsafe loudness { unsafe loudness.pointee.reset() }
        if let cascades = unsafe cascades { unsafe cascades.pointee.reset() }
        if let convolver = unsafe convolver { unsafe convolver.pointee.reset() }
        if let delays = unsafe delays { unsafe delays.pointee.reset() }
        if let compressor = unsafe compressor { unsafe compressor.pointee.reset() }
        if let limiter = unsafe limiter { unsafe limiter.pointee.reset() }
    }

    /// Callback: goes on where `other` is, for the same sound: with what its bands remember that are nearly the same, and with the gain
    /// of its night mode, which needs seconds to rise.
    @_noLocks
    func remember(_ other: borrowing ListeningProcessor) {
        if let cascades = unsafe cascades, let others = unsafe other.cascades { unsafe cascades.pointee.remember(others.pointee) }
        if let compressor = unsafe compressor, let others = unsafe other.compressor {
            unsafe compressor.pointee.remember(others.pointee)
        }
    }

    /// Callback: sets out for a volume in decibels, which the loudness follows.
    @_noLocks
    package func follow(volume: Double) {
        if let loudness = unsafe loudness { unsafe loudness.pointee.follow(volume: volume) }
    }

    /// Callback: processes `count` frames of all channels in place. `planes` are the `channelCount` channels; if they are not as many as
    /// this was made for, they stay as they are. A sample that is no number counts as silence in what is
    /// computed with it.
    @unsafe @_noLocks
    package func process(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, count: Int) {
        unsafe run(planes, channelCount: channelCount, count: count)
        unsafe countClipped(planes, channelCount: channelCount, count: count)
    }

    /// Callback: the same without counting.
    @unsafe @_noLocks
    func run(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, count: Int) {
        if isNeutral || channelCount != self.channelCount { return }
        if let mixer = unsafe mixer { unsafe mixer.pointee.process(planes, count: count) }
        if let crossfeed = unsafe crossfeed { unsafe crossfeed.pointee.process(planes, count: count) }
        if let loudness = unsafe loudness { unsafe loudness.pointee.process(planes, count: count) }
        if let cascades = unsafe cascades {
            for channel in 0..<channelCount {
                unsafe cascades.pointee.process(channel: channel, from: planes[channel], to: planes[channel], count: count)
            }
        }
        if let convolver = unsafe convolver {
            unsafe convolver.pointee.process(planes, channelCount: channelCount, count: count)
        }
        if let delays = unsafe delays { unsafe delays.pointee.process(planes, count: count) }
        if let compressor = unsafe compressor { unsafe compressor.pointee.process(planes, count: count) }
        if let limiter = unsafe limiter { unsafe limiter.pointee.process(planes, count: count) }
    }

    /// Callback: counts samples that are louder than full scale, where anything runs.
    @unsafe @_noLocks
    func countClipped(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, count: Int) {
        if isNeutral || channelCount != self.channelCount { return }
        var found = 0
        for channel in 0..<channelCount {
            let plane = unsafe planes[channel]
            for frame in 0..<count where unsafe abs(plane[frame]) > 1 { found &+= 1 }
        }
        if found > 0 { clipped.wrappingAdd(found, ordering: .relaxed) }
    }
}
