/// The time to wait before each new attempt to reach something that is gone. It doubles with each attempt, between two bounds.
package struct Backoff: Sendable {
    private let first: Int64
    private let longest: Int64
    private var upcoming: Int64

    /// Makes a back-off whose next wait is `first`.
    /// - Parameters:
    ///   - first: The first wait, in nanoseconds.
    ///   - longest: The longest wait, in nanoseconds.
    package init(first: Int64, longest: Int64) {
        self.first = first
        self.longest = longest
        upcoming = first
    }

    /// Returns the next wait, in nanoseconds, and doubles the one after it, up to `longest`.
    package mutating func next() -> Int64 {
        defer { upcoming = min(upcoming * 2, longest) }
        return upcoming
    }

    /// Notes a loss, and returns whether what was lost had been there for longer than the longest wait. Only then do the waits
    /// begin again with the first: something that comes only to go again must not be tried at the first wait's pace for ever.
    /// - Parameter lifetime: how long it had been there.
    @discardableResult
    package mutating func lost(after lifetime: Duration) -> Bool {
        let hasLasted = lifetime > .nanoseconds(longest)
        if hasLasted { upcoming = first }
        return hasLasted
    }
}
