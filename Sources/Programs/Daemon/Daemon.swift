import Application
import AudioTypes
package import Configuration
import Desktop
import Glibc
package import Logging
import PipeWireOutput
import SnapcastOutput
import SystemSupport

/// The daemon, from its start to its end.
package enum Daemon {
    /// The reason why a daemon could not start.
    package struct Failure: Error, Sendable {
        /// A sentence for the user.
        package let message: String

        package init(message: String) { self.message = message }
    }

    /// The time-out for shutting down as a whole, whatever hangs, in milliseconds. It usually takes a tenth of a second; where programs wait
    /// for a processor, each step waits, too. The service manager has patience for five seconds.
    private static let patience: Int32 = 4_000

    /// Runs until SIGTERM or SIGINT; SIGHUP reads the configuration again. To be called in the main thread, before any other
    /// thread is made. The main thread then only waits; other threads do the work.
    /// - Parameter reload: reads the configuration; throws a sentence.
    package static func run(
        _ options: DaemonOptions, _ configuration: Configuration, logger: Logger,
        reload: @escaping @Sendable () throws(Failure) -> Configuration
    ) throws(Failure) {
        signal(SIGPIPE, SIG_IGN)
        // A file that would exceed RLIMIT_FSIZE fails to be written then, as on a full disk, and does not end the daemon.
        signal(SIGXFSZ, SIG_IGN)
        let signals = try blockedSignals()
        let outputs = outputs(configuration, options, logger: logger)
        let control = ControlThread(logger: logger)
        control.start(options, configuration, outputs: outputs, reload: reload)
        // The main thread does not wait for the start, so a signal also ends a start that hangs.
        waiting: while let signal = signals.wait(or: control.endingDescriptor) {
            switch signal {
            case .reload: control.reload()
            case .terminate:
                control.shutDown()
                break waiting
            }
        }
        guard let result = control.result(within: patience) else {
            logger.error("Shutting down took too long; the daemon exits without finishing it.")
            exit(EXIT_FAILURE)
        }
        try result.get()
    }

    /// Makes the output of the sound server, under the name of this daemon, of several, and those to the rooms beside it if there is a server of rooms.
    private static func outputs(_ configuration: Configuration, _ options: DaemonOptions, logger: Logger) -> DaemonOutputs {
        var settings = DaemonSettings(configuration, environment: options.environment).application.output
        if let instance = options.instance {
            settings.applicationName += " (\(instance.text))"
            settings.nodeName = "fermata-\(instance.text)"
        }
        let output = PipeWireOutput(configuration: settings, logger: logger)
        let library = FeedLibrary()
        let announcements = AnnouncementFeed(configuration, library: library, logger: logger)
        guard let feed = FeedConfiguration(configuration, to: \.sourceAddress) else {
            return DaemonOutputs(main: output, announcements: announcements)
        }
        let rooms = SnapcastOutput(feed, library: library, logger: logger)
        return DaemonOutputs(main: OutputSwitch(output, and: rooms), announcements: announcements)
    }

    private static func blockedSignals() throws(Failure) -> SignalDescriptor {
        do throws(DesktopError) {
            return try SignalDescriptor()
        } catch {
            throw Failure(message: error.message)
        }
    }
}

/// Where the sound goes.
struct DaemonOutputs: Sendable {
    /// The output of the player.
    let main: any Output
    /// Where announcements go that are heard in rooms; `nil` if none can be.
    let announcements: AnnouncementFeed?
}
