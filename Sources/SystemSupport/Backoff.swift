/// How long to wait before the next attempt to reach what is gone: twice as long each time, between two bounds.
package struct Backoff: Sendable {
    private let first: Int64
    private let longest: Int64
    private var upcoming: Int64

    /// - Parameters:
    ///   - first: The first wait, in nanoseconds.
    ///   - longest: The longest wait, in nanoseconds.
    package init(first: Int64, longest: Int64) {
        self.first = first
        self.longest = longest
        upcoming = first
    }

    /// The next wait, in nanoseconds.
    package mutating func next() -> Int64 {
        defer { upcoming = min(upcoming * 2, longest) }
        return upcoming
    }

    /// After the loss of what was there for `lifetime`: only what lasted is looked for at once. What comes only to go
    /// again must not be asked at the first wait's pace for ever. Whether it lasted.
    @discardableResult
    package mutating func lost(after lifetime: Duration) -> Bool {
        let hasLasted = lifetime > .nanoseconds(longest)
        if hasLasted { upcoming = first }
        return hasLasted
    }
}
