import AudioTypes
import Glibc
import Synchronization
import SystemSupport

/// Where filters are made, by a thread for each, a few at a time. Any thread.
package final class FilterWorkshop: Sendable {
    private struct State {
        /// What is to be made, the next one first.
        var waiting: [FilterLibrary.Request] = []
        /// The impulse responses that threads are at.
        var paths: Set<String> = []
        var made: [(FilterLibrary.Request, ReadFilters)] = []
        var threads = 0
        var isOver = false
    }

    /// The most threads, so that a disk that hangs does not stop all that follows: no two of them read the same impulse response.
    private static let mostThreads = 3
    /// The most requests that wait.
    package static let mostWaiting = 16

    private let state = Mutex(State())
    private let listener = Mutex<(@Sendable () -> Void)?>(nil)

    package init() {}

    /// Has the threads call `made` whenever one of them has made something.
    package func listen(made: @escaping @Sendable () -> Void) { listener.withLock { $0 = made } }

    /// Has filters made: before all others if somebody waits for them, else behind them. Returns the requests that are dropped, because too
    /// many wait, or `nil` if no thread can be had.
    package func begin(_ request: FilterLibrary.Request, isAwaited: Bool) -> [FilterLibrary.Request]? {
        let (needsThread, dropped) = state.withLock { state in
            state.waiting.insert(request, at: isAwaited ? 0 : state.waiting.count)
            var dropped: [FilterLibrary.Request] = []
            while state.waiting.count > Self.mostWaiting { dropped.append(state.waiting.removeLast()) }
            guard state.threads < Self.mostThreads else { return (false, dropped) }
            state.threads += 1
            return (true, dropped)
        }
        if !needsThread { return dropped }
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-filters") { [self] in run() }
            return dropped
        } catch {
            return state.withLock { state in
                state.threads -= 1
                if state.threads > 0 { return dropped }
                state.waiting.removeAll { $0 == request }
                return nil
            }
        }
    }

    /// Has what waits made before all others.
    package func hurry(_ request: FilterLibrary.Request) {
        state.withLock { state in
            guard let place = state.waiting.firstIndex(of: request) else { return }
            state.waiting.insert(state.waiting.remove(at: place), at: 0)
        }
    }

    /// Drops what waits and nobody wants any more.
    package func forget(_ requests: Set<FilterLibrary.Request>) {
        state.withLock { state in state.waiting.removeAll { requests.contains($0) } }
    }

    /// Returns what was made since the last call.
    package func takeMade() -> [(FilterLibrary.Request, ReadFilters)] {
        state.withLock { state in
            defer { state.made = [] }
            return state.made
        }
    }

    /// Has nothing more made.
    package func end() {
        state.withLock { state in
            state.isOver = true
            state.waiting = []
        }
    }

    private func run() {
        while let request = next() {
            let filters = Self.made(request)
            state.withLock { state in
                state.made.append((request, filters))
                if let path = request.choice.parts.impulse { state.paths.remove(path) }
            }
            // Not under the lock: whoever listens takes what was made.
            listener.withLock { $0 }?()
        }
    }

    private func next() -> FilterLibrary.Request? {
        state.withLock { state in
            // The thread that is at a path goes on with what waits for it.
            let place = state.waiting.firstIndex { $0.choice.parts.impulse.map { !state.paths.contains($0) } ?? true }
            guard let place, !state.isOver else {
                state.threads -= 1
                return nil
            }
            let request = state.waiting.remove(at: place)
            if let path = request.choice.parts.impulse { state.paths.insert(path) }
            return request
        }
    }

    private static func made(_ request: FilterLibrary.Request) -> ReadFilters {
        let made = try? ReadFilters.of(
            request.choice, for: request.format, hasCrossfeed: request.hasCrossfeed,
            impulse: { pattern, rate throws(ImpulseFailure) in try impulse(pattern, for: rate) })
        return made ?? .none
    }

    /// Reads the impulse response that fits a sample rate best of those that are there.
    private static func impulse(_ pattern: ImpulsePattern, for rate: SampleRate) throws(ImpulseFailure) -> ImpulseResponse {
        var missing: String?
        for path in pattern.candidates(for: rate) {
            let bytes: [UInt8]
            do throws(FileFailure) {
                bytes = try RegularFile.read(path, atMost: ImpulseBounds.bytes, followsLinks: true)
            } catch {
                guard error.number == ENOENT else { throw ImpulseFailure("\(path) cannot be read: \(error)") }
                missing = missing ?? "\(path) cannot be read: \(error)"
                continue
            }
            do throws(ImpulseError) {
                return try ImpulseResponse(bytes)
            } catch {
                throw ImpulseFailure("\(path): \(error)")
            }
        }
        throw ImpulseFailure(missing ?? "There is no impulse response.")
    }
}
