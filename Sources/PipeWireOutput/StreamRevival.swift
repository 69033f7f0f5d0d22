import SystemSupport

/// When a stream that was taken away is made again: at once, but later each time where it is taken soon after it was made.
/// Who does not want it, a person or a program, must not be answered by a thousand streams a second.
struct StreamRevival {
    private var backoff = Backoff.ofServer
    private var isFirst = true

    /// How long to wait, in nanoseconds; 0 for not at all.
    /// - Parameter lifetime: how long there was a stream.
    mutating func taken(after lifetime: Duration) -> Int64 {
        if backoff.lost(after: lifetime) { isFirst = true }
        defer { isFirst = false }
        return isFirst ? 0 : backoff.next()
    }
}

extension Backoff {
    /// For what the sound server may take away again and again.
    static var ofServer: Backoff { Backoff(first: 100_000_000, longest: longestWaitForServer) }
    /// In nanoseconds.
    static var longestWaitForServer: Int64 { 5_000_000_000 }
}
