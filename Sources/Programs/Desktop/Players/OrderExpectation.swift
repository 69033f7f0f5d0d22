/// An order that was sent to a player, for as long as the player's next change may be its effect.
///
/// A player answers an order before or after it follows it. A change before the answer that does not fit the order was decided
/// before the order arrived. Such a change after the answer is somebody else's doing, and ends the expectation.
struct OrderExpectation: Equatable {
    /// The time that a player may take to follow after its answer, in nanoseconds. Some players fade out first, some ask a
    /// server.
    static let grace: Int64 = 2_000_000_000

    /// The number of the order.
    let number: UInt64
    private let wished: PlayerStatus
    private var end: Int64
    private var isAnswered = false

    /// Begins an expectation when the order is sent; `end` is the time until which an answer may come.
    init(number: UInt64, order: PlayerOrder, end: Int64) {
        self.number = number
        self.wished = order.result
        self.end = end
    }

    /// Notes that the player has accepted the order.
    mutating func answered(at time: Int64) {
        isAnswered = true
        end = time + Self.grace
    }

    /// Returns what a change to `status` at `time` means.
    func judge(_ status: PlayerStatus, at time: Int64) -> Verdict {
        if time > end { return .foreign }
        if status == wished { return .effect }
        return isAnswered ? .foreign : .earlier
    }

    /// The meaning of a change for an order.
    enum Verdict {
        /// The effect of the order; nothing more is expected.
        case effect
        /// The player decided on it before the order arrived; the effect may still come.
        case earlier
        /// Somebody else's doing; nothing more is expected.
        case foreign
    }
}
