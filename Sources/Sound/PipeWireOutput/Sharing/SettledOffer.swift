import AudioTypes

/// What the owner is told of the offers that come and go. This is a value; times are in nanoseconds.
///
/// When a sink begins or ends to take bursts, the session manager makes its ports anew, and takes the default away from the sink for some
/// milliseconds. An output that believed each of these states would change between sound and bursts for ever.
struct SettledOffer: Hashable {
    /// How long another offer has to stay before it is told.
    static let settleTime: Int64 = 300_000_000

    /// What to do about an offer.
    enum Answer: Hashable {
        /// Nothing: it is known.
        case keep
        /// To tell it.
        case tell
        /// To look again after this time.
        case wait(Int64)
    }

    /// What was told last; `nil` for nothing.
    private(set) var told: PassthroughOffer?
    /// Another offer, and the time since which it stays.
    private var coming: Coming?

    private struct Coming: Hashable {
        let offer: PassthroughOffer
        let since: Int64
    }

    /// Takes in what is offered now.
    mutating func look(at offer: PassthroughOffer, now: Int64) -> Answer {
        if offer == told {
            coming = nil
            return .keep
        }
        let since = coming?.offer == offer ? coming?.since ?? now : now
        let left = told == nil ? 0 : since + Self.settleTime - now
        guard left <= 0 else {
            coming = Coming(offer: offer, since: since)
            return .wait(left)
        }
        told = offer
        coming = nil
        return .tell
    }
}
