import Glibc
import Synchronization
import SystemSupport

@testable import Playback

/// A serial executor and scheduler on a thread of its own, as the control thread is.
final class ThreadExecutor: SerialExecutor {
    enum Message: Sendable {
        case run(UnownedJob)
        case work(@Sendable () -> Void)
        case schedule(ThreadTimer)
        case end
    }

    private let thread = WorkerThread<Message>(name: "test-control")
    private let identity = Mutex<pthread_t?>(nil)

    init() {
        let thread = thread
        thread.start { [weak self] in
            self?.identity.withLock { $0 = pthread_self() }
            var timers: [ThreadTimer] = []
            while true {
                thread.wait(timeout: ThreadTimer.timeout(timers))
                for message in thread.takeMessages() {
                    switch message {
                    case .run(let job):
                        guard let executor = self?.asUnownedSerialExecutor() else { return }
                        job.runSynchronously(on: executor)
                    case .work(let work): work()
                    case .schedule(let timer): timers.append(timer)
                    case .end: return
                    }
                }
                ThreadTimer.runDue(&timers)
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) { thread.post(.run(UnownedJob(job))) }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Work that is no job asks whether it may call what is isolated here.
    func checkIsolated() {
        precondition(identity.withLock { $0 } == pthread_self(), "not on the executor's thread")
    }

    /// Ends the thread, once nothing uses the executor any more.
    func end() { thread.post(.end) }
}

extension ThreadExecutor: ControlScheduler {
    var executor: any SerialExecutor { self }

    func execute(_ work: @escaping @Sendable () -> Void) { thread.post(.work(work)) }

    func schedule(afterNanoseconds nanoseconds: Int64, _ work: @escaping @Sendable () -> Void) -> any ScheduledWork {
        let timer = ThreadTimer(due: MonotonicClock.nanoseconds + nanoseconds, work)
        thread.post(.schedule(timer))
        return timer
    }
}

/// Work for later on a ``ThreadExecutor``.
final class ThreadTimer: ScheduledWork {
    private let due: Int64
    private let work: Mutex<(@Sendable () -> Void)?>

    init(due: Int64, _ work: @escaping @Sendable () -> Void) {
        self.due = due
        self.work = Mutex(work)
    }

    func cancel() { work.withLock { $0 = nil } }

    /// How long to wait for the first of `timers`, in milliseconds, -1 where there is none.
    static func timeout(_ timers: [ThreadTimer]) -> Int32 {
        guard let first = timers.map(\.due).min() else { return -1 }
        return Int32(clamping: max(0, (first - MonotonicClock.nanoseconds) / 1_000_000 + 1))
    }

    /// Runs and removes those whose time has come.
    static func runDue(_ timers: inout [ThreadTimer]) {
        let now = MonotonicClock.nanoseconds
        let due = timers.filter { $0.due <= now }.sorted { $0.due < $1.due }
        timers.removeAll { $0.due <= now }
        for timer in due { timer.work.withLock { $0 }?() }
    }
}
