import NIOCore
import Playback

/// The event loop as the control thread of the engine.
struct EventLoopScheduler: ControlScheduler {
    let eventLoop: any EventLoop

    var executor: any SerialExecutor { eventLoop.executor }

    func execute(_ work: @escaping @Sendable () -> Void) { eventLoop.execute(work) }

    func schedule(afterNanoseconds nanoseconds: Int64, _ work: @escaping @Sendable () -> Void) -> any ScheduledWork {
        eventLoop.scheduleTask(in: .nanoseconds(nanoseconds), work)
    }
}

extension Scheduled: ScheduledWork where T == Void {}
