import Playback

/// A serial executor on a thread of its own, as the control thread is.
final class ThreadExecutor: SerialExecutor {
    private enum Message: Sendable {
        case run(UnownedJob)
        case end
    }

    private let thread = WorkerThread<Message>(name: "test-control")

    init() {
        let thread = thread
        thread.start { [weak self] in
            while true {
                thread.wait()
                for message in thread.takeMessages() {
                    guard case .run(let job) = message, let executor = self?.asUnownedSerialExecutor() else { return }
                    job.runSynchronously(on: executor)
                }
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) { thread.post(.run(UnownedJob(job))) }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Ends the thread, once nothing uses the executor any more.
    func end() { thread.post(.end) }
}
