import Application
import Configuration
import Glibc
import LineServer
import Logging
import NIOCore
import NIOPosix
import PipeWireOutput
import Synchronization
import SystemSupport

/// The control thread with the daemon's parts, as the main thread sees it. It carries out orders one after the other; the main
/// thread waits for none of them.
final class ControlThread: Sendable {
    /// Signalled once there is a result.
    private let ending = EventDescriptor.indispensable()
    private let eventLoop: any EventLoop
    private let core: NIOLoopBoundBox<DaemonCore?>
    private let logger: Logger
    private let result = Mutex<Result<Void, Daemon.Failure>?>(nil)

    /// Makes the thread; nothing runs on it yet.
    init(logger: Logger) {
        self.logger = logger
        eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        core = .makeEmptyBox(eventLoop: eventLoop)
        // NIO's own name for the thread says nothing.
        eventLoop.execute { CurrentThread.setName("fermata-control") }
    }

    /// Readable once there is a result.
    var endingDescriptor: Int32 { ending.descriptor }

    /// Makes the parts and starts them. If that fails, the failure is the result.
    func start(
        _ options: DaemonOptions, _ configuration: Configuration, outputs: DaemonOutputs,
        reload: @escaping @Sendable () throws(Daemon.Failure) -> Configuration
    ) {
        eventLoop.execute { [self] in
            let made = DaemonCore(
                options, configuration, outputs: outputs, eventLoop: eventLoop, logger: logger, reload: reload,
                hasEnded: { self.end(.success(())) })
            core.value = made
            do {
                try made.start(options)
            } catch {
                let known = (error as? LineServerError)?.message ?? (error as? OutputError)?.message
                end(.failure(Daemon.Failure(message: known ?? "\(error)")))
            }
        }
    }

    /// Reads the configuration again.
    func reload() {
        eventLoop.execute { [self] in
            do throws(Daemon.Failure) {
                try core.value?.reload()
            } catch {
                logger.error("The new configuration is refused; the old one stays.", metadata: ["reason": "\(error.message)"])
            }
        }
    }

    /// Fades out, saves and closes. The end of that is the result.
    func shutDown() {
        eventLoop.execute { [self] in core.value?.shutDown { self.end(.success(())) } }
    }

    /// Waits for the result, for at most so many `milliseconds`; returns `nil` if there is none by then.
    func result(within milliseconds: Int32) -> Result<Void, Daemon.Failure>? {
        var waited = pollfd(fd: ending.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&waited, 1, milliseconds)
        return result.withLock { $0 }
    }

    /// Ends the parts and tells the main thread the result.
    private func end(_ result: Result<Void, Daemon.Failure>) {
        // Later, because a part calls this. On this thread: the main one would free the parts while this one still uses them.
        eventLoop.execute { [self] in
            core.value = nil
            // The first result counts: after a failed start, nothing better follows.
            self.result.withLock { $0 = $0 ?? result }
            ending.signal()
        }
    }
}
