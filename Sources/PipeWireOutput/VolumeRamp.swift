/// A volume on its way to another in steps too small to be heard. Levels are on the cubic scale of desktop mixers, on which
/// equal steps sound equal.
struct VolumeRamp: Hashable {
    /// The number of steps. The graph applies one at most in a cycle.
    static let stepCount = 4
    /// The shortest wait between two steps, in nanoseconds: 20 ms in all.
    static let shortestStep: Int64 = 5_000_000

    private let start: Double
    private let target: Double
    private var taken = 0

    init(from start: Double, to target: Double) {
        self.start = start
        self.target = target
    }

    /// The level of the next step; the last one is exactly the target. `nil` after it.
    mutating func next() -> Double? {
        guard taken < Self.stepCount else { return nil }
        taken += 1
        if taken == Self.stepCount { return target }
        return start + (target - start) * Double(taken) / Double(Self.stepCount)
    }

    /// Whether the target is reached.
    var isFinished: Bool { taken >= Self.stepCount }
}
