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
