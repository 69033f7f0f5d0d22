/// Follows where the sound goes, and tells of each real change once, after the graph has stood still.
///
/// What is settled is a whole picture, not only the route: a sink that has just appeared must still count as new when it
/// takes over a moment later. So a picture becomes the settled one only after its time, also where the route is the same.
package struct RouteTracker: Hashable, Sendable {
    /// A change of the route.
    package struct Change: Hashable, Sendable {
        package var reason: RouteChangeReason
        package var previous: Route
        package var current: Route
    }

    /// What held when the graph last stood still; `nil` before the first snapshot.
    private(set) var settled: RoutePicture?
    /// What the newest snapshot shows.
    private(set) var newest = RoutePicture()
    private var graph = GraphSnapshot()
    private var hasOutput = true
    private var wish: String?
    /// Since when `newest` has been the way it is, where that differs from `settled`.
    private var changedAt: Int64?
    /// When the newest snapshot came.
    private var lookedAt: Int64 = 0
    /// When a session manager that had been away came back: its devices come after it, one by one.
    private var managerBackAt: Int64?
    private var wokeAt: Int64?
    /// How long after waking a change is put down to the sleep.
    private static let wakingTime: Int64 = 10_000_000_000

    /// When the newest picture is to be taken for settled; `nil` while the graph stands still, or while there is no
    /// session manager: what its devices become cannot be known before it is back.
    func deadline(_ policy: SessionPolicy) -> Int64? {
        guard let changedAt, graph.hasSessionManager else { return nil }
        let involvesBluetooth =
            newest.sinks.contains(where: \.isBluetooth) || settled?.sinks.contains(where: \.isBluetooth) == true
        return afterManagersReturn(changedAt + (involvesBluetooth ? policy.bluetoothSettleTime : policy.settleTime), policy)
    }

    /// `due`, but not before a session manager that was away has had time to put everything where it belongs.
    func afterManagersReturn(_ due: Int64, _ policy: SessionPolicy) -> Int64 {
        max(due, managerBackAt.map { $0 + policy.bluetoothSettleTime } ?? due)
    }

    /// The route as clients are told: the settled one.
    var route: Route { settled?.route ?? Route() }

    /// Takes a snapshot in.
    mutating func take(_ graph: GraphSnapshot, at now: Int64) {
        if graph.hasSessionManager && !self.graph.hasSessionManager && settled != nil { managerBackAt = now }
        self.graph = graph
        look(at: now)
    }

    /// A client sends the sound to that sink, or with `nil` wherever the desktop wants it.
    mutating func setWish(_ uid: String?, at now: Int64) {
        wish = uid
        // Before the first snapshot there is nothing to compare to.
        if settled != nil { look(at: now) }
    }

    /// The category or its mode changed, and with it perhaps whether there is a route at all. Tells so at once, as it is our
    /// own doing; what else is changing settles in its own time. `nil` before the first snapshot.
    mutating func setHasOutput(_ hasOutput: Bool) -> Change? {
        let previous = route
        let isAnother = hasOutput != self.hasOutput
        self.hasOutput = hasOutput
        guard settled != nil else { return nil }
        if isAnother {
            newest = RoutePicture(graph, wish: wish, hasOutput: hasOutput)
            settled = newest
            changedAt = nil
        }
        return Change(reason: .categoryChange, previous: previous, current: route)
    }

    /// The machine woke: the next change is put down to that.
    mutating func wake(at now: Int64) { wokeAt = now }

    /// The server is gone, and its graph with it. What was settled stays, to be compared with what comes back.
    mutating func forgetGraph() {
        graph = GraphSnapshot()
        newest = RoutePicture()
        changedAt = nil
    }

    private mutating func look(at now: Int64) {
        lookedAt = now
        let seen = RoutePicture(graph, wish: wish, hasOutput: hasOutput)
        guard let settled else {
            // The very first one is where we start from, not a change.
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

    /// Makes the newest picture the settled one; the change, where the route is another.
    mutating func settle() -> Change? {
        let began = changedAt ?? 0
        changedAt = nil
        return settle(on: newest, since: began)
    }

    /// The sound was heard on `sink`, which is lost now, though it had never settled there. Makes that the settled route, from
    /// which the sound goes on to wherever it goes; the change, where nothing of it was told yet.
    mutating func settle(on sink: GraphSink) -> Change? {
        guard let settled, !settled.sinks.contains(where: { $0.isPrivateOutput(sink) }) else { return nil }
        var heard = newest
        heard.sinks = [sink]
        heard.existing.insert(sink.serial)
        // Since when it is gone was not noted where the newest picture is that of before it came.
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
