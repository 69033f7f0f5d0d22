import SystemSupport

/// The threads that fetch a stream and, if it is a list, the addresses that the list names: one thread for each open
/// source.
///
/// A thread whose source was closed rests for a while with its connections, so that the next segment, or the next request
/// for the list, needs no new connection and no handshake. The number of resting threads and their time are limited, and
/// they end with the stream. Any thread.
final class Fetchers: Sendable {
    /// The work that a thread does for a source. It gets the connections that an earlier source has left, and may leave
    /// some itself.
    typealias Work = @Sendable (inout Connections?) -> Void

    /// Enough for a segment and for the list, which is read again next to it.
    private static let mostResting = 2

    private struct State {
        var resting = 0
        /// How many threads have been told that their source has no reader any more, and will be free soon.
        var returning = 0
        /// The work that those threads take over, oldest first.
        var waiting: [Work] = []
        var isOver = false
    }

    private let state = Monitor(State())
    /// How long a thread rests, in nanoseconds.
    private let rest: Int64

    init(_ configuration: NetworkConfiguration) { rest = Int64(configuration.restSeconds * 1e9) }

    deinit { state.withLock { $0.isOver = true } }

    /// Has a thread do `work`: one that rests or is about to, else a new one.
    func start(_ work: @escaping Work) throws(OwnThread.Failure) {
        let isTaken = state.withLock { state in
            guard state.waiting.count < state.resting + state.returning else { return false }
            state.waiting.append(work)
            return true
        }
        if isTaken { return }
        // The threads hold only the state, so that they end when the stream does.
        let (state, rest) = (state, rest)
        // The thread takes `work` out of this box and does not capture it: a captured closure would live as long as the
        // thread, but `work` may live only as long as its source.
        let first = Monitor<Work?>(work)
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-fetch") { Self.run(first, state, rest) }
        } catch {
            // `expectReturn()` follows for this work too, but no thread comes back from work that never began.
            state.withLock { $0.returning -= 1 }
            throw error
        }
    }

    /// Notes that a source has no reader any more, so that its thread ends its work. Called once for each work.
    func expectReturn() { state.withLock { $0.returning += 1 } }

    private static func run(_ first: Monitor<Work?>, _ state: Monitor<State>, _ rest: Int64) {
        var connections: Connections?
        var next = first.withLock { $0.take() }
        while next != nil {
            // The thread keeps nothing of the work while it rests.
            next.take()?(&connections)
            let mayRest = connections != nil
            let rests = state.withLock { state in
                state.returning -= 1
                guard state.waiting.isEmpty, !state.isOver, mayRest, state.resting < mostResting else { return false }
                state.resting += 1
                return true
            }
            if rests {
                _ = state.wait(until: MonotonicClock.nanoseconds + rest) { $0.isOver || !$0.waiting.isEmpty ? true : nil }
            }
            next = state.withLock { state in
                if rests { state.resting -= 1 }
                return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
            }
        }
    }
}
