import Database
import SystemSupport

/// Has those write first who have somebody wait for an answer. SQLite lets nobody stand in line: who asks it again and again may find a scan
/// writing each time. Any thread.
package final class WritingTurns: Sendable {
    private let waiting = Monitor(0)

    /// How long a scan waits for others, in nanoseconds: who writes again and again must not keep it from ever getting on.
    private let patience: Int64

    /// Makes turns in which nobody waits at first.
    /// - Parameter patience: how long ``letOthersWrite()`` waits at most, in nanoseconds.
    package init(patience: Int64 = 2_000_000_000) { self.patience = patience }

    /// Runs `body`, which writes. No scan begins to write meanwhile.
    func first<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        waiting.withLock { $0 += 1 }
        defer { waiting.withLock { $0 -= 1 } }
        return try body()
    }

    /// Waits until nobody else wants to write, or the patience is at its end.
    func letOthersWrite() { _ = waiting.wait(until: MonotonicClock.nanoseconds + patience) { $0 == 0 ? true : nil } }
}
