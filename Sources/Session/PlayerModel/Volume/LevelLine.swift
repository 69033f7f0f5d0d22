/// A level that goes from one value to another in a straight line on the scale that a person sees, in steps that nobody hears: a volume that
/// moves, or the fade before playback stops by itself. It counts all time that passes, also that in which nothing is heard or the machine
/// sleeps.
struct LevelLine: Hashable, Sendable {
    /// The shortest time between two steps, in nanoseconds: about as often as the graph takes a new volume.
    static let shortestStep: Int64 = 50_000_000
    /// How far the level may go with one step. It is a tenth of a decibel at half of the level, and a third at a fifth.
    static let largestStep = 0.002_5

    let start: Double
    let goal: Double
    /// The beginning and the end, by the clock of ``PlayerReadings/elapsed``, in nanoseconds.
    let begin: Int64
    let end: Int64

    /// How many nanoseconds are between two steps: no more steps than are needed, so that an hour wakes nobody twenty times a second. A way
    /// that nobody hears is one step.
    var step: Int64 {
        let steps = max(1, abs(goal - start) / Self.largestStep)
        return max(Self.shortestStep, Int64(Double(end - begin) / steps))
    }

    /// How many seconds are left; 0 at the end.
    func secondsLeft(at readings: PlayerReadings) -> Double { Double(max(0, end - readings.elapsed)) / 1e9 }

    func isOver(at readings: PlayerReadings) -> Bool { readings.elapsed >= end }

    /// Returns the level for the time of the readings: before the beginning, `start`; from the end on, exactly `goal`.
    func level(at readings: PlayerReadings) -> Double {
        guard !isOver(at: readings) else { return goal }
        return start + (goal - start) * Double(max(0, readings.elapsed - begin)) / Double(end - begin)
    }
}
