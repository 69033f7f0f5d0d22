/// How long to wait before each next try: 0.1 s, doubled every time, at most 5 s.
struct BackOff {
    private var next: UInt64 = Self.shortest
    private static let shortest: UInt64 = 100_000_000
    private static let longest: UInt64 = 5_000_000_000

    /// The wait before the next try, in nanoseconds.
    mutating func wait() -> UInt64 {
        defer { next = min(next * 2, Self.longest) }
        return next
    }

    /// A try succeeded.
    mutating func reset() { next = Self.shortest }
}
