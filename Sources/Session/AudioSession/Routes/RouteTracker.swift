/// Follows where the sound goes, and reports each real change once, after the graph has stood still.
///
/// A whole picture settles, not only the route: a sink that has just appeared must still count as new if it takes over a moment
/// later. So a picture settles only after its time, even if the route stays the same.
package struct RouteTracker: Hashable, Sendable {
    /// A change of the route.
    package struct Change: Hashable, Sendable {
        package var reason: RouteChangeReason
        package var previous: Route
        package var current: Route
    }

    /// The picture when the graph last stood still; `nil` before the first snapshot.
    private(set) var settled: RoutePicture?
    /// The picture of the newest snapshot.
    private(set) var newest = RoutePicture()
    private var graph = GraphSnapshot()
    private var hasOutput = true
    private(set) var wish: String?
    private var beside: [String] = []
    /// The time since which `newest` has been as it is, if it differs from `settled`.
    private var changedAt: Int64?
    /// The time of the newest snapshot.
    private var lookedAt: Int64 = 0
    /// The time at which a session manager that had been away came back. Its devices appear after it, one by one.
    private var managerBackAt: Int64?
    private var wokeAt: Int64?
    /// How long after waking a change has the reason `wakeFromSleep`, in nanoseconds.
    private static let wakingTime: Int64 = 10_000_000_000

    /// Returns the time at which the newest picture settles. `nil` while the graph stands still, or while there is no session
    /// manager: what becomes of its devices is not known before it is back.
    func deadline(_ policy: SessionPolicy) -> Int64? {
        guard let changedAt, graph.hasSessionManager else { return nil }
        let involvesBluetooth =
            newest.sinks.contains(where: \.isBluetooth) || settled?.sinks.contains(where: \.isBluetooth) == true
        return afterManagersReturn(changedAt + (involvesBluetooth ? policy.bluetoothSettleTime : policy.settleTime), policy)
    }

    /// Returns `due`, or a later time if a session manager has just come back and needs time to put everything in its place.
    func afterManagersReturn(_ due: Int64, _ policy: SessionPolicy) -> Int64 {
        max(due, managerBackAt.map { $0 + policy.bluetoothSettleTime } ?? due)
    }

    /// The settled route, as clients get it.
    var route: Route { settled?.route ?? Route() }

    /// Takes in a new snapshot.
    mutating func take(_ graph: GraphSnapshot, at now: Int64) {
        if graph.hasSessionManager && !self.graph.hasSessionManager && settled != nil { managerBackAt = now }
        self.graph = graph
        look(at: now)
    }

    /// Notes that the session sends the sound to the sink `uid`, or with `nil` wherever the desktop wants it, and to the sinks
    /// `beside` it.
    mutating func setWish(_ uid: String?, beside: [String] = [], at now: Int64) {
        wish = uid
        self.beside = beside
        // Before the first snapshot there is nothing to compare with.
        if settled != nil { look(at: now) }
    }

    /// Notes a change of category or mode, which may add or remove the route, and returns the change to report. It is reported
    /// at once, because it is our own doing; whatever else is changing settles in its own time. `nil` before the first
    /// snapshot.
    mutating func setHasOutput(_ hasOutput: Bool) -> Change? {
        let previous = route
        let isAnother = hasOutput != self.hasOutput
        self.hasOutput = hasOutput
        guard settled != nil else { return nil }
        if isAnother {
            newest = RoutePicture(graph, wish: wish, beside: beside, hasOutput: hasOutput)
            settled = newest
            changedAt = nil
        }
        return Change(reason: .categoryChange, previous: previous, current: route)
    }

    /// Notes that the machine woke: the next change has the reason `wakeFromSleep` if it comes in time.
    mutating func wake(at now: Int64) { wokeAt = now }

    /// Forgets the graph, because the server is gone. The settled picture stays, to be compared with what comes back.
    mutating func forgetGraph() {
        graph = GraphSnapshot()
        newest = RoutePicture()
        changedAt = nil
    }

    private mutating func look(at now: Int64) {
        lookedAt = now
        let seen = RoutePicture(graph, wish: wish, beside: beside, hasOutput: hasOutput)
        guard let settled else {
            // The first snapshot is where we start from, not a change.
            self.settled = seen
            newest = seen
            return
        }
        let routeMoved = !seen.isSameRoute(as: newest)
        newest = seen
        if seen == settled {
            changedAt = nil
        } else if changedAt == nil || routeMoved {
            changedAt = now
        }
    }

    /// Makes the newest picture the settled one, and returns the change if the route is another.
    mutating func settle() -> Change? {
        let began = changedAt ?? 0
        changedAt = nil
        return settle(on: newest, since: began)
    }

    /// Makes `sink` the settled route if it was not: the sound was heard on it, and it is lost before the graph settled. From
    /// there the sound goes on to wherever it goes. Returns the change if it has not been reported.
    mutating func settle(on sink: GraphSink) -> Change? {
        guard let settled, !settled.sinks.contains(where: { $0.isPrivateOutput(sink) }) else { return nil }
        var heard = newest
        heard.sinks = [sink]
        heard.existing.insert(sink.serial)
        // If the newest picture is the one from before the sink appeared, the time of the loss was not noted.
        changedAt = changedAt ?? lookedAt
        return settle(on: heard, since: lookedAt)
    }

    private mutating func settle(on picture: RoutePicture, since began: Int64) -> Change? {
        let old = settled ?? RoutePicture()
        settled = picture
        guard !picture.isSameRoute(as: old) else { return nil }
        let isAfterWake = wokeAt.map { began >= $0 && began - $0 < Self.wakingTime } ?? false
        wokeAt = nil
        let reason = isAfterWake ? .wakeFromSleep : RouteChangeReason(from: old, to: picture, in: graph)
        return Change(reason: reason, previous: old.route, current: picture.route)
    }
}
