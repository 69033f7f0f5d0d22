import AudioTypes
import RealtimeAudio

/// By how much each of several outputs plays later than by itself, so that all of them are heard at the same time. This is a value:
/// it takes in what the outputs tell of their latency and what a client has chosen, in seconds and by the uids of the sinks.
///
/// While something plays, outputs are brought in step by waiting for the slowest, and never by going ahead: that would lose frames.
struct SharedDelays: Hashable {
    /// The change of a latency that is not worth a change of the delay: nobody hears it.
    private static let hysteresis = 0.000_25

    /// The delays as they are now.
    private(set) var now: [String: Double] = [:]

    /// Finds the delays again.
    /// - Parameters:
    ///   - latencies: the latency of each output that plays.
    ///   - chosen: the delays that a client has chosen.
    ///   - mayShorten: whether nothing is heard, so that nothing is lost if an output plays earlier than before.
    mutating func update(latencies: [String: Double], chosen: [String: Double], mayShorten: Bool) {
        let before = now
        // A chosen delay moves its output alone: it makes up for what the output does not tell, and the others do not follow it.
        let slowest =
            latencies.map { uid, latency in latency + (mayShorten || chosen[uid] != nil ? 0 : before[uid] ?? 0) }.max() ?? 0
        now = [:]
        for (uid, latency) in latencies {
            let wanted = Self.bounded(chosen[uid] ?? slowest - latency)
            let isSame = chosen[uid] == nil && abs(wanted - (before[uid] ?? 0)) < Self.hysteresis
            now[uid] = isSame ? before[uid] ?? 0 : wanted
        }
    }

    private static func bounded(_ seconds: Double) -> Double { min(max(0, seconds), OutputDelay.range.upperBound) }
}
