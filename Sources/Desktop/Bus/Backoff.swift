/// How long to wait before the next attempt to reach a bus: twice as long each time, from one second to thirty.
struct Backoff {
    static let first: Int64 = 1_000_000_000
    static let longest: Int64 = 30_000_000_000

    private var upcoming = Backoff.first

    /// The next wait, in nanoseconds.
    mutating func next() -> Int64 {
        defer { upcoming = min(upcoming * 2, Self.longest) }
        return upcoming
    }

    /// After a connection that lasted: the next loss starts anew.
    mutating func reset() { upcoming = Self.first }
}
