/// The fill that clients were last told while the player buffers: 0 (none of the needed audio is in the ring) … 1.
struct FillReport: Hashable, Sendable {
    /// The smallest difference that is reported.
    private static let step = 0.2

    private var told = 0.0
    /// When it began, by the monotonic clock in nanoseconds.
    private(set) var began: Int64 = 0

    /// Begins to buffer at `fill` and the time `now`, and returns the fill to report.
    mutating func begin(at fill: Double, now: Int64) -> Double {
        began = now
        told = min(1, max(0, fill))
        return told
    }

    /// Returns whether `fill` is to be reported, because it is a step larger than the last report.
    mutating func grow(to fill: Double) -> Bool {
        guard fill >= told + Self.step else { return false }
        told = fill
        return true
    }
}
