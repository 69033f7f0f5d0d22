import AudioSession
import NIOCore

/// Those who wait for a route, each until it has come or its patience is over. Confined to the control thread.
final class RouteWatchers {
    /// Returns whether it need not be called again. It gets the route, and whether this is the last call anyway.
    typealias Watcher = (_ route: Route, _ isLast: Bool) -> Bool

    private let eventLoop: any EventLoop
    /// They get the route after everything that may have changed it, until they return true.
    private var waiting: [(Route) -> Bool] = []

    /// Makes it for use on `eventLoop`.
    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// Calls `watcher` with the route now, whenever it may have changed, and once more after `patience`, until it returns true.
    /// - Parameter route: returns the route as it is; `nil` if nobody needs it any more.
    func add(for patience: TimeAmount, _ route: @escaping () -> Route?, _ watcher: @escaping Watcher) {
        guard let now = route(), !watcher(now, false) else { return }
        var isOver = false
        let last = eventLoop.assumeIsolated().scheduleTask(in: patience) {
            if !isOver, let route = route() { isOver = watcher(route, true) }
        }
        waiting.append { route in
            if !isOver, watcher(route, false) {
                isOver = true
                last.cancel()
            }
            return isOver
        }
    }

    /// Tells that the route may have changed.
    func routeMayHaveChanged(_ route: Route) { waiting = waiting.filter { !$0(route) } }
}
