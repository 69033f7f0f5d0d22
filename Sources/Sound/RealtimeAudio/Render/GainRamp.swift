/// A gain that goes to each new target in a straight line, always in the same number of frames, and then stays exactly at the
/// target. At 1, samples pass unchanged.
struct GainRamp {
    /// The number of frames that a ramp takes.
    let length: Int
    private var target: Float = 1
    /// The change of the gain per frame.
    private var slope: Float = 0
    /// The number of frames left in the current ramp.
    private var left = 0

    init(length: Int) { self.length = max(1, length) }

    /// Whether no ramp is under way.
    var isStill: Bool {
        @_noLocks get { left == 0 }
    }

    /// Whether samples pass unchanged: the gain stays at 1.
    var isUnity: Bool {
        @_noLocks get { left == 0 && target == 1 }
    }

    /// Starts a ramp to `wanted` from the current gain, unless `wanted` is already the target.
    @_noLocks
    mutating func aim(at wanted: Float) {
        if wanted == target { return }
        slope = (wanted - gain(after: 0)) / Float(length)
        target = wanted
        left = length
    }

    /// Sets the gain to `wanted` at once. Only while nothing is heard.
    @_noLocks
    mutating func settle(at wanted: Float) {
        target = wanted
        left = 0
    }

    /// Returns the gain `step` frames from now. It is computed from the ramp's end, so that the length of a cycle does not
    /// matter.
    @_noLocks
    func gain(after step: Int) -> Float {
        step >= left ? target : target - slope * Float(left &- step)
    }

    /// Moves on by `count` frames.
    @_noLocks
    mutating func advance(_ count: Int) { left = max(0, left &- count) }
}
