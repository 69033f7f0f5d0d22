/// The time at which a client wants something to be heard.
struct TimedStart: Hashable, Sendable {
    /// A start that is later by less than this is in time, in nanoseconds: the clock of the graph is no better.
    private static let tolerance: Int64 = 1_000_000

    /// When what is opened or resumed next is to be heard, by the monotonic clock in nanoseconds.
    private var wanted: Int64?
    /// The time that the output was told and that is not over.
    private var told: Int64?

    /// Takes in a command that decides what is heard, and when.
    mutating func want(_ time: Int64?) { wanted = time }

    /// Returns the time to tell the output before it runs; `nil` if it need not be told anything.
    mutating func tell() -> Int64? {
        defer {
            told = wanted
            wanted = nil
        }
        return wanted ?? (told == nil ? nil : 0)
    }

    /// Takes in that a first frame was heard at `time`. Returns how much too late that was, in seconds; `nil` if it was not.
    mutating func began(at time: Int64) -> Double? {
        guard let told else { return nil }
        self.told = nil
        return time - told > Self.tolerance ? Double(time - told) / 1e9 : nil
    }
}
