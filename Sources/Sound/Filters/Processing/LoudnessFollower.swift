package import AudioTypes

/// Runs ``LoudnessShelves`` in the callback, and follows the volume without a click.
///
/// The filters for each half decibel of volume are made beforehand. When the volume moves, the coefficients go from one to the next straight,
/// frame by frame: between two stable filters of second order every one is stable. The whole way, from nothing to everything, takes 200 ms.
///
/// Only the thread that plays calls what is marked as free of locks, and one at a time.
@safe package struct LoudnessFollower: ~Copyable {
    /// The number of channels.
    package let channelCount: Int
    /// Whether nothing is ever changed.
    package let isNeutral: Bool

    private let reference: Double
    /// The coefficients of both shelves and a factor for each step.
    private let steps: UnsafeMutablePointer<Step>
    private let memories: UnsafeMutablePointer<(Memory, Memory)>
    /// How many steps it goes on with each frame.
    private let speed: Double
    /// Where it is and where it goes, in steps.
    private var place = 0.0
    private var goal = 0.0

    private struct Step {
        var factor = 1.0
        var bass = BiquadCoefficients.neutral
        var treble = BiquadCoefficients.neutral
    }

    private struct Memory {
        var first = 0.0
        var second = 0.0

        /// Forgets what is smaller than `least`.
        @_noLocks
        mutating func settle(_ least: Double) {
            if !(abs(first) > least) { first = 0 }
            if !(abs(second) > least) { second = 0 }
        }

        var isEmpty: Bool {
            @_noLocks get { first == 0 && second == 0 }
        }
    }

    /// The steps from nothing to everything.
    private static var count: Int {
        @_noLocks get { 40 }
    }
    /// How long the whole way takes, in seconds.
    private static let duration = 0.2

    /// Makes what runs shelves for `channelCount` channels at a sample rate, at a volume in decibels.
    ///
    /// - Parameter isAttenuating: whether the middle becomes quieter by what bass or treble would become louder, whichever is more, so that
    ///   nothing ever needs more headroom.
    package init(
        _ shelves: LoudnessShelves, isAttenuating: Bool = false, channelCount: Int, at rate: SampleRate, volume: Double = 0
    ) {
        self.channelCount = channelCount
        isNeutral = shelves.bass == 0 && shelves.treble == 0
        reference = shelves.reference
        speed = Double(Self.count) / (Self.duration * Double(rate.hertz))
        unsafe steps = .allocate(capacity: Self.count + 1)
        for number in 0...Self.count {
            // At the reference, a shelf of hardly any gain: its poles are those of the next ones, and a zero lies on each.
            let part = max(1e-11, Double(number) / Double(Self.count))
            let volume = shelves.reference - LoudnessShelves.range * part
            var step = Step()
            for band in shelves.bands(volume: volume) {
                if band.kind == .lowShelf {
                    step.bass = band.coefficients(at: rate)
                } else {
                    step.treble = band.coefficients(at: rate)
                }
            }
            if isAttenuating {
                let most = max(shelves.bass, shelves.treble) * Double(number) / Double(Self.count)
                step.factor = Cascade(decibels: -most, [], at: rate).gain
            }
            unsafe (steps + number).initialize(to: step)
        }
        unsafe memories = .allocate(capacity: max(1, channelCount))
        unsafe memories.initialize(repeating: (Memory(), Memory()), count: channelCount)
        goal = goal(at: volume)
        place = goal
    }

    deinit {
        unsafe steps.deallocate()
        unsafe memories.deallocate()
    }

    /// Callback: forgets the sound, for one that begins anew, and is where the volume wants it.
    @_noLocks
    package mutating func reset() {
        for channel in 0..<channelCount { unsafe memories[channel] = (Memory(), Memory()) }
        place = goal
    }

    /// Callback: whether nothing rings and it is where the volume wants it.
    package var isAtRest: Bool {
        @_noLocks get {
            if place != goal { return false }
            for channel in 0..<channelCount {
                let (bass, treble) = unsafe memories[channel]
                if !bass.isEmpty || !treble.isEmpty { return false }
            }
            return true
        }
    }

    /// Callback: sets out for a volume in decibels. One that is no number changes nothing.
    @_noLocks
    package mutating func follow(volume: Double) {
        goal = goal(at: volume)
    }

    /// Where it is to be at a volume.
    @_noLocks
    private func goal(at volume: Double) -> Double {
        if volume.isNaN { return goal }
        return min(max((reference - volume) / 20, 0), 1) * Double(Self.count)
    }

    /// Callback: filters `count` frames of all channels in place. There are as many planes as channels. A sample that is no number, or more
    /// than 1,000,000 in size, counts as 0. At the reference and above, samples pass unchanged.
    @unsafe @_noLocks
    package mutating func process(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int) {
        if isNeutral { return }
        let isAtRest = place == 0 && goal == 0
        let end = place(after: count)
        for channel in 0..<channelCount {
            let plane = unsafe planes[channel]
            var (bass, treble) = unsafe memories[channel]
            // What rings from the way here dies away first: cut off, it would be a click.
            if isAtRest && bass.isEmpty && treble.isEmpty { continue }
            var step = step(at: place)
            for frame in 0..<count {
                if place != goal { step = self.step(at: place(after: frame &+ 1)) }
                let sample = unsafe Double(SampleBounds.kept(plane[frame])) * step.factor
                unsafe plane[frame] = Float(Self.filter(step.treble, &treble, Self.filter(step.bass, &bass, sample)))
            }
            bass.settle(isAtRest ? 1e-8 : 1e-30)
            treble.settle(isAtRest ? 1e-8 : 1e-30)
            unsafe memories[channel] = (bass, treble)
        }
        place = end
    }

    /// Where it is `frames` from now.
    @_noLocks
    private func place(after frames: Int) -> Double {
        let way = speed * Double(frames)
        return goal > place ? min(goal, place + way) : max(goal, place - way)
    }

    @_noLocks
    private func step(at place: Double) -> Step {
        let index = min(Self.count &- 1, Int(place))
        let part = place - Double(index)
        let (one, two) = unsafe (steps[index], steps[index &+ 1])
        return Step(
            factor: one.factor + (two.factor - one.factor) * part, bass: Self.between(one.bass, two.bass, part),
            treble: Self.between(one.treble, two.treble, part))
    }

    @inline(__always) @_noLocks
    private static func between(_ one: BiquadCoefficients, _ two: BiquadCoefficients, _ part: Double) -> BiquadCoefficients {
        BiquadCoefficients(
            b0: one.b0 + (two.b0 - one.b0) * part, b1: one.b1 + (two.b1 - one.b1) * part, b2: one.b2 + (two.b2 - one.b2) * part,
            a1: one.a1 + (two.a1 - one.a1) * part, a2: one.a2 + (two.a2 - one.a2) * part)
    }

    @inline(__always) @_noLocks
    private static func filter(_ filter: BiquadCoefficients, _ memory: inout Memory, _ input: Double) -> Double {
        let output = filter.b0 * input + memory.first
        memory.first = filter.b1 * input - filter.a1 * output + memory.second
        memory.second = filter.b2 * input - filter.a2 * output
        return output
    }
}
