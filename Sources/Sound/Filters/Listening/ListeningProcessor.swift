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
    /// How many frames of silence push all sound out once nothing rings.
    private let drain: Int
    /// How many frames of silence have gone in since nothing rings. The callback's.
    private let quiet: UnsafeMutablePointer<Int>

    /// Makes what runs a plan for a layout at a sample rate, at a volume in decibels. With curves or an impulse response, this takes up to some
    /// seconds.
    package init(_ plan: ListeningPlan, for layout: ChannelLayout, at rate: SampleRate, volume: Double = 0) throws(ImpulseError) {
        self.init(try ListeningKernel(plan, for: layout, at: rate), volume: volume)
    }

    /// Makes what runs a plan of which everything was computed, at a volume in decibels. This takes some milliseconds at most, for the memory
    /// of a long impulse response.
    package init(_ kernel: ListeningKernel, volume: Double = 0) {
        (channelCount, isNeutral, latency, warmUp) = (kernel.layout.count, kernel.isNeutral, kernel.latency, kernel.warmUp)
        let mixer = ChannelMixer(kernel.mixing)
        unsafe self.mixer = mixer.isNeutral ? nil : Self.owned(mixer)
        if let crossfeed = kernel.crossfeed {
            unsafe self.crossfeed = Self.owned(CrossfeedMixer(crossfeed, for: kernel.layout, at: kernel.rate))
        } else {
            unsafe crossfeed = nil
        }
        if let shelves = kernel.loudness {
            unsafe loudness = Self.owned(
                LoudnessFollower(
                    shelves, isAttenuating: kernel.attenuatesForLoudness, channelCount: kernel.layout.count, at: kernel.rate,
                    volume: volume))
        } else {
            unsafe loudness = nil
        }
        let cascades = CascadeChain(kernel.cascades)
        unsafe self.cascades = cascades.isNeutral ? nil : Self.owned(cascades)
        var drain = kernel.latency
        if let convolution = kernel.convolution {
            drain += convolution.memory
            unsafe convolver = Self.owned(Convolver(convolution))
        } else {
            unsafe convolver = nil
        }
        let delays = ChannelDelays(kernel.delays)
        drain += delays.longest
        unsafe self.delays = delays.isNeutral ? nil : Self.owned(delays)
        if let night = kernel.night {
            unsafe compressor = Self.owned(Compressor(night, channelCount: kernel.layout.count, at: kernel.rate))
        } else {
            unsafe compressor = nil
        }
        if let settings = kernel.limiter {
            unsafe limiter = Self.owned(Limiter(settings, channelCount: kernel.layout.count, at: kernel.rate))
        } else {
            unsafe limiter = nil
        }
        self.drain = drain
        unsafe quiet = .allocate(capacity: 1)
        unsafe quiet.initialize(to: 0)
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
        unsafe quiet.deallocate()
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

    /// Callback: goes on where `other` is, for the same sound: with what its bands remember that are nearly the same, and with the gains
    /// of its night mode and its limiter, which need up to seconds to rise.
    @_noLocks
    func remember(_ other: borrowing ListeningProcessor) {
        if let cascades = unsafe cascades, let others = unsafe other.cascades { unsafe cascades.pointee.remember(others.pointee) }
        if let compressor = unsafe compressor, let others = unsafe other.compressor {
            unsafe compressor.pointee.remember(others.pointee)
        }
        if let limiter = unsafe limiter, let others = unsafe other.limiter { unsafe limiter.pointee.remember(others.pointee) }
    }

    /// Callback: takes in whether the next `count` frames are silence. Returns whether they need not run, because nothing is left of the sound
    /// before them: no filter rings, and what comes late has come out.
    @_noLocks
    func rests(isSilent: Bool, count: Int) -> Bool {
        guard isSilent, isFrontAtRest() else {
            unsafe quiet.pointee = 0
            return false
        }
        let (compressor, limiter) = unsafe (compressor, limiter)
        if unsafe quiet.pointee >= drain && compressor?.pointee.isAtRest ?? true && limiter?.pointee.isAtRest ?? true {
            return true
        }
        unsafe quiet.pointee = min(drain, quiet.pointee &+ count)
        return false
    }

    /// Whether nothing rings of what silence does not push out after a known time.
    @_noLocks
    private func isFrontAtRest() -> Bool {
        if let crossfeed = unsafe crossfeed, unsafe !crossfeed.pointee.isAtRest { return false }
        if let loudness = unsafe loudness, unsafe !loudness.pointee.isAtRest { return false }
        if let cascades = unsafe cascades { return unsafe cascades.pointee.comesToRest() }
        return true
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
