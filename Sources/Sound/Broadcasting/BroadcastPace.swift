/// Says how much silence belongs into an endless stream: before sound that comes after a while, and where none comes. A value: times come
/// in as parameters, on CLOCK_MONOTONIC in nanoseconds.
///
/// Sound is passed on as it comes, at the pace of the output that plays it, whose clock differs from this one by some millionths. So what
/// counts is not how late the stream is, but whether it is later than it usually is. What that usual is follows slowly: the short gaps of seeks
/// add up until silence makes up for them, so that listeners never run out of what they have got ahead.
struct BroadcastPace: Hashable, Sendable {
    /// For how long nothing has to come until that is silence, in nanoseconds: longer than the longest cycle of an output.
    static let patience: Int64 = 250_000_000
    /// By how much sound may be later than usual without a silence before it, in nanoseconds: that late is an output with long cycles.
    static let slack: Int64 = 250_000_000
    /// How long the thread sleeps at most, in nanoseconds: a little longer than what it waits for takes to come.
    static let longestSleep: Int64 = 150_000_000
    /// By how much the usual delay may move with each look, in nanoseconds: a thousandth of the time between two looks.
    private static let mostMove: Int64 = 100_000
    private static let second: Int64 = 1_000_000_000

    private let rate: Int64
    private let start: Int64
    private var written: Int64 = 0
    /// How late the stream usually is, in nanoseconds.
    private var usual: Int64 = 0
    private var lastSound: Int64

    /// Makes the pace of a stream with `rate` frames a second that begins `now`.
    init(rate: Int, at now: Int64) {
        self.rate = Int64(max(1, rate))
        (start, lastSound) = (now, now)
    }

    /// Notes that sound has come at `now`. Returns how many frames of silence go before it.
    /// - Parameter waiting: how long the sound lasts, in nanoseconds.
    mutating func silence(beforeSoundAt now: Int64, waiting: Int64) -> Int {
        lastSound = now
        let late = late(at: now) - waiting
        if written == 0 { usual = late }
        guard late - usual > Self.slack else {
            usual += max(-Self.mostMove, min(Self.mostMove, late - usual))
            return 0
        }
        return frames(late - usual)
    }

    /// Returns how many frames of silence are due at `now`, because nothing comes.
    func silence(dueAt now: Int64) -> Int { now - lastSound < Self.patience ? 0 : frames(late(at: now) - usual) }

    /// Notes that so many frames were written.
    mutating func wrote(_ frames: Int) { written += Int64(frames) }

    private func late(at now: Int64) -> Int64 {
        now - start - (written / rate * Self.second + written % rate * Self.second / rate)
    }

    private func frames(_ nanoseconds: Int64) -> Int {
        nanoseconds <= 0 ? 0 : Int(nanoseconds / Self.second * rate + nanoseconds % Self.second * rate / Self.second)
    }
}
