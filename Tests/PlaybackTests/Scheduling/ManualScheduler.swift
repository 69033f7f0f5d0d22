import Synchronization

@testable import Playback

/// A control thread whose time stands still until the test moves it. The test itself is that thread.
final class ManualScheduler: SerialExecutor {
    private struct State {
        var now: Int64 = 1_000_000_000
        var last = 0
        var works: [ManualWork] = []
        var soon: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// How many pieces of work wait for their time.
    var waitingCount: Int { state.withLock { $0.works.count { !$0.isCancelled } } }

    /// Lets so much time pass. Work runs at its time, in the order of the times; work that it schedules runs too, if it is due by
    /// then.
    func advance(by nanoseconds: Int64) {
        let end = now + nanoseconds
        while let next = takeNext(by: end) { next.run() }
        state.withLock { $0.now = end }
    }

    /// Runs work without asking whether it was cancelled since, as a real scheduler does with work that is due already.
    func runAsDue(_ work: any ScheduledWork) { (work as? ManualWork)?.runEvenIfCancelled() }

    /// The work that was scheduled last.
    var newest: (any ScheduledWork)? { state.withLock { $0.works.last } }

    /// Runs what was handed in to be run soon.
    func runSoon() {
        let works = state.withLock { state in
            defer { state.soon = [] }
            return state.soon
        }
        for work in works { work() }
    }

    private func takeNext(by end: Int64) -> ManualWork? {
        state.withLock { state in
            state.works.removeAll { $0.isCancelled }
            guard let next = state.works.min(by: { ($0.due, $0.number) < ($1.due, $1.number) }), next.due <= end else {
                return nil
            }
            state.works.removeAll { $0 === next }
            state.now = max(state.now, next.due)
            return next
        }
    }

    func enqueue(_ job: consuming ExecutorJob) { fatalError("a manual scheduler runs no jobs") }

    /// Every thread is the control thread.
    func checkIsolated() {}
}

extension ManualScheduler: ControlScheduler {
    var executor: any SerialExecutor { self }

    var now: Int64 { state.withLock { $0.now } }

    func execute(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.soon.append(work) } }

    func schedule(afterNanoseconds nanoseconds: Int64, _ work: @escaping @Sendable () -> Void) -> any ScheduledWork {
        state.withLock { state in
            state.last += 1
            let scheduled = ManualWork(due: state.now + nanoseconds, number: state.last, work)
            state.works.append(scheduled)
            return scheduled
        }
    }
}

/// Work for later on a ``ManualScheduler``.
final class ManualWork: ScheduledWork {
    let due: Int64
    let number: Int
    private let work: @Sendable () -> Void
    private let cancelled = Atomic(false)

    init(due: Int64, number: Int, _ work: @escaping @Sendable () -> Void) {
        self.due = due
        self.number = number
        self.work = work
    }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func cancel() { cancelled.store(true, ordering: .relaxed) }

    func run() { if !isCancelled { work() } }

    func runEvenIfCancelled() { work() }
}
