import MPDProtocol
import SystemSupport
import TextPatterns

extension PatternEffort {
    /// For a question to the library, of which others wait for the end: some seconds at the worst. A pattern that goes through a text from
    /// each of its letters on takes the square of its length: the 1,024 bytes of the longest tag are within the bound.
    static func forLibrary() -> PatternEffort { PatternEffort(steps: 1_100_000, seconds: 5) }

    /// For some songs of the queue, which are looked up at once.
    static func forListedSongs() -> PatternEffort { PatternEffort(steps: 1_100_000, seconds: 0.5) }

    /// For as many songs on the control thread, which must not wait. Songs have a few tags there.
    static func forControl() -> PatternEffort { PatternEffort(steps: 100_000, seconds: 0.05) }

    private convenience init(steps: UInt32, seconds: Double) {
        self.init(Limits(steps: steps, nanoseconds: Int64(seconds * 1e9))) { MonotonicClock.nanoseconds }
    }
}

extension MPDFailure {
    /// A regular expression with which songs cannot be compared in a bounded time.
    static let patternTooHard = MPDFailure(
        .argument, "It takes too long to compare songs with this regular expression: use a simpler one")
}
