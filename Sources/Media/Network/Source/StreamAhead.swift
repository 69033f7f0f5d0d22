import Synchronization

/// How much of streams that can seek is read ahead into memory, within one budget for all of them. Any thread.
///
/// What a stream may hold is what those that were opened before it leave of the budget; the rest stays for what comes next. Each has
/// ``Feed/capacity`` in any case.
package final class StreamAhead: Sendable {
    private struct State {
        var budget: Int
        /// What the streams hold, by their numbers.
        var held: [Int: Int] = [:]
        var latest = 0
    }

    private let state: Mutex<State>

    /// - Parameter bytes: how much is held at most, in bytes; with 0, streams have no more than they need.
    package init(bytes: Int) { state = Mutex(State(budget: bytes)) }

    /// Sets how much is held at most, in bytes. What streams hold beyond that stays until it was read.
    package func setBudget(bytes: Int) { state.withLock { $0.budget = bytes } }

    /// Takes in a stream.
    func share() -> StreamShare {
        StreamShare(
            of: self,
            number: state.withLock { state in
                state.latest += 1
                state.held[state.latest] = 0
                return state.latest
            })
    }

    /// Notes how much a stream holds, and returns how much it may hold.
    fileprivate func capacity(of number: Int, holding count: Int) -> Int {
        state.withLock { state in
            state.held[number] = count
            let earlier = state.held.reduce(0) { $0 + ($1.key < number ? $1.value : 0) }
            return max(Feed.capacity, state.budget - earlier)
        }
    }

    fileprivate func leave(_ number: Int) { state.withLock { $0.held[number] = nil } }
}

/// The part of one stream in what is read ahead of all, for as long as it is open.
final class StreamShare: Sendable {
    private let ahead: StreamAhead
    private let number: Int

    fileprivate init(of ahead: StreamAhead, number: Int) { (self.ahead, self.number) = (ahead, number) }

    deinit { ahead.leave(number) }

    /// Notes how much the stream holds, and returns how much it may hold, in bytes.
    func capacity(holding count: Int) -> Int { ahead.capacity(of: number, holding: count) }
}
