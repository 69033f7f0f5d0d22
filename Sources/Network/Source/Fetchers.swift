import SystemSupport

/// The threads that fetch a stream, and what it is made of where it is a list: one for each source that is open.
///
/// One whose source was closed rests for a while with its connections, so that the next segment, or the list once more, needs no
/// new one, and no handshake. What rests is bounded in number and time, and ends with the stream. Any thread.
final class Fetchers: Sendable {
    /// What a thread does for a source, over connections that an earlier source has left, or leaves some itself.
    typealias Work = @Sendable (inout Connections?) -> Void

    /// A segment, and the list that is read again beside it.
    private static let mostResting = 2

    private struct State {
        var resting = 0
        /// How many were told that nobody reads any more, and are on their way back.
        var returning = 0
        /// Taken over by those, oldest first.
        var waiting: [Work] = []
        var isOver = false
    }

    private let state = Monitor(State())
    /// In nanoseconds.
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
        // Of the threads only the state is known, so that they end when the stream does.
        let (state, rest) = (state, rest)
        // Handed over and not captured: what a thread was started with lives as long as the thread, this only as long as the source.
        let first = Monitor<Work?>(work)
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-fetch") { Self.run(first, state, rest) }
        } catch {
            // Nobody comes back of what never began.
            state.withLock { $0.returning -= 1 }
            throw error
        }
    }

    /// One of them has nobody left who reads, and ends what it does. Once for each work.
    func expectReturn() { state.withLock { $0.returning += 1 } }

    private static func run(_ first: Monitor<Work?>, _ state: Monitor<State>, _ rest: Int64) {
        var connections: Connections?
        var next = first.withLock { $0.take() }
        while next != nil {
            // Nothing is kept of it while the thread rests.
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
