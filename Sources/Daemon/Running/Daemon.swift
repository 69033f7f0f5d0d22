import AudioTypes
import ControlServer
import Glibc
package import Logging
import NIOCore
import NIOPosix
import PipeWireOutput
import UnixSignals

/// The daemon from its start to its end.
package enum Daemon {
    /// Why a daemon could not start.
    package struct Failure: Error, Sendable {
        /// A sentence for the user.
        package let message: String

        package init(message: String) { self.message = message }
    }

    /// How long shutting down may take altogether, whatever hangs.
    private static let patience = Duration.milliseconds(1_800)

    /// Runs until SIGTERM or SIGINT; SIGHUP reads the configuration again.
    /// - Parameter reload: reads the configuration; throws a sentence.
    package static func run(
        _ options: DaemonOptions, _ settings: DaemonSettings, logger: Logger,
        reload: @escaping @Sendable () throws(Failure) -> DaemonSettings
    ) async throws(Failure) {
        signal(SIGPIPE, SIG_IGN)
        let output = PipeWireOutput(configuration: settings.output, logger: logger)
        let eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
        let core: NIOLoopBound<DaemonCore>
        do {
            core = try await eventLoop.submit {
                let core = DaemonCore(options, settings, output: output, eventLoop: eventLoop, logger: logger, reload: reload)
                try core.start(options, settings) { [unowned core] in core.announceReady() }
                return NIOLoopBound(core, eventLoop: eventLoop)
            }.get()
        } catch {
            let known = (error as? ControlServerError)?.message ?? (error as? OutputError)?.message
            throw Failure(message: known ?? "\(error)")
        }
        for await signal in signals {
            guard signal == .sighup else { break }
            try? await eventLoop.submit {
                do throws(Failure) {
                    try core.value.reload()
                } catch {
                    logger.error("The configuration stays as it was.", metadata: ["reason": "\(error.message)"])
                }
            }.get()
        }
        await shutDown(core, eventLoop, logger)
    }

    private static func shutDown(_ core: NIOLoopBound<DaemonCore>, _ eventLoop: any EventLoop, _ logger: Logger) async {
        let done = eventLoop.makePromise(of: Void.self)
        eventLoop.execute { core.value.shutDown { done.succeed() } }
        let watch = Task {
            try await Task.sleep(for: patience)
            logger.warning("Shutting down took too long; the rest is left to the system.")
            exit(0)
        }
        try? await done.futureResult.get()
        watch.cancel()
    }
}
