/// A ramp from one volume to another, in steps too small to be heard. Levels are on the cubic scale of desktop mixers, on
/// which equal steps sound equal.
struct VolumeRamp: Hashable {
    /// The number of steps. The graph applies at most one step in a cycle.
    static let stepCount = 4
    /// The shortest duration of a step, in nanoseconds: 20 ms for all steps.
    static let shortestStep: Int64 = 5_000_000

    private let start: Double
    private let target: Double
    private var taken = 0

    init(from start: Double, to target: Double) {
        self.start = start
        self.target = target
    }

    /// Returns the level of the next step; the last step is exactly the target. Returns `nil` after it.
    mutating func next() -> Double? {
        guard taken < Self.stepCount else { return nil }
        taken += 1
        if taken == Self.stepCount { return target }
        return start + (target - start) * Double(taken) / Double(Self.stepCount)
    }

    /// Whether the ramp has reached the target.
    var isFinished: Bool { taken >= Self.stepCount }
}
