public import ArgumentParser
import Configuration
import ControlProtocol
import Daemon
import Desktop
import Glibc
public import Logging
import SystemSupport

/// The audio playback daemon: it reads its flags and its configuration, and runs.
@main
struct Fermatad: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fermatad",
        abstract: "Plays audio for the programs and people of one desktop session.",
        discussion: """
            Usually started by systemd: `systemctl --user enable --now fermata.socket`. Control it with fermata(1) or
            through its socket, see fermatad(1).
            """,
        version: "fermatad \(Release.version)")

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Run as one of several daemons, with paths and names of its own (default: $FERMATA_INSTANCE, else the one without a name).",
            valueName: "name"))
    var instance: String?

    @Option(name: .long, help: ArgumentHelp("Read this configuration file and no other.", valueName: "file"))
    var config: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Listen on this socket (default: $FERMATA_SOCKET, else $XDG_RUNTIME_DIR/fermata/control.sock).", valueName: "path"))
    var socket: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Keep the queue and the position in this directory (default: $XDG_STATE_HOME/fermata).", valueName: "directory"))
    var stateDir: String?

    @Option(name: .long, help: "How much to log: trace, debug, info, notice, warning, error or critical.")
    var logLevel: Logger.Level?

    @Flag(name: .long, help: "Check the configuration, report its first mistake, and exit.")
    var checkConfig = false

    func run() throws {
        let environment = ProcessEnvironment.current
        let instance = try instanceName(environment)
        let file = ConfigurationFile(explicit: config, instance: instance, environment: environment)
        let initial = try load(file)
        if checkConfig {
            print(file.path.map { "\($0) is fine" } ?? "no configuration file exists: the defaults apply")
            return
        }
        let level = logLevel
        let explicit = config
        let box = LoggingBootstrap.start(level: level ?? initial.log.level, environment: environment)
        let logger = Logger(label: "fermatad")
        let paths = try RuntimePaths(
            instance: instance, isNamed: self.instance != nil, socket: socket, stateDirectory: stateDir, environment: environment)
        let passed = try attempt { () throws(DesktopError) in try SocketActivation.takeListeningSockets() }
        let options = DaemonOptions(
            socketPath: paths.socket, passedSocket: passed.control, passedMPDSockets: passed.mpd,
            stateDirectory: paths.stateDirectory,
            cacheDirectory: paths.cacheDirectory, instance: instance, version: Release.version, environment: environment)
        giveUpRights(initial, logger)
        do throws(Daemon.Failure) {
            try Daemon.run(options, initial, logger: logger) { () throws(Daemon.Failure) in
                do throws(ConfigurationError) {
                    // Finds the file again: one that takes precedence may have been made since the start.
                    let changed = try ConfigurationFile(explicit: explicit, instance: instance, environment: environment).load()
                    box.value = level ?? changed.log.level
                    return changed
                } catch {
                    throw Daemon.Failure(message: error.description)
                }
            }
        } catch {
            throw Refusal(message: error.message)
        }
    }

    /// The name of this daemon, if it has one.
    private func instanceName(_ environment: [String: String]) throws(Refusal) -> InstanceName? {
        guard let text = instance ?? environment["FERMATA_INSTANCE"].flatMap({ $0.isEmpty ? nil : $0 }) else { return nil }
        guard let name = InstanceName(text) else { throw Refusal(message: InstanceName.mistake(text)) }
        return name
    }

    /// Takes from the process what the daemon never needs, before it has any thread but this one.
    private func giveUpRights(_ configuration: Configuration, _ logger: Logger) {
        do throws(SystemCallFilter.Failure) {
            try SystemCallFilter(
                allowsNetwork: configuration.network.enabled || !configuration.mpd.listen.isEmpty
                    || !configuration.remote.listen.isEmpty
            ).apply()
        } catch {
            logger.warning("The daemon keeps rights that it does not need.", metadata: ["reason": "\(error)"])
        }
    }

    private func load(_ file: ConfigurationFile) throws(Refusal) -> Configuration {
        try attempt { () throws(ConfigurationError) in try file.load() }
    }

    private func attempt<Result, Failure: Error & CustomStringConvertible>(
        _ body: () throws(Failure) -> Result
    ) throws(Refusal) -> Result {
        do throws(Failure) {
            return try body()
        } catch {
            throw Refusal(message: error.description)
        }
    }
}

/// Why the daemon does not start. It is printed behind `Error: `, and the exit status is 1.
struct Refusal: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
