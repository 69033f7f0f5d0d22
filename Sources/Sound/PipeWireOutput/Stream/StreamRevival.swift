import SystemSupport

/// Decides when to make a stream again that somebody has destroyed: at once, but after a longer pause each time if it is
/// destroyed soon after it was made. A person or a program that does not want the stream must not get a thousand new
/// streams a second.
struct StreamRevival {
    private var backoff = Backoff.ofServer
    private var isFirst = true
    private var madeAt: SuspendingClock.Instant?
    /// Whether the stream is to be made again after a pause that has not passed yet.
    private(set) var isDue = false

    /// Notes that the stream was made.
    mutating func made(at now: SuspendingClock.Instant) { madeAt = now }

    /// Notes that somebody has destroyed the stream. Returns how long to wait before the stream is made again, in
    /// nanoseconds; 0 for not at all.
    mutating func taken(at now: SuspendingClock.Instant) -> Int64 {
        if backoff.lost(after: madeAt.map { $0.duration(to: now) } ?? .zero) { isFirst = true }
        let wait = isFirst ? 0 : backoff.next()
        isFirst = false
        isDue = wait > 0
        return wait
    }

    /// Notes that the stream is made again, or ended for another reason.
    mutating func cancel() { isDue = false }
}
