/// An order that was sent to a player, while what the player does next may be its effect.
///
/// Players answer an order before or after they follow it. What is heard before the answer and does not fit was decided before
/// the order arrived; afterwards it is somebody else's will, and ends the wait.
struct OrderExpectation: Equatable {
    /// How long after its answer a player may take to follow, in nanoseconds. Some fade out first, some ask a server.
    static let grace: Int64 = 2_000_000_000

    /// Tells orders apart.
    let number: UInt64
    private let wished: PlayerStatus
    private var end: Int64
    private var isAnswered = false

    /// Begins when the order is sent; `end` is when no answer is waited for any more.
    init(number: UInt64, order: PlayerOrder, end: Int64) {
        self.number = number
        self.wished = order.result
        self.end = end
    }

    /// The player has taken the order.
    mutating func answered(at time: Int64) {
        isAnswered = true
        end = time + Self.grace
    }

    /// What a change at `time` is.
    func judge(_ status: PlayerStatus, at time: Int64) -> Verdict {
        if time > end { return .foreign }
        if status == wished { return .effect }
        return isAnswered ? .foreign : .earlier
    }

    /// What a change is to an order.
    enum Verdict {
        /// What was ordered; nothing more is expected.
        case effect
        /// Decided before the order arrived; the effect may still come.
        case earlier
        /// Somebody else's doing; nothing more is expected.
        case foreign
    }
}
