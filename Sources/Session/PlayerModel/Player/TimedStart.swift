/// The time at which a client wants something to be heard.
struct TimedStart: Hashable, Sendable {
    /// A start that is later by less than this is in time, in nanoseconds: the clock of the graph is no better.
    private static let tolerance: Int64 = 1_000_000

    /// When what begins or resumes is to be heard, by the monotonic clock in nanoseconds; `nil`: at once.
    private var time: Int64?
    /// Whether a beginning that comes later is told. That of a resume is not known.
    private var tellsLate = false
    /// Whether the output was told a time, and not since that there is none.
    private var isTold = false

    /// Takes in when what begins now is to be heard. It holds until that is heard, also if it begins anew at another place.
    mutating func begin(at time: Int64?) { (self.time, tellsLate) = (time, true) }

    /// Takes in when what is resumed now is to be heard.
    mutating func resume(at time: Int64?) { (self.time, tellsLate) = (time, false) }

    /// Returns what to tell the output before it runs: the time, or 0 if there is none any more; `nil` if it need not be told anything.
    mutating func tell() -> Int64? {
        if let time {
            isTold = true
            return time
        }
        defer { isTold = false }
        return isTold ? 0 : nil
    }

    /// Takes in that a first frame was heard at `heard`. Returns how much too late that was, in seconds; `nil` if it was not.
    mutating func began(at heard: Int64) -> Double? {
        guard let time else { return nil }
        self.time = nil
        return tellsLate && heard - time > Self.tolerance ? Double(heard - time) / 1e9 : nil
    }
}
