import AudioSession
import Glibc

/// The ramp from a stream's own volume to the ducked one and back, in steps that sound equal. The same record always
/// gives the same steps, so that a volume in the middle of a ramp is recognised even after a crash.
struct DuckRamp: Hashable {
    static let stepCount = 10
    /// The duration of a step, in nanoseconds; the whole ramp takes 200 ms.
    static let stepDuration: Int64 = 20_000_000

    private let steps: [[Float]]

    init(_ record: DuckRecord) {
        let ratios = zip(record.before, record.ducked).map { before, ducked in
            before > 0 && ducked > 0 ? Double(ducked) / Double(before) : 1
        }
        steps = (0...Self.stepCount).map { step in
            // Both ends are exactly as they were written down.
            if step == 0 { return record.before }
            if step == Self.stepCount { return record.ducked }
            let share = Double(step) / Double(Self.stepCount)
            return zip(record.before, ratios).map { before, ratio in Float(Double(before) * pow(ratio, share)) }
        }
    }

    /// The factors of a step: 0 is the volume from before, ``stepCount`` the ducked one.
    subscript(step: Int) -> [Float] { steps[step] }

    /// Returns the step at which `volumes` are, within the rounding of floats; `nil` if somebody else has set them.
    func step(of volumes: [Float]) -> Int? {
        // Search from the ducked end: a stream that is silent anyway matches every step.
        steps.indices.reversed().first { index in
            steps[index].count == volumes.count
                && zip(steps[index], volumes).allSatisfy { abs($0 - $1) <= 1e-6 * max(1, abs($0)) }
        }
    }
}
