/// When to try again and when to give up, as a value: time comes in as nanoseconds of the monotonic clock.
struct Patience: Hashable {
    /// The first pause before another try, and the longest, in nanoseconds.
    private static let (firstPause, longestPause): (Int64, Int64) = (100_000_000, 5_000_000_000)
    /// Answers without a new byte that should have had some, in a row, after which the content counts as shorter than announced.
    private static let mostEmptyAnswers = 5

    /// How long nothing may come.
    let timeout: Int64
    /// When something came last, or nothing was wanted.
    private var lastProgress: Int64
    private var pause = firstPause
    private var emptyAnswers = 0

    init(timeoutSeconds: Double, now: Int64) {
        timeout = Int64(timeoutSeconds * 1e9)
        lastProgress = now
    }

    /// When to give up.
    var deadline: Int64 { lastProgress + timeout }

    /// Until when one connection may be silent before another is tried.
    func stallDeadline(now: Int64) -> Int64 { min(deadline, now + timeout / 3) }

    /// The far end is there, though what it sends is known already.
    mutating func isAlive(now: Int64) { lastProgress = now }

    /// New bytes came.
    mutating func progressed(now: Int64) {
        lastProgress = now
        pause = Self.firstPause
        emptyAnswers = 0
    }

    /// Nothing was wanted for a while, or something else is.
    mutating func beginAnew(now: Int64) { progressed(now: now) }

    /// A connection failed: when to try again, or `nil` to give up.
    mutating func retryTime(now: Int64) -> Int64? {
        defer { pause = min(2 * pause, Self.longestPause) }
        return now + pause < deadline ? now + pause : nil
    }

    /// An answer ended early without a new byte; whether it is no use to ask again.
    mutating func wasEmpty() -> Bool {
        emptyAnswers += 1
        return emptyAnswers >= Self.mostEmptyAnswers
    }
}
