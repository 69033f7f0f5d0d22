/// A gain that goes to each new target in a straight line, always in the same number of frames, and then stands on it
/// exactly: at 1 samples pass unchanged.
struct GainRamp {
    /// How many frames a ramp takes.
    let length: Int
    private var target: Float = 1
    /// What one frame changes the gain by.
    private var slope: Float = 0
    /// How many frames the ramp under way still takes.
    private var left = 0

    init(length: Int) { self.length = max(1, length) }

    /// Whether the gain stands still.
    var isStill: Bool {
        @_noLocks get { left == 0 }
    }

    /// Whether samples pass as they are.
    var isUnity: Bool {
        @_noLocks get { left == 0 && target == 1 }
    }

    /// Goes to `wanted` from here, unless it is under way there.
    @_noLocks
    mutating func aim(at wanted: Float) {
        if wanted == target { return }
        slope = (wanted - gain(after: 0)) / Float(length)
        target = wanted
        left = length
    }

    /// Stands on `wanted` at once, while nothing is heard.
    @_noLocks
    mutating func settle(at wanted: Float) {
        target = wanted
        left = 0
    }

    /// The gain `step` frames from now; reckoned from the ramp's end, so that the length of a cycle does not matter.
    @_noLocks
    func gain(after step: Int) -> Float {
        step >= left ? target : target - slope * Float(left &- step)
    }

    /// Moves on by `count` frames.
    @_noLocks
    mutating func advance(_ count: Int) { left = max(0, left &- count) }
}
