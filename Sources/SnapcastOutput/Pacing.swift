/// Says how much of a stream has to be written by when, so that a server that plays it by its own clock never waits for a frame. A
/// value: time comes in as a parameter, on CLOCK_MONOTONIC in nanoseconds.
///
/// The server takes the first frame when it gets it, and each later one when it is due from then on. The writer stays ahead by the
/// lead. So a writer that is late by less than the lead is not noticed.
struct Pacing: Hashable, Sendable {
    /// How far ahead of the server the writer is, in nanoseconds: longer than a busy machine keeps a thread from running.
    static let lead: Int64 = 300_000_000
    /// How much is written at once, in nanoseconds. Longer periods need fewer wake-ups, and leave less of the lead.
    static let period: Int64 = 100_000_000
    /// How much of the lead is kept while the writer waits for sound that is not decoded yet, in nanoseconds.
    static let reserve: Int64 = 100_000_000
    private static let second: Int64 = 1_000_000_000

    private let rate: Int64
    /// When the server takes frame 0.
    private(set) var start: Int64
    /// How many frames were written.
    private(set) var written: Int64 = 0

    /// Makes the pacing of a stream at `rate` frames a second that begins `now`.
    init(rate: Int, at now: Int64) {
        self.rate = Int64(max(1, rate))
        start = now
    }

    /// The most frames that are written at once.
    var periodFrames: Int { max(1, Int(rate * Self.period / Self.second)) }

    /// When the server takes the next frame that is written.
    var nextTime: Int64 { start + nanoseconds(written) }

    /// Returns how many frames to write `now`: a period, or none before a whole one is due.
    func framesDue(at now: Int64) -> Int { now >= dueTime ? periodFrames : 0 }

    /// When the next period has to be written.
    var dueTime: Int64 { start + nanoseconds(written + Int64(periodFrames)) - Self.lead }

    /// How many frames should be decoded before the next period is written: at the beginning all that is written in one go.
    var framesWanted: Int { written == 0 ? Int(rate * Self.lead / Self.second) : periodFrames }

    /// Until when the writer can wait for sound that is not decoded yet. At the beginning nobody hears that it waits.
    var patienceEnd: Int64 { written == 0 ? start + Self.period : nextTime - Self.reserve }

    /// Whether the server has had to wait by `now` for the next frame.
    func isLate(at now: Int64) -> Bool { written > 0 && now > nextTime }

    /// Goes on at `now` as at the beginning: the server has waited, or it takes less than was counted on.
    mutating func begin(again now: Int64) { start = now - nanoseconds(written) }

    /// Notes that `frames` frames were written.
    mutating func wrote(_ frames: Int) { written += Int64(frames) }

    /// In two parts, because a product of a day's frames and nanoseconds is too large.
    private func nanoseconds(_ frames: Int64) -> Int64 {
        frames / rate * Self.second + frames % rate * Self.second / rate
    }
}
