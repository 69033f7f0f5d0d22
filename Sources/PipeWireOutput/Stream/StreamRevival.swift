import SystemSupport

/// Decides when to make a stream again that somebody has destroyed: at once, but after a longer pause each time if it is
/// destroyed soon after it was made. A person or a program that does not want the stream must not get a thousand new
/// streams a second.
struct StreamRevival {
    private var backoff = Backoff.ofServer
    private var isFirst = true

    /// Returns how long to wait before the stream is made again, in nanoseconds; 0 for not at all.
    /// - Parameter lifetime: how long the stream existed.
    mutating func taken(after lifetime: Duration) -> Int64 {
        if backoff.lost(after: lifetime) { isFirst = true }
        defer { isFirst = false }
        return isFirst ? 0 : backoff.next()
    }
}

extension Backoff {
    /// The back-off for objects that the sound server may take away again and again.
    static var ofServer: Backoff { Backoff(first: 100_000_000, longest: longestWaitForServer) }
    /// The longest wait of ``ofServer``, in nanoseconds.
    static var longestWaitForServer: Int64 { 5_000_000_000 }
}
