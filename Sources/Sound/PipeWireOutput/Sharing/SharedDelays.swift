import AudioTypes
import RealtimeAudio

/// By how much each of several outputs plays later than by itself, so that all of them are heard at the same time. This is a value:
/// it takes in what the outputs tell of their latency and what a client has chosen, in seconds and by the uids of the sinks.
///
/// While something plays, the outputs come into step by waiting for the slowest. An output skips frames to catch up only if it is out of
/// step and all outputs wait for much longer than the slowest needs. Without that, a latency that goes up and down would delay all of them
/// more each time.
struct SharedDelays: Hashable {
    /// The change of a latency that is not worth a change of the delay: nobody hears it.
    private static let hysteresis = 0.000_25
    /// How far apart the outputs may be heard and still count as in step.
    private static let step = 0.001
    /// By how much longer than the slowest needs all may wait because of latencies that have changed.
    private static let mostSpare = 0.1

    /// The delays as they are now.
    private(set) var now: [String: Double] = [:]
    /// The latency of each output together with its delay, unless the delay is chosen.
    private var total = 0.0
    /// The outputs whose delays were chosen.
    private var chosenBefore: Set<String> = []

    /// Finds the delays again.
    /// - Parameters:
    ///   - latencies: the latency of each output that plays.
    ///   - chosen: the delays that a client has chosen.
    ///   - mayShorten: whether nothing is heard, so that nothing is lost if an output plays earlier than before.
    mutating func update(latencies: [String: Double], chosen: [String: Double], mayShorten: Bool) {
        let before = now
        // A chosen delay moves its output alone, also when it is taken back: it makes up for what the output does not tell, and the
        // others do not follow it.
        let waits = before.filter { chosen[$0.key] == nil && !chosenBefore.contains($0.key) }
        let needed = latencies.values.max() ?? 0
        let waiting = latencies.map { uid, latency in latency + (waits[uid] ?? 0) }.max() ?? 0
        let earliest = latencies.keys.compactMap { uid in
            chosen[uid] == nil && !chosenBefore.contains(uid) ? latencies[uid].map { $0 + (waits[uid] ?? 0) } : nil
        }.min()
        // Those that become slower together, as with a longer cycle, stay in step, and nobody has to move.
        let isApart = waiting - (earliest ?? waiting) > Self.step
        let isTooLate = isApart && waiting > total && waiting - needed > Self.mostSpare
        total = mayShorten ? needed : isTooLate ? max(total, needed) : waiting
        chosenBefore = Set(chosen.keys)
        now = [:]
        for (uid, latency) in latencies {
            let wanted = Self.bounded(chosen[uid] ?? total - latency)
            let isSame = chosen[uid] == nil && abs(wanted - (before[uid] ?? 0)) < Self.hysteresis
            now[uid] = isSame ? before[uid] ?? 0 : wanted
        }
    }

    private static func bounded(_ seconds: Double) -> Double { min(max(0, seconds), OutputDelay.range.upperBound) }
}
