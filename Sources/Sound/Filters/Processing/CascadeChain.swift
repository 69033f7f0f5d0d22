/// The cascades of all channels, with what they remember of the sound: what the callback runs. Made beforehand, on another thread, for
/// each change of an equaliser.
///
/// A filter computes in double precision, in the transposed direct form II, which loses least at low frequencies. Only the thread that
/// plays calls what is marked as free of locks, and one at a time.
@safe package struct CascadeChain: ~Copyable {
    /// The number of channels.
    package let channelCount: Int
    /// Whether samples of every channel pass unchanged, so that nothing has to run.
    package let isNeutral: Bool

    /// What one filter remembers.
    private struct Memory {
        var first = 0.0
        var second = 0.0

        /// Whether what is left is below −240 dB.
        var isInaudible: Bool { @_noLocks get { abs(first) < 1e-12 && abs(second) < 1e-12 } }

        /// Forgets what is too small to be heard and would be slow to compute with, and what is no number.
        @_noLocks
        mutating func settle() {
            if !(abs(first) > 1e-30 && abs(first) < 1e30) { first = 0 }
            if !(abs(second) > 1e-30 && abs(second) < 1e30) { second = 0 }
        }
    }

    /// Where the filters of each channel begin, and behind the last one; `channelCount` + 1 numbers.
    private let starts: UnsafeMutablePointer<Int>
    private let gains: UnsafeMutablePointer<Double>
    private let sections: UnsafeMutablePointer<BiquadCoefficients>
    private let memories: UnsafeMutablePointer<Memory>
    private let block: UnsafeMutablePointer<Double>

    /// How many frames go through all filters before the next ones.
    static var blockLength: Int {
        @_noLocks get { 256 }
    }

    /// Makes what runs these cascades, one for each channel.
    package init(_ cascades: [Cascade]) {
        channelCount = cascades.count
        isNeutral = cascades.allSatisfy(\.isNeutral)
        let count = cascades.reduce(0) { $0 + $1.sections.count }
        unsafe starts = .allocate(capacity: cascades.count + 1)
        unsafe gains = .allocate(capacity: max(1, cascades.count))
        unsafe sections = .allocate(capacity: max(1, count))
        unsafe memories = .allocate(capacity: max(1, count))
        unsafe block = .allocate(capacity: Self.blockLength)
        unsafe block.initialize(repeating: 0, count: Self.blockLength)
        unsafe memories.initialize(repeating: Memory(), count: count)
        unsafe starts.initialize(to: 0)
        var place = 0
        for (channel, cascade) in cascades.enumerated() {
            unsafe (gains + channel).initialize(to: cascade.gain)
            for section in cascade.sections {
                unsafe (sections + place).initialize(to: section)
                place += 1
            }
            unsafe (starts + channel + 1).initialize(to: place)
        }
    }

    deinit {
        unsafe starts.deallocate()
        unsafe gains.deallocate()
        unsafe sections.deallocate()
        unsafe memories.deallocate()
        unsafe block.deallocate()
    }

    /// Callback: forgets the sound, for one that begins anew.
    @_noLocks
    package func reset() {
        for section in 0..<(unsafe starts[channelCount]) { unsafe memories[section] = Memory() }
    }

    /// Callback: takes over what filters of `other` remember that are nearly the same and stand at the same place. Such a filter
    /// goes on with the sound; another one begins without a memory.
    @_noLocks
    package func remember(_ other: borrowing CascadeChain) {
        for channel in 0..<min(channelCount, other.channelCount) {
            let (mine, others) = unsafe (starts[channel], other.starts[channel])
            let count = unsafe min(starts[channel &+ 1] &- mine, other.starts[channel &+ 1] &- others)
            for place in 0..<max(0, count) {
                let (new, old) = unsafe (sections[mine &+ place], other.sections[others &+ place])
                if new.resonates(as: old) { unsafe memories[mine &+ place] = unsafe other.memories[others &+ place] }
            }
        }
    }

    /// Callback: forgets the rest of a sound that is over, once this is far below what is heard. Returns whether nothing is left.
    @_noLocks
    package func comesToRest() -> Bool {
        let end = unsafe starts[channelCount]
        for section in 0..<end where unsafe !memories[section].isInaudible { return false }
        reset()
        return true
    }

    /// The largest sample that goes into filters or comes out of them: 120 dB above full scale.
    static var largestSample: Double {
        @_noLocks get { 1e6 }
    }

    /// A sample brought to at most ``largestSample``, and 0 instead of one that is no number or infinite.
    @inline(__always) @_noLocks
    static func bounded(_ sample: Double) -> Double {
        let size = abs(sample)
        if size <= largestSample { return sample }
        return size < .infinity ? (sample < 0 ? -largestSample : largestSample) : 0
    }

    /// Whether there is nothing to run for a channel; one without a cascade passes unchanged, too.
    @inline(__always) @_noLocks
    private func passes(_ channel: Int) -> Bool { isNeutral || channel < 0 || channel >= channelCount }

    /// Callback: filters `count` samples of one channel. `output` may be `input`. A sample that is no number, or beyond
    /// 1,000,000 in size, counts as 0 and costs no other one; what comes out is a number of at most that size. A channel for which there
    /// is no cascade passes unchanged.
    @unsafe @_noLocks
    package func process(
        channel: Int, from input: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>, count: Int
    ) {
        if passes(channel) {
            // Onto itself, nothing has to be copied.
            if unsafe input == UnsafePointer(output) { return }
            for frame in 0..<count { unsafe output[frame] = input[frame] }
            return
        }
        var done = 0
        while done < count {
            let length = min(Self.blockLength, count &- done)
            for frame in 0..<length { unsafe block[frame] = Double(input[done &+ frame]) }
            unsafe process(channel: channel, block, count: length)
            for frame in 0..<length { unsafe output[done &+ frame] = Float(block[frame]) }
            done &+= length
        }
    }

    /// Callback: the same with samples in double precision, in place.
    @unsafe @_noLocks
    package func process(channel: Int, _ samples: UnsafeMutablePointer<Double>, count: Int) {
        if passes(channel) { return }
        let gain = unsafe gains[channel]
        for frame in 0..<count {
            let sample = unsafe samples[frame]
            // Not brought to the largest: that would ring for long, and no sound is that loud.
            unsafe samples[frame] = abs(sample) <= Self.largestSample ? sample * gain : 0
        }
        let end = unsafe starts[channel &+ 1]
        var done = 0
        while done < count {
            let length = min(Self.blockLength, count &- done)
            var section = unsafe starts[channel]
            // Two at a time: a filter waits for its own last sample, and meanwhile the processor computes the other one.
            while section &+ 1 < end {
                unsafe runPair(section, samples + done, length)
                section &+= 2
            }
            if section < end { unsafe runOne(section, samples + done, length) }
            for frame in done..<(done &+ length) { unsafe samples[frame] = Self.bounded(samples[frame]) }
            done &+= length
        }
    }

    @unsafe @_noLocks
    private func runOne(_ section: Int, _ samples: UnsafeMutablePointer<Double>, _ count: Int) {
        let filter = unsafe sections[section]
        var memory = unsafe memories[section]
        for frame in 0..<count { unsafe samples[frame] = Self.step(filter, &memory, samples[frame]) }
        memory.settle()
        unsafe memories[section] = memory
    }

    @unsafe @_noLocks
    private func runPair(_ section: Int, _ samples: UnsafeMutablePointer<Double>, _ count: Int) {
        let (first, second) = unsafe (sections[section], sections[section &+ 1])
        var (one, two) = unsafe (memories[section], memories[section &+ 1])
        for frame in 0..<count {
            unsafe samples[frame] = Self.step(second, &two, Self.step(first, &one, samples[frame]))
        }
        one.settle()
        two.settle()
        unsafe memories[section] = one
        unsafe memories[section &+ 1] = two
    }

    @inline(__always) @_noLocks
    private static func step(_ filter: BiquadCoefficients, _ memory: inout Memory, _ input: Double) -> Double {
        let output = filter.b0 * input + memory.first
        memory.first = filter.b1 * input - filter.a1 * output + memory.second
        memory.second = filter.b2 * input - filter.a2 * output
        return output
    }
}
