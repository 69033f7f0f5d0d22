import Configuration
import ControlServer
import Glibc
import Logging
import NIOCore
import NIOPosix
import PipeWireOutput
import Synchronization
import SystemSupport

/// The control thread with the daemon's parts on it, as the main thread sees it: orders are carried out there one after the
/// other, and the main thread waits for none of them.
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
        // NIO's own name for it tells nothing.
        eventLoop.execute { CurrentThread.setName("fermata-control") }
    }

    /// Readable once there is a result.
    var endingDescriptor: Int32 { ending.descriptor }

    /// Makes the parts and starts them. A failure is the result.
    func start(
        _ options: DaemonOptions, _ configuration: Configuration, output: any Output,
        reload: @escaping @Sendable () throws(Daemon.Failure) -> Configuration
    ) {
        eventLoop.execute { [self] in
            let made = DaemonCore(options, configuration, output: output, eventLoop: eventLoop, logger: logger, reload: reload)
            core.value = made
            do {
                try made.start(options)
            } catch {
                let known = (error as? ControlServerError)?.message ?? (error as? OutputError)?.message
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

    /// Fades out, saves, closes. That is the result.
    func shutDown() {
        eventLoop.execute { [self] in core.value?.shutDown { self.end(.success(())) } }
    }

    /// Waits for the result, at most so many milliseconds; `nil` where none came.
    func result(within milliseconds: Int32) -> Result<Void, Daemon.Failure>? {
        var waited = pollfd(fd: ending.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&waited, 1, milliseconds)
        return result.withLock { $0 }
    }

    private func end(_ result: Result<Void, Daemon.Failure>) {
        // The first one counts: nothing good comes of a start that failed.
        self.result.withLock { $0 = $0 ?? result }
        ending.signal()
    }
}
