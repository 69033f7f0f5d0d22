/// Says when the rooms count as away because nothing arrives, and when they are counted on again. A value: time comes in as a parameter,
/// on CLOCK_MONOTONIC in nanoseconds.
///
/// A server that was away has lost what it had not sent, and its rooms have dropped what they had not played. So what the feed gives it
/// before they have come back is heard nowhere. Until then it gets silence, and then the sound from the place that was heard last.
struct Gathering: Hashable, Sendable {
    /// What a look has found.
    enum Finding {
        case nothing
        /// Nothing has arrived for so long that the rooms have nothing more to play.
        case stalled
        /// The rooms have had the time to come back.
        case gathered
    }

    private enum Phase: Hashable {
        case together
        /// Nothing arrives.
        case stalled
        /// The rooms come back, and are counted on from this time on.
        case gathering(until: Int64)
    }

    private let stallTimeout: Int64
    private let gatheringTime: Int64
    private var phase = Phase.together

    /// Makes the state of a connection that begins `now`, to a server that was away before if `isAway`.
    init(_ configuration: FeedConfiguration, isAway: Bool, at now: Int64) {
        stallTimeout = configuration.stallTimeout
        gatheringTime = configuration.gatheringTime
        if isAway { phase = .gathering(until: now + gatheringTime) }
    }

    /// When to look again at the latest.
    var nextTime: Int64 { if case .gathering(let time) = phase { time } else { .max } }

    /// Looks `now`.
    /// - Parameters:
    ///   - standstill: for how long nothing has arrived of what was written; 0 if something has since the last look.
    ///   - isAway: whether the output still counts the server as away. It does not if nobody wants the sound any more.
    mutating func look(at now: Int64, standstill: Int64, isAway: Bool) -> Finding {
        switch phase {
        case .together where standstill >= stallTimeout:
            phase = .stalled
            return .stalled
        // A write has found that nothing arrives.
        case .together where isAway: phase = .stalled
        case .together: break
        case _ where !isAway: phase = .together
        // A network with a long way never has all of it.
        case .stalled where standstill == 0: phase = .gathering(until: now + gatheringTime)
        case .stalled: break
        case .gathering where standstill >= stallTimeout: phase = .stalled
        case .gathering(let time) where now >= time:
            phase = .together
            return .gathered
        case .gathering: break
        }
        return .nothing
    }
}
