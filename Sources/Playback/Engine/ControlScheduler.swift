/// The control thread as the engine sees it: where its work runs, at once or later.
///
/// Not tasks of Swift's concurrency: those would start a pool of threads beside the control thread, and a monitor of that
/// pool which wakes once a second for as long as the process lives.
package protocol ControlScheduler: Sendable {
    /// The control thread's executor. Work of this scheduler runs isolated to it.
    var executor: any SerialExecutor { get }

    /// Runs `work` soon, behind what was handed in before. Any thread.
    func execute(_ work: @escaping @Sendable () -> Void)

    /// Runs `work` once, so many nanoseconds from now or a little later; soon, if that is not more than 0. Any thread.
    func schedule(afterNanoseconds nanoseconds: Int64, _ work: @escaping @Sendable () -> Void) -> any ScheduledWork
}

/// Work that a ``ControlScheduler`` is to run later.
package protocol ScheduledWork: Sendable {
    /// Takes the work back, so that nothing wakes for it. Work that is due already may still run.
    func cancel()
}
