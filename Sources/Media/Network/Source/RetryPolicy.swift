/// The policy for retries and the time-out, as a value. Times are nanoseconds of the monotonic clock.
struct RetryPolicy: Hashable {
    /// The first and the longest pause before another try, in nanoseconds.
    private static let (firstPause, longestPause): (Int64, Int64) = (100_000_000, 5_000_000_000)
    /// How many answers in a row may lack the new bytes that they should have, until the content counts as shorter than
    /// announced.
    private static let mostEmptyAnswers = 5
    /// How many new bytes within the time-out, and how many in each second of it, count as progress. Even silence has more, and a server
    /// that sends a byte now and then does not keep a request waiting for ever.
    private static let (leastBytes, leastBytesPerSecond) = (512, 16)

    /// How long nothing may come, in nanoseconds.
    let timeout: Int64
    /// When something came last, or when nothing was wanted.
    private var lastProgress: Int64
    private var pause = firstPause
    private var emptyAnswers = 0
    /// How many new bytes have come since ``lastProgress``.
    private var fresh = 0

    init(timeoutSeconds: Double, now: Int64) {
        timeout = Int64(timeoutSeconds * 1e9)
        lastProgress = now
    }

    /// When to give up.
    var deadline: Int64 { lastProgress + timeout }

    /// Returns until when one connection may be silent before another is tried.
    func stallDeadline(now: Int64) -> Int64 { min(deadline, now + timeout / 3) }

    /// Notes that the server still sends, though what it sends is known already.
    mutating func isAlive(now: Int64) { lastProgress = now }

    /// Notes that new bytes came. Only enough of them are progress.
    mutating func progressed(bytes: Int, now: Int64) {
        emptyAnswers = 0
        fresh += bytes
        if fresh >= min(Self.leastBytes, Int(timeout * Int64(Self.leastBytesPerSecond) / 1_000_000_000)) { progressed(now: now) }
    }

    private mutating func progressed(now: Int64) {
        lastProgress = now
        pause = Self.firstPause
        emptyAnswers = 0
        fresh = 0
    }

    /// Starts anew, because nothing was wanted for a while, or something else is wanted now.
    mutating func beginAnew(now: Int64) { progressed(now: now) }

    /// Has the time-out count from a time on at the earliest, because nobody waited before. The pauses go on getting longer, as far as they
    /// are no time-out themselves.
    mutating func count(from time: Int64) {
        guard time > lastProgress else { return }
        lastProgress = time
        pause = min(pause, max(Self.firstPause, timeout / 2))
    }

    /// Notes that a connection failed, and returns when to try again, or `nil` to give up.
    mutating func retryTime(now: Int64) -> Int64? {
        defer { pause = min(2 * pause, Self.longestPause) }
        return now + pause < deadline ? now + pause : nil
    }

    /// Notes that an answer ended early without a new byte, and returns whether it is of no use to ask again.
    mutating func wasEmpty() -> Bool {
        emptyAnswers += 1
        return emptyAnswers >= Self.mostEmptyAnswers
    }
}
