package import AudioTypes
import Glibc

/// Runs a ``NightMode`` in the callback, on all channels alike and without delay.
///
/// Every 32 frames it looks at the level of the loudest channel, a mean over 20 ms, and goes on towards the gain for it: down with 20 ms, up with
/// 2 s, in decibels. In between the gain goes straight, so it has no steps. Its tables are made beforehand, because logarithms are nothing for the
/// callback.
///
/// Only the thread that plays calls what is marked as free of locks, and one at a time.
@safe package struct Compressor: ~Copyable {
    /// The number of channels.
    package let channelCount: Int
    /// How many frames the level and the gain take.
    private let shares: (level: Double, down: Double, up: Double)
    /// The gain in decibels for each mean of squares: `fineness` values for each power of two from ``lowestPower`` on, and one more.
    private let gains: UnsafeMutablePointer<Double>
    /// The factor for each 1/`fineness` dB from ``lowestGain`` on.
    private let factors: UnsafeMutablePointer<Double>
    /// The mean of squares of each channel.
    private let powers: UnsafeMutablePointer<Double>

    private struct State {
        var step = 0
        var decibels = 0.0
        var factor = 1.0
        var slope = 0.0
    }
    private var state = State()

    private static var stepLength: Int {
        @_noLocks get { 32 }
    }
    private static var fineness: Int {
        @_noLocks get { 32 }
    }
    /// −151 dB; below it nothing changes any more.
    private static var lowestPower: Int {
        @_noLocks get { -50 }
    }
    /// 90 dB above full scale; above it nothing changes any more, either.
    private static var highestPower: Int {
        @_noLocks get { 30 }
    }
    /// In decibels.
    private static var lowestGain: Double {
        @_noLocks get { -130 }
    }
    private static var highestGain: Double {
        @_noLocks get { 8 }
    }

    /// Makes what runs a night mode for `channelCount` channels at a sample rate.
    package init(_ mode: NightMode = .standard, channelCount: Int, at rate: SampleRate) {
        self.channelCount = channelCount
        let steps = Double(rate.hertz) / Double(Self.stepLength)
        shares = (1 - exp(-1 / (0.02 * Double(rate.hertz))), 1 - exp(-1 / (0.02 * steps)), 1 - exp(-1 / (2 * steps)))
        let count = (Self.highestPower - Self.lowestPower) * Self.fineness + 1
        unsafe gains = .allocate(capacity: count)
        for place in 0..<count {
            let power = Self.lowestPower + place / Self.fineness
            let part = 1 + Double(place % Self.fineness) / Double(Self.fineness)
            unsafe (gains + place).initialize(to: mode.gain(at: 10 * log10(part * pow(2, Double(power)))))
        }
        let factorCount = Int(Self.highestGain - Self.lowestGain) * Self.fineness + 1
        unsafe factors = .allocate(capacity: factorCount)
        for place in 0..<factorCount {
            let decibels = Self.lowestGain + Double(place) / Double(Self.fineness)
            unsafe (factors + place).initialize(to: pow(10, decibels / 20))
        }
        unsafe powers = .allocate(capacity: max(1, channelCount))
        unsafe powers.initialize(repeating: 0, count: channelCount)
    }

    deinit {
        unsafe gains.deallocate()
        unsafe factors.deallocate()
        unsafe powers.deallocate()
    }

    /// Callback: forgets the sound, for one that begins anew.
    @_noLocks
    package mutating func reset() {
        for channel in 0..<channelCount { unsafe powers[channel] = 0 }
        state = State()
    }

    /// Callback: goes on with the level and the gain of another one for the same number of channels; nothing happens if it is for others.
    @_noLocks
    package mutating func remember(_ other: borrowing Compressor) {
        if other.channelCount != channelCount { return }
        for channel in 0..<channelCount { unsafe powers[channel] = other.powers[channel] }
        state = other.state
    }

    /// Callback: whether it has forgotten the sound; its gain stays where it is.
    package var isAtRest: Bool {
        @_noLocks get {
            for channel in 0..<channelCount where unsafe powers[channel] != 0 { return false }
            return true
        }
    }

    /// Callback: by how many decibels sound is louder now than it was.
    package var gain: Double {
        @_noLocks get { state.decibels }
    }

    /// Callback: changes `count` frames of all channels in place. There are as many planes as channels. A sample that is no number, or more
    /// than 1,000,000 in size, counts as 0.
    @unsafe @_noLocks
    package mutating func process(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int) {
        var done = 0
        while done < count {
            let length = min(Self.stepLength &- state.step, count &- done)
            for channel in 0..<channelCount {
                let plane = unsafe planes[channel] + done
                var power = unsafe powers[channel]
                for frame in 0..<length {
                    let sample = unsafe Double(SampleBounds.kept(plane[frame]))
                    power += (sample * sample - power) * shares.level
                    unsafe plane[frame] = Float(sample * (state.factor + state.slope * Double(frame &+ 1)))
                }
                unsafe powers[channel] = power > 1e-30 ? power : 0
            }
            state.factor += state.slope * Double(length)
            state.step &+= length
            done &+= length
            if state.step == Self.stepLength { decide() }
        }
    }

    /// Sets out for the next gain.
    @_noLocks
    private mutating func decide() {
        state.step = 0
        var loudest = 0.0
        for channel in 0..<channelCount where unsafe powers[channel] > loudest { unsafe loudest = powers[channel] }
        // In silence nothing has to change: the first sound after it is no louder for it.
        if loudest > 0 {
            let wanted = wanted(loudest)
            state.decibels += (wanted - state.decibels) * (wanted < state.decibels ? shares.down : shares.up)
        }
        let place = (min(max(state.decibels, Self.lowestGain), Self.highestGain - 0.1) - Self.lowestGain) * Double(Self.fineness)
        let index = Int(place)
        let (low, high) = unsafe (factors[index], factors[index &+ 1])
        let factor = low + (high - low) * (place - Double(index))
        state.slope = (factor - state.factor) / Double(Self.stepLength)
    }

    /// The gain in decibels for a mean of squares.
    @_noLocks
    private func wanted(_ power: Double) -> Double {
        let bits = power.bitPattern
        // The exponent of the number is its logarithm, rounded down.
        let exponent = Int(truncatingIfNeeded: bits >> 52) &- 1_023
        if exponent < Self.lowestPower { return unsafe gains[0] }
        let last = (Self.highestPower &- Self.lowestPower) &* Self.fineness
        if exponent >= Self.highestPower { return unsafe gains[last] }
        let place = (Double(bitPattern: bits & 0x000f_ffff_ffff_ffff | 0x3ff0_0000_0000_0000) - 1) * Double(Self.fineness)
        let index = Int(place)
        let base = (exponent &- Self.lowestPower) &* Self.fineness &+ index
        let (low, high) = unsafe (gains[base], gains[base &+ 1])
        return low + (high - low) * (place - Double(index))
    }
}
