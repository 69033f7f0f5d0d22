/// How often a guest may add to the queue: a few times in a row, and then now and then. A value; times are in nanoseconds of one clock.
package struct GuestPace: Hashable, Sendable {
    /// How many times in a row.
    package static let burst = 10
    /// After how long one more is allowed.
    package static let pause: Int64 = 6_000_000_000

    private var spent = 0
    private var since: Int64 = 0

    /// Makes a pace of which nothing is spent.
    package init() {}

    /// Notes an attempt. Returns whether it is allowed; one that is not costs nothing.
    package mutating func allows(at time: Int64) -> Bool {
        let regained = max(0, time - since) / Self.pause
        if spent == 0 || regained >= Int64(spent) {
            (spent, since) = (0, time)
        } else {
            spent -= Int(regained)
            since += regained * Self.pause
        }
        guard spent < Self.burst else { return false }
        spent += 1
        return true
    }
}
