/// How long the audio of a short item has waited for the items that follow. All times are CLOCK_MONOTONIC in nanoseconds.
struct JoinWait: Hashable, Sendable {
    /// The longest wait: a disk may hang.
    private static let longest: Int64 = 500_000_000

    private var since: Int64?

    /// Whether the audio is held back.
    var isHolding: Bool { since != nil }

    mutating func begin(at now: Int64) { since = now }

    mutating func end() { since = nil }

    /// Returns whether the audio has waited as long as it may.
    func isTooLong(at now: Int64) -> Bool { since.map { now - $0 >= Self.longest } ?? true }
}
