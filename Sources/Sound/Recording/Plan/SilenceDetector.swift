/// Finds the frame at which silence has lasted long enough. A value that is told every sample.
struct SilenceDetector {
    private let threshold: Float
    private let length: Int64
    /// How many frames in a row were silent so far.
    private var silent: Int64 = 0
    /// Whether this silence was told already. It is told once, however long it goes on.
    private var isTold = true

    init(_ rule: RecordingPlan.Silence, _ plan: RecordingPlan) {
        threshold = Float(Decibels.factor(rule.decibels))
        length = max(1, plan.frames(rule.seconds))
    }

    /// Looks at up to `count` frames of `planes` from index `start` on.
    /// - Parameter isWanted: whether silence would do anything now. Otherwise it is only measured.
    /// - Returns: how many of the frames belong before the point at which the silence is long enough; `nil` if that point is not
    ///   among them.
    mutating func scan(_ planes: CapturedPlanes.Planes, from start: Int, count: Int, isWanted: Bool) -> Int? {
        for frame in 0..<count {
            if unsafe planes.contains(where: { unsafe abs($0[start + frame]) >= threshold }) {
                silent = 0
                isTold = false
                continue
            }
            silent += 1
            if isWanted && !isTold && silent >= length {
                isTold = true
                return frame + 1
            }
        }
        return nil
    }
}
