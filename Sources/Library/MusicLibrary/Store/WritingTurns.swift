import Database
import SystemSupport

/// Has those write first who have somebody wait for an answer. SQLite lets nobody stand in line: who asks it again and again may find a scan
/// writing each time. Any thread.
package final class WritingTurns: Sendable {
    private let waiting = Monitor(0)

    /// Nobody waits at first.
    package init() {}

    /// Runs `body`, which writes. No scan begins to write meanwhile.
    func first<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        waiting.withLock { $0 += 1 }
        defer { waiting.withLock { $0 -= 1 } }
        return try body()
    }

    /// Waits until nobody else wants to write.
    func letOthersWrite() { _ = waiting.wait { $0 == 0 ? true : nil } }
}
