import AudioTypes
import Filters
import Glibc
import Synchronization
import SystemSupport

/// The filters of the choices that outputs have, made once for all streams. What takes long, such as an impulse response, is read and computed by
/// threads of its own, while the loop goes on. Under the loop's lock.
@safe final class FilterLibrary {
    /// What filters are made of.
    struct Request: Hashable, Sendable {
        var choice: OutputFilters.Choice
        var hasCrossfeed: Bool
        var format: StreamFormat
    }

    private enum Entry {
        case beingMade
        case made(ReadFilters)
    }

    /// The most filters that are kept, and the most bytes of them.
    private static let (mostEntries, mostBytes) = (16, 64 << 20)

    private unowned let connection: Connection
    private let workshop = FilterWorkshop()
    private var entries: [Request: Entry] = [:]
    /// The requests that have filters, the one that was asked for last at the end.
    private var order: [Request] = []
    private var users: [ObjectIdentifier: () -> Void] = [:]
    /// Fires when a thread has made filters; `nil` before the first request that takes long.
    private var source: LoopSource?

    init(_ connection: Connection) { self.connection = connection }

    /// Ends the threads once they have done what they are at. Under the lock.
    func end() {
        workshop.end()
        source = nil
    }

    /// Calls `made` whenever filters were made.
    func add(_ user: AnyObject, made: @escaping () -> Void) { users[ObjectIdentifier(user)] = made }

    func remove(_ user: AnyObject) { users[ObjectIdentifier(user)] = nil }

    /// Returns filters, or has them made and returns `nil`.
    /// - Parameter isAwaited: whether a stream waits for them, so that they are made before those that nobody hears yet.
    func filters(for request: Request, isAwaited: Bool) -> ReadFilters? {
        guard ReadFilters.isSlow(request.choice) else { return Self.made(request) }
        switch entries[request] {
        case .made(let filters):
            order.removeAll { $0 == request }
            order.append(request)
            return filters
        case .beingMade:
            if isAwaited { workshop.hurry(request) }
            return nil
        case nil: break
        }
        guard makeSource(), let dropped = workshop.begin(request, isAwaited: isAwaited) else {
            return .quick(
                request.choice, for: request.format, hasCrossfeed: request.hasCrossfeed,
                problem: "No thread could be made to compute the filters.")
        }
        entries[request] = .beingMade
        // Whoever needs one of these asks for it again.
        for request in dropped { entries[request] = nil }
        return nil
    }

    /// Forgets what had a problem, which may be over: a file may have come back.
    func retryFailed() { forget { if case .made(let filters) = $0.value { filters.problem != nil } else { false } } }

    /// Forgets what is not among these choices any more.
    func keep(_ choices: OutputFilters) {
        let kept = Set(choices.choices.values)
        forget { !kept.contains($0.key.choice) }
    }

    private func forget(_ isForgotten: ((key: Request, value: Entry)) -> Bool) {
        let gone = Set(entries.filter(isForgotten).keys)
        for request in gone { entries[request] = nil }
        workshop.forget(gone)
        order.removeAll { gone.contains($0) }
    }

    private static func made(_ request: Request) -> ReadFilters {
        (try? ReadFilters.of(request.choice, for: request.format, hasCrossfeed: request.hasCrossfeed)) ?? .none
    }

    private func makeSource() -> Bool {
        if source == nil {
            source = try? connection.readable(descriptor: workshop.descriptor) { [unowned self] in takeMade() }
        }
        return source != nil
    }

    private func takeMade() {
        for (request, filters) in workshop.takeMade() {
            // Nobody may want it any more.
            guard case .beingMade = entries[request] else { continue }
            entries[request] = .made(filters)
            order.append(request)
        }
        // Before any is too much, for this puts what streams play at the end.
        for made in users.values { made() }
        var bytes = order.reduce(0) { $0 + byteCount(of: $1) }
        while order.count > Self.mostEntries || bytes > Self.mostBytes && order.count > 1 {
            let oldest = order.removeFirst()
            bytes -= byteCount(of: oldest)
            entries[oldest] = nil
        }
    }

    private func byteCount(of request: Request) -> Int {
        if case .made(let filters) = entries[request] { filters.kernel?.byteCount ?? 0 } else { 0 }
    }
}

/// Where filters are made, by a thread for each, a few at a time. Any thread.
final class FilterWorkshop: Sendable {
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
    static let mostWaiting = 16

    private let state = Mutex(State())
    private let event = Mutex<EventDescriptor?>(nil)

    /// The descriptor that is readable once something was made; -1 if there is none.
    var descriptor: Int32 {
        event.withLock { event in
            if event == nil { event = try? EventDescriptor() }
            return event?.descriptor ?? -1
        }
    }

    /// Has filters made: before all others if somebody waits for them, else behind them. Returns the requests that are dropped, because too
    /// many wait, or `nil` if no thread can be had.
    func begin(_ request: FilterLibrary.Request, isAwaited: Bool) -> [FilterLibrary.Request]? {
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
    func hurry(_ request: FilterLibrary.Request) {
        state.withLock { state in
            guard let place = state.waiting.firstIndex(of: request) else { return }
            state.waiting.insert(state.waiting.remove(at: place), at: 0)
        }
    }

    /// Drops what waits and nobody wants any more.
    func forget(_ requests: Set<FilterLibrary.Request>) {
        state.withLock { state in state.waiting.removeAll { requests.contains($0) } }
    }

    /// Returns what was made since the last call.
    func takeMade() -> [(FilterLibrary.Request, ReadFilters)] {
        _ = event.withLock { $0?.drain() }
        return state.withLock { state in
            defer { state.made = [] }
            return state.made
        }
    }

    /// Has nothing more made.
    func end() {
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
            event.withLock { $0?.signal() }
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
