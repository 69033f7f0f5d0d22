import Glibc

/// The way from a stream's own volume to the ducked one and back, in steps that are equal to the ear. The same record always
/// gives the same steps, so that a volume on its way is known even after a crash.
struct DuckRamp: Hashable {
    static let stepCount = 10
    /// 200 ms in all, in nanoseconds.
    static let stepDuration: Int64 = 20_000_000

    private let steps: [[Float]]

    init(_ record: DuckRecord) {
        let ratios = zip(record.before, record.ducked).map { before, ducked in
            before > 0 && ducked > 0 ? Double(ducked) / Double(before) : 1
        }
        steps = (0...Self.stepCount).map { step in
            // Both ends exactly as they were written down.
            if step == 0 { return record.before }
            if step == Self.stepCount { return record.ducked }
            let share = Double(step) / Double(Self.stepCount)
            return zip(record.before, ratios).map { before, ratio in Float(Double(before) * pow(ratio, share)) }
        }
    }

    /// 0 is the volume from before, ``stepCount`` the ducked one.
    subscript(step: Int) -> [Float] { steps[step] }

    /// At which step `volumes` are, to the rounding of floats; `nil` where somebody else set them.
    func step(of volumes: [Float]) -> Int? {
        // From the ducked end, as a stream that is silent anyway is at every step at once.
        steps.indices.reversed().first { index in
            steps[index].count == volumes.count
                && zip(steps[index], volumes).allSatisfy { abs($0 - $1) <= 1e-6 * max(1, abs($0)) }
        }
    }
}
