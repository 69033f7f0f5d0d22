package import AudioTypes

/// The filters of the choices that outputs have, made once for all that play them. What takes long, such as an impulse response, is read and
/// computed by threads of its own, while the owner goes on. One thread at a time may use it: under the owner's lock.
package final class FilterLibrary {
    /// What filters are made of.
    package struct Request: Hashable, Sendable {
        package var choice: OutputFilters.Choice
        package var hasCrossfeed: Bool
        package var format: StreamFormat

        /// Makes a request.
        package init(choice: OutputFilters.Choice, hasCrossfeed: Bool, format: StreamFormat) {
            (self.choice, self.hasCrossfeed, self.format) = (choice, hasCrossfeed, format)
        }
    }

    private enum Entry {
        case beingMade
        case made(ReadFilters)
    }

    /// The most filters that are kept, and the most bytes of them.
    private static let (mostEntries, mostBytes) = (16, 64 << 20)

    /// Where the threads are. Whoever listens to it calls ``takeMade()``.
    package let workshop = FilterWorkshop()
    private var entries: [Request: Entry] = [:]
    /// The requests that have filters, the one that was asked for last at the end.
    private var order: [Request] = []
    private var users: [ObjectIdentifier: () -> Void] = [:]
    private var isListening = false
    private let prepare: (FilterWorkshop) -> Bool

    /// Makes a library that has made nothing.
    /// - Parameter prepare: is called before the first request that takes long, and returns whether somebody listens to the workshop.
    package init(prepare: @escaping (FilterWorkshop) -> Bool) { self.prepare = prepare }

    /// Ends the threads once they have done what they are at.
    package func end() { workshop.end() }

    /// Has ``takeMade()`` call `made`.
    package func add(_ user: AnyObject, made: @escaping () -> Void) { users[ObjectIdentifier(user)] = made }

    /// Ends what ``add(_:made:)`` began.
    package func remove(_ user: AnyObject) { users[ObjectIdentifier(user)] = nil }

    /// Returns filters, or has them made and returns `nil`.
    /// - Parameter isAwaited: whether sound waits for them, so that they are made before those that nobody hears yet.
    package func filters(for request: Request, isAwaited: Bool) -> ReadFilters? {
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
        guard listens(), let dropped = workshop.begin(request, isAwaited: isAwaited) else {
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
    package func retryFailed() { forget { if case .made(let filters) = $0.value { filters.problem != nil } else { false } } }

    /// Forgets what is not among these choices any more.
    package func keep(_ choices: OutputFilters) {
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

    private func listens() -> Bool {
        if !isListening { isListening = prepare(workshop) }
        return isListening
    }

    /// Takes what the threads have made, and tells the users.
    package func takeMade() {
        for (request, filters) in workshop.takeMade() {
            // Nobody may want it any more.
            guard case .beingMade = entries[request] else { continue }
            entries[request] = .made(filters)
            order.append(request)
        }
        // Before any is too much, for this puts what is played at the end.
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
