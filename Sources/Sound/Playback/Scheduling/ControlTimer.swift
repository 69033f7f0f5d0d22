/// A timer of the control thread, which runs a piece of work once. Setting it again replaces work that has not run yet. Confined to
/// the control thread.
final class ControlTimer {
    /// Work on its way through the scheduler. It is made and run on the control thread only.
    private struct Order: @unchecked Sendable {
        let timer: ControlTimer
        let number: Int
        let work: () -> Void
    }

    private let scheduler: any ControlScheduler
    private var scheduled: (any ScheduledWork)?
    /// The number of the newest order. Work of an older one may be due already when it is replaced; it then does nothing.
    private var newest = 0

    init(_ scheduler: any ControlScheduler) { self.scheduler = scheduler }

    /// Whether work waits for its time.
    var isSet: Bool { scheduled != nil }

    /// Runs `work` once, `nanoseconds` from now or a little later, never within this call. Work that waits is replaced.
    func set(afterNanoseconds nanoseconds: Int64, _ work: @escaping () -> Void) {
        cancel()
        let order = Order(timer: self, number: newest, work: work)
        let executor = scheduler.executor
        scheduled = scheduler.schedule(afterNanoseconds: nanoseconds) {
            executor.preconditionIsolated()
            order.timer.run(order)
        }
    }

    /// Forgets the work that waits.
    func cancel() {
        newest += 1
        scheduled?.cancel()
        scheduled = nil
    }

    private func run(_ order: Order) {
        guard order.number == newest else { return }
        scheduled = nil
        order.work()
    }
}
