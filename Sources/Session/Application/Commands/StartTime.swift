package import PlayerModel
import SystemSupport

/// The time at which a client wants sound to begin.
package enum StartTime: Hashable, Sendable {
    /// By CLOCK_MONOTONIC, in seconds.
    case monotonic(Double)
    /// By the calendar, in seconds since the beginning of 1970 (UTC). A clock that is set later changes nothing.
    case date(Double)

    /// The farthest time that may be given, in seconds from now: until then, the output runs in silence.
    package static let farthest = 3_600.0

    /// The time by the monotonic clock, in nanoseconds.
    /// - Throws: if it has passed, or is too far away.
    package func monotonic() throws(PlaybackError) -> Int64 {
        let left =
            switch self {
            case .monotonic(let seconds): seconds - Double(MonotonicClock.nanoseconds) / 1e9
            case .date(let seconds): seconds - CalendarClock.seconds
            }
        guard left >= 0 else { throw PlaybackError(.tooLate, "that time was \(Self.text(-left)) s ago: nothing begins") }
        guard left <= Self.farthest else {
            throw PlaybackError(.tooLate, "that time is \(Self.text(left)) s away: \(Int(Self.farthest)) s are the most")
        }
        return MonotonicClock.nanoseconds + Int64(left * 1e9)
    }

    private static func text(_ seconds: Double) -> String {
        seconds < 1_000_000 ? "\((seconds * 1_000).rounded() / 1_000)" : "more than a million"
    }
}
