package import AudioTypes
import Glibc

/// Lowers all channels together before a sample that is too loud, so that none is: no sample is louder than the ceiling, and where none
/// would be, every sample is the same, only later.
///
/// Each frame asks for a factor. The smallest of those within reach counts, and two sliding means of it, one after the other, make a slope
/// without corners that is down when the loud frame comes: a mean of factors none of which is larger than what this frame asks for is not larger, either.
/// The means are of whole numbers, so they are exact after any time, and 1 is 1.
///
/// Only the thread that plays calls what is marked as free of locks, and one at a time.
@safe package struct Limiter: ~Copyable {
    /// By how many frames sound comes later.
    package let latency: Int
    /// The number of channels.
    package let channelCount: Int

    private let ceiling: Double
    private let isTruePeak: Bool
    private let release: Double
    /// The lengths of the two means, in frames.
    private let lengths: (first: Int, second: Int)
    /// How many frames ago a frame may be whose factor still counts.
    private let reach: Int
    /// The samples of each channel, `mask` + 1 for each.
    private let samples: UnsafeMutablePointer<Float>
    private let mask: Int
    /// The factors within reach that may still become the smallest, from the smallest on, and when they were asked for.
    private let factors: UnsafeMutablePointer<Double>
    private let times: UnsafeMutablePointer<Int>
    /// What went into the two means.
    private let first: UnsafeMutablePointer<Int>
    private let second: UnsafeMutablePointer<Int>
    /// The factors of the filter that finds what lies between samples, twelve for each of three places.
    private let between: UnsafeMutablePointer<Float>

    private struct State {
        var time = 0
        var (oldest, newest) = (0, 0)
        var gain = 1.0
        var (firstSum, secondSum) = (0, 0)
        var (firstPlace, secondPlace) = (0, 0)
        var lowered = 0
    }
    private var state = State()

    /// The whole number that stands for a factor of 1.
    private static var one: Int {
        @_noLocks get { 1 << 40 }
    }
    /// How many samples around a place the filter between samples looks at, half of them after it.
    private static var span: Int {
        @_noLocks get { 12 }
    }

    /// By how many frames sound comes later through a limiter with these settings.
    package static func latency(_ settings: LimiterSettings, at rate: SampleRate) -> Int {
        max(lateness(settings) + 2, Int(settings.lookAhead / 1_000 * Double(rate.hertz)))
    }

    /// How many frames the filter between samples looks ahead.
    private static func lateness(_ settings: LimiterSettings) -> Int { settings.isTruePeak ? span / 2 : 0 }

    /// Makes a limiter for `channelCount` channels at a sample rate.
    package init(_ settings: LimiterSettings = .standard, channelCount: Int, at rate: SampleRate) {
        isTruePeak = settings.isTruePeak
        let late = Self.lateness(settings)
        latency = Self.latency(settings, at: rate)
        let whole = latency - late
        lengths = (whole / 2 + 1, whole - whole / 2 + 1)
        reach = latency + 1
        self.channelCount = channelCount
        let ceiling = pow(10, settings.ceiling / 20)
        // The largest float that is not above it.
        self.ceiling = Double(Double(Float(ceiling)) > ceiling ? Float(ceiling).nextDown : Float(ceiling))
        release = 1 - exp(-1_000 / settings.release / Double(rate.hertz))
        var size = 16
        while size <= latency + Self.span { size *= 2 }
        mask = size - 1
        unsafe samples = .allocate(capacity: max(1, size * channelCount))
        unsafe factors = .allocate(capacity: size)
        unsafe times = .allocate(capacity: size)
        unsafe first = .allocate(capacity: lengths.first)
        unsafe second = .allocate(capacity: lengths.second)
        unsafe between = .allocate(capacity: 3 * Self.span)
        unsafe samples.initialize(repeating: 0, count: size * channelCount)
        unsafe factors.initialize(repeating: 1, count: size)
        unsafe times.initialize(repeating: 0, count: size)
        unsafe first.initialize(repeating: Self.one, count: lengths.first)
        unsafe second.initialize(repeating: Self.one, count: lengths.second)
        for place in 0..<3 {
            for tap in 0..<Self.span {
                let distance = Double(Self.span) / 2 - Double(tap) - Double(place + 1) / 4
                let wave = sin(Double.pi * distance) / (Double.pi * distance)
                let window = 0.5 + 0.5 * cos(Double.pi * distance / (Double(Self.span) / 2 + 0.5))
                unsafe (between + (place * Self.span + tap)).initialize(to: Float(wave * window))
            }
        }
        state = Self.beginning(lengths)
    }

    deinit {
        unsafe samples.deallocate()
        unsafe factors.deallocate()
        unsafe times.deallocate()
        unsafe first.deallocate()
        unsafe second.deallocate()
        unsafe between.deallocate()
    }

    /// Callback: forgets the sound, for one that begins anew.
    @_noLocks
    package mutating func reset() {
        for place in 0..<((mask &+ 1) &* channelCount) { unsafe samples[place] = 0 }
        for place in 0..<lengths.first { unsafe first[place] = Self.one }
        for place in 0..<lengths.second { unsafe second[place] = Self.one }
        state = Self.beginning(lengths)
    }

    /// The state before any sound, with means of these lengths.
    @_noLocks
    private static func beginning(_ lengths: (first: Int, second: Int)) -> State {
        var state = State()
        state.firstSum = one &* lengths.first
        state.secondSum = one &* lengths.second
        return state
    }

    /// Callback: goes on with the gain of another one, which comes back as slowly as it would have.
    @_noLocks
    package mutating func remember(_ other: borrowing Limiter) {
        let whole = Int(other.state.gain * Double(Self.one))
        state.gain = other.state.gain
        for place in 0..<lengths.first { unsafe first[place] = whole }
        for place in 0..<lengths.second { unsafe second[place] = whole }
        state.firstSum = whole &* lengths.first
        state.secondSum = whole &* lengths.second
    }

    /// Callback: whether it lowers nothing, and is not on its way back.
    package var isAtRest: Bool {
        @_noLocks get { state.gain == 1 && state.secondSum == Self.one &* lengths.second }
    }

    /// Callback: how many frames came out lower than they went in, since it was made or reset.
    package var loweredFrames: Int {
        @_noLocks get { state.lowered }
    }

    /// Callback: limits `count` frames of all channels in place. There are as many planes as channels. A sample that is no number, or
    /// more than 1,000,000 in size, counts as 0.
    @unsafe @_noLocks
    package mutating func process(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int) {
        for frame in 0..<count {
            let now = state.time & mask
            var peak: Float = 0
            for channel in 0..<channelCount {
                let base = unsafe samples + channel &* (mask &+ 1)
                let sample = unsafe SampleBounds.kept(planes[channel][frame])
                unsafe base[now] = sample
                let size = abs(sample)
                if size > peak { peak = size }
                if isTruePeak {
                    let between = unsafe peakBetween(base)
                    if between > peak { peak = between }
                }
            }
            let gain = next(Double(peak))
            if gain < 1 { state.lowered &+= 1 }
            let then = (state.time &- latency) & mask
            for channel in 0..<channelCount {
                let sample = unsafe samples[channel &* (mask &+ 1) &+ then]
                // With a factor of 1 this is the sample; what was rounded up is brought back.
                let limited = min(max(Double(sample) * gain, -ceiling), ceiling)
                unsafe planes[channel][frame] = Float(limited)
            }
            state.time &+= 1
        }
    }

    /// The factor for the frame that comes out now, if the one that has come in now has this peak.
    @_noLocks
    private mutating func next(_ peak: Double) -> Double {
        let wanted = peak > ceiling ? ceiling / peak : 1
        // A factor that is not smaller than a later one will never be the smallest again.
        while state.newest > state.oldest, unsafe factors[(state.newest &- 1) & mask] >= wanted { state.newest &-= 1 }
        unsafe factors[state.newest & mask] = wanted
        unsafe times[state.newest & mask] = state.time
        state.newest &+= 1
        while unsafe times[state.oldest & mask] <= state.time &- reach { state.oldest &+= 1 }
        let smallest = unsafe factors[state.oldest & mask]
        if smallest < state.gain {
            state.gain = smallest
        } else {
            state.gain += (smallest - state.gain) * release
            // It would come nearer and nearer for ever; this is 0.00001 dB.
            if smallest - state.gain < 1e-6 { state.gain = smallest }
        }
        let whole = Int(state.gain * Double(Self.one))
        state.firstSum &+= whole &- (unsafe first[state.firstPlace])
        unsafe first[state.firstPlace] = whole
        state.firstPlace = state.firstPlace &+ 1 == lengths.first ? 0 : state.firstPlace &+ 1
        let mean = state.firstSum / lengths.first
        state.secondSum &+= mean &- (unsafe second[state.secondPlace])
        unsafe second[state.secondPlace] = mean
        state.secondPlace = state.secondPlace &+ 1 == lengths.second ? 0 : state.secondPlace &+ 1
        let all = Self.one &* lengths.second
        return state.secondSum == all ? 1 : Double(state.secondSum) / Double(all)
    }

    /// The largest of three values between the two samples in the middle of the last twelve.
    @unsafe @_noLocks
    private func peakBetween(_ base: UnsafePointer<Float>) -> Float {
        var peak: Float = 0
        for place in 0..<3 {
            var sum: Float = 0
            for tap in 0..<Self.span {
                unsafe sum += between[place &* Self.span &+ tap] * base[(state.time &- tap) & mask]
            }
            if abs(sum) > peak { peak = abs(sum) }
        }
        return peak
    }
}
