/// How long to wait until an item is opened anew whose stream came back as another one: not at all at first, and then longer each
/// time, as between connections. A value.
struct ReturnPause: Hashable {
    /// The first pause and the longest, in nanoseconds.
    private static let (shortest, longest): (Int64, Int64) = (100_000_000, 5_000_000_000)
    /// A stream that was decoded for so many seconds is no reason to wait.
    private static let enough = 30.0

    /// The next pause in nanoseconds.
    private var next: Int64 = 0

    /// Takes in that a stream became another one after `seconds` of sound, and returns how long to wait.
    mutating func take(after seconds: Double) -> Int64 {
        if seconds >= Self.enough { next = 0 }
        defer { next = min(max(Self.shortest, 2 * next), Self.longest) }
        return next
    }

    /// Starts anew, because a client asked for an item.
    mutating func forget() { next = 0 }
}
