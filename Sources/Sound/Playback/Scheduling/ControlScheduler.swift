import SystemSupport

/// The control thread as the engine sees it: it runs the engine's work, at once or later.
///
/// It uses no tasks of Swift's concurrency: they would start a pool of threads next to the control thread, with a monitor that
/// wakes once a second for as long as the process lives.
package protocol ControlScheduler: Sendable {
    /// The control thread's executor. Work of this scheduler runs isolated to it.
    var executor: any SerialExecutor { get }

    /// The time by which ``schedule(afterNanoseconds:_:)`` counts: CLOCK_MONOTONIC, in nanoseconds. Any thread.
    var now: Int64 { get }

    /// Runs `work` soon, after all work that was handed in before. Any thread.
    func execute(_ work: @escaping @Sendable () -> Void)

    /// Runs `work` once, `nanoseconds` from now or a little later; soon, if that is 0 or less. Any thread.
    func schedule(afterNanoseconds nanoseconds: Int64, _ work: @escaping @Sendable () -> Void) -> any ScheduledWork
}

extension ControlScheduler {
    /// The time of the system's clock.
    package var now: Int64 { MonotonicClock.nanoseconds }
}

/// Work that a ``ControlScheduler`` runs later.
package protocol ScheduledWork: Sendable {
    /// Cancels the work, so that nothing wakes for it. Work that is due already may still run.
    func cancel()
}
