import NIOCore
import Synchronization

/// How long the turns of clients take: what one client has had done before another one had its turn. Counted for all servers of lines of the
/// process, which share the control thread.
package enum TurnStatistics {
    private static let longest = Atomic<Int64>(0)

    /// The longest turn so far, in nanoseconds. Any thread.
    package static var longestTurn: Int64 { longest.load(ordering: .relaxed) }

    /// Notes how long a turn took. The control thread.
    static func noteTurn(of duration: TimeAmount) {
        let time = duration.nanoseconds
        if time > longest.load(ordering: .relaxed) { longest.store(time, ordering: .relaxed) }
    }
}
