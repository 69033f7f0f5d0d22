/// Lets a line into the log now and then that somebody else can cause any number of times. A value; times are in nanoseconds of
/// one clock.
package struct LogPace: Hashable, Sendable {
    private let pause: Int64
    private var latest: Int64?
    private var count = 0

    /// Makes one for a line that is written once in `pause`.
    package init(pause: Duration = .seconds(60)) { self.pause = pause.nanoseconds }

    /// Notes an occasion. Returns how many there were since the line was written last, if it is to be written now.
    package mutating func note(at time: Int64) -> Int? {
        count += 1
        if let latest, time - latest < pause { return nil }
        latest = time
        defer { count = 0 }
        return count
    }
}
