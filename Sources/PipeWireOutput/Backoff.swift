/// How long to wait before the next attempt to reach the server: twice as long each time, from a tenth of a second to five.
struct Backoff {
    static let first: Int64 = 100_000_000
    static let longest: Int64 = 5_000_000_000

    private var upcoming = Backoff.first

    /// The next wait, in nanoseconds.
    mutating func next() -> Int64 {
        defer { upcoming = min(upcoming * 2, Self.longest) }
        return upcoming
    }

    /// After the loss of what was there for `lifetime`: only what lasted is looked for at once. What comes only to go again must
    /// not be asked ten times a second.
    mutating func lost(after lifetime: Duration) {
        if lifetime > .nanoseconds(Self.longest) { upcoming = Self.first }
    }
}
