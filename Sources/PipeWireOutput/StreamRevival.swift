import SystemSupport

/// When a stream that was taken away is made again: at once, but later each time where it is taken soon after it was made.
/// Who does not want it, a person or a program, must not be answered by a thousand streams a second.
struct StreamRevival {
    /// The longest wait, in nanoseconds.
    static let longestWait: Int64 = 5_000_000_000

    private var backoff = Backoff(first: 100_000_000, longest: longestWait)
    private var isFirst = true

    /// How long to wait, in nanoseconds; 0 for not at all.
    /// - Parameter lifetime: how long there was a stream.
    mutating func taken(after lifetime: Duration) -> Int64 {
        if lifetime > .nanoseconds(Self.longestWait) { isFirst = true }
        backoff.lost(after: lifetime)
        defer { isFirst = false }
        return isFirst ? 0 : backoff.next()
    }
}
