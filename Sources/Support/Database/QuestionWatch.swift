import CSQLite
import Synchronization

/// Which question a thread answers with a database, so that any thread can end it, and how long the longest took.
///
/// SQLite looks at it while it works ``Connection/watch(_:)``, so that a question whose client has left holds up no other.
package final class QuestionWatch: Sendable {
    /// 0 while none is answered.
    private let running = Atomic<UInt64>(0)
    private let ended = Atomic<UInt64>(0)
    private let longest = Atomic<Int64>(0)

    /// Makes a watch without a question.
    package init() {}

    /// Notes that a question is answered from now on. Numbers are above 0 and not used twice. The thread that answers.
    package func begin(_ question: UInt64) { running.store(question, ordering: .relaxed) }

    /// Notes that it is answered, and how long that took, in nanoseconds. The thread that answers.
    package func finish(after nanoseconds: Int64) {
        running.store(0, ordering: .relaxed)
        if nanoseconds > longest.load(ordering: .relaxed) { longest.store(nanoseconds, ordering: .relaxed) }
    }

    /// Ends a question if it is answered now. Any thread.
    package func end(_ question: UInt64) { ended.store(question, ordering: .relaxed) }

    /// Whether the question that is answered now is to end. Any thread.
    package var isEnded: Bool {
        let question = running.load(ordering: .relaxed)
        return question != 0 && question == ended.load(ordering: .relaxed)
    }

    /// How long the longest question took, in nanoseconds. Any thread.
    package var longestQuestion: Int64 { longest.load(ordering: .relaxed) }
}

extension Connection {
    /// After how many steps of SQLite's machine it looks whether a question is to end: every tenth of a millisecond or so.
    private static let stepsBetweenLooks: Int32 = 20_000

    /// Has what the connection does end with ``DatabaseError/Code/interrupted`` once `watch` says so. The watch has to live as long as the
    /// connection.
    package func watch(_ watch: QuestionWatch) {
        let context = unsafe Unmanaged.passUnretained(watch).toOpaque()
        unsafe sqlite3_progress_handler(
            handle, Self.stepsBetweenLooks,
            { context in
                guard let context = unsafe context else { return 0 }
                return unsafe Unmanaged<QuestionWatch>.fromOpaque(context).takeUnretainedValue().isEnded ? 1 : 0
            }, context)
    }
}
