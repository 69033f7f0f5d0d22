import Synchronization

/// Limits how many private sound systems run at once.
///
/// Swift Testing starts every test of a run at the same time. Dozens of graphs on two cores would miss their cycles and
/// lose samples that no code under test lost.
final class SoundSystemSlots: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The slots of this process. There is one, because a graph at a small quantum needs a core for itself, next to its
    /// players.
    static let shared = SoundSystemSlots(count: 1)

    private let state: Mutex<State>

    init(count: Int) { state = Mutex(State(free: count)) }

    func acquire() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func release() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}

/// The right to run one sound system. It ends when the value goes away.
final class SoundSystemSlot: Sendable {
    init() async { await SoundSystemSlots.shared.acquire() }
    deinit { SoundSystemSlots.shared.release() }
}
