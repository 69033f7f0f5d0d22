/// A volume that moves to another one in some time.
struct VolumeFade: Hashable, Sendable {
    /// How often it moves at most while nothing is heard, and how often it is told at most, in nanoseconds.
    static let tellingInterval: Int64 = 250_000_000

    private let line: LevelLine
    /// When the volume has moved last, and when it was told last, by the same clock.
    private var moved: Int64
    private var told: Int64

    /// Makes a fade from the level `start` to `goal` that begins at the readings; `nil` if it takes no time or leads nowhere.
    init?(from start: Double, to goal: Double, over seconds: Double, at readings: PlayerReadings) {
        let length = Int64(min(max(0, seconds), VolumeFadeReport.lengths.upperBound) * 1e9)
        guard length > 0, start != goal else { return nil }
        line = LevelLine(start: start, goal: goal, begin: readings.elapsed, end: readings.elapsed + length)
        (moved, told) = (line.begin, line.begin)
    }

    /// The level that it goes to.
    var goal: Double { line.goal }

    /// How many seconds are left; 0 at the end.
    func secondsLeft(at readings: PlayerReadings) -> Double { line.secondsLeft(at: readings) }

    func isOver(at readings: PlayerReadings) -> Bool { line.isOver(at: readings) }

    /// Returns the level for the time of the readings, which is exactly the goal at the end.
    mutating func move(at readings: PlayerReadings) -> Double {
        moved = readings.elapsed
        return line.level(at: readings)
    }

    /// Returns whether the level is to be told now, which counts as told then.
    mutating func tells(at readings: PlayerReadings) -> Bool {
        guard readings.elapsed - told >= Self.tellingInterval else { return false }
        told = readings.elapsed
        return true
    }

    /// Returns the nanoseconds until the volume moves again. They do not begin anew where somebody looks in between.
    func timeToMove(at readings: PlayerReadings, whileHeard isHeard: Bool) -> Int64 {
        let next = min(line.end, moved + (isHeard ? line.step : max(line.step, Self.tellingInterval)))
        return max(0, next - readings.elapsed)
    }
}

/// A volume that moves, as it is reported.
package struct VolumeFadeReport: Hashable, Sendable {
    /// The times that a volume may take, in seconds.
    package static let lengths = 0.0...3_600

    /// The level that the volume goes to, 0…1.
    package let goal: Double
    /// How many seconds were left at `monotonic`, a time of CLOCK_MONOTONIC in seconds.
    package let left: Double
    package let monotonic: Double

    package init(goal: Double, left: Double, monotonic: Double) {
        self.goal = goal
        self.left = left
        self.monotonic = monotonic
    }
}
