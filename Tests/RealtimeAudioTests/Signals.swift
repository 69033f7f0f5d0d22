// Signals that show what was done to them.

/// `count` samples, each its own number from `first` on; exact up to 2^24.
func numbered(_ count: Int, from first: Int = 1) -> [Float] {
    (0..<max(0, count)).map { Float(first + $0) }
}

/// `count` samples of full level: every change of gain shows as it is.
func steady(_ count: Int, level: Float = 1) -> [Float] { Array(repeating: level, count: count) }

func silence(_ count: Int) -> [Float] { Array(repeating: 0, count: count) }

/// The largest difference between two neighbours: how loud the loudest click is.
func largestStep(in samples: [Float]) -> Float {
    zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
}

/// What one frame of an equal-power fade may change at most: the sine's steepest slope, with room for rounding.
func steepestStep(fade: Int = RenderHarness.fade) -> Float { Float.pi / 2 / Float(fade) * 1.01 }

/// A generator that gives the same numbers for the same seed on every machine (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
