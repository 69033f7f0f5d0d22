/// A time at which playback stops, and the fade before it. It counts all time that passes, also that in which the machine
/// sleeps.
struct StopTimer: Hashable, Sendable {
    /// The length that was asked for, and that of the fade at its end, in seconds.
    let seconds: Double
    let fade: Double
    /// The end, by the clock of ``PlayerReadings/elapsed``, in nanoseconds.
    let end: Int64
    /// The end, in seconds since 1970. A later run of the daemon counts by this date.
    let date: Double

    /// Makes a timer that ends `seconds` after the readings. A longer fade is as long as that.
    init(seconds: Double, fade: Double, from readings: PlayerReadings) {
        let seconds = min(max(seconds, SavedStop.lengths.lowerBound), SavedStop.lengths.upperBound)
        self.seconds = seconds
        self.fade = min(fade, seconds, SavedStop.fades.upperBound)
        end = readings.elapsed + Int64(seconds * 1e9)
        date = readings.date + seconds
    }

    /// Takes over the timer of an earlier run; `nil` if it has run out. If the calendar was set back meanwhile, no more time is
    /// left than was asked for.
    init?(_ saved: SavedStop.Timer, at readings: PlayerReadings) {
        let left = saved.secondsLeft(at: readings.date)
        guard left > 0 else { return nil }
        (seconds, fade) = (saved.seconds, saved.fade)
        end = readings.elapsed + Int64(left * 1e9)
        date = saved.date
    }

    /// How many seconds are left; 0 if it has run out.
    func secondsLeft(at readings: PlayerReadings) -> Double { Double(max(0, end - readings.elapsed)) / 1e9 }

    func isOver(at readings: PlayerReadings) -> Bool { readings.elapsed >= end }

    /// The level of the fade: as if somebody turned down the volume of a mixer. The callback goes from each of its steps to the next in a ramp.
    private var line: LevelLine { LevelLine(start: 1, goal: 0, begin: end - Int64(fade * 1e9), end: end) }

    /// Returns the factor that the sound is multiplied by: 1 before the fade, then the cube of its level.
    func factor(at readings: PlayerReadings) -> Float {
        guard fade > 0, secondsLeft(at: readings) < fade else { return 1 }
        let level = Float(line.level(at: readings))
        return level * level * level
    }

    /// Returns the nanoseconds until there is something to do. While nothing is heard, that is only the end.
    func timeToLook(at readings: PlayerReadings, whileHeard isHeard: Bool) -> Int64 {
        let left = max(0, end - readings.elapsed)
        guard isHeard, fade > 0 else { return left }
        let toFade = left - Int64(fade * 1e9)
        return toFade > 0 ? toFade : min(left, line.step)
    }
}
