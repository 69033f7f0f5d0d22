/// Hands out the numbers of sources, segments and generations. Numbers only grow, so late news of an old source or segment is
/// recognised.
struct PlayerNumbers: Hashable, Sendable {
    private var lastToken: SourceToken = 0
    /// The segment that was made last; 0 before the first one.
    private(set) var segment: UInt64 = 0
    /// The generation that counts now. It starts again at 0 after the largest number.
    private(set) var generation: UInt32 = 0

    mutating func makeToken() -> SourceToken {
        lastToken += 1
        return lastToken
    }

    mutating func makeSegment() -> UInt64 {
        segment += 1
        return segment
    }

    /// Begins a new generation: from now on, events of older ones are ignored.
    mutating func beginGeneration() { generation &+= 1 }
}
