import FoundationEssentials
import Glibc

/// A `fermatad` that runs in a ``PrivateSoundSystem`` for one test.
package final class DaemonProcess: Sendable {
    /// The process itself, for tests that stop or kill it.
    package let process: ChildProcess
    /// The path of its control socket.
    package let socket: String
    /// The directory in which it keeps its state.
    package let stateDirectory: String
    private let logFile: String

    private init(process: ChildProcess, socket: String, stateDirectory: String, logFile: String) {
        self.process = process
        self.socket = socket
        self.stateDirectory = stateDirectory
        self.logFile = logFile
    }

    /// Starts the daemon and waits until its socket answers `server.info`.
    ///
    /// - Parameters:
    ///   - configuration: The text of its configuration file; an empty text means all defaults.
    ///   - name: Distinguishes daemons in one sound system. A second start under the same name finds the state of the first.
    ///   - environment: Variables in addition to those of the sound system.
    ///   - wrapper: A program with arguments that prepares something and then becomes the program whose name and arguments
    ///     follow.
    package static func start(
        in system: PrivateSoundSystem, configuration: String = "", name: String = "fermata", logLevel: String = "debug",
        environment: [String: String] = [:], wrapper: [String] = []
    ) async throws(TestSupportError) -> DaemonProcess {
        let configurationFile = try system.directory.write(configuration, to: "\(name).toml")
        let stateDirectory = try system.directory.makeDirectory("\(name)-state")
        let socket = system.directory.file("\(name).sock")
        let logFile = system.directory.file("\(name).log")
        let command =
            wrapper + [
                try executable(), "--config", configurationFile, "--socket", socket, "--state-dir", stateDirectory,
                "--log-level", logLevel,
            ]
        let process = try await system.launch(
            command[0], Array(command.dropFirst()),
            environment: environment, output: .file(logFile), error: .file(logFile))
        let daemon = DaemonProcess(process: process, socket: socket, stateDirectory: stateDirectory, logFile: logFile)
        try await daemon.waitUntilAnswering()
        return daemon
    }

    /// Makes a new connection to the daemon.
    package func connect() throws(TestSupportError) -> ControlClient { try ControlClient(connectingTo: socket) }

    /// What the daemon has logged so far.
    package var log: String { (try? readFile(logFile)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// Ends the daemon as a service manager does (SIGTERM).
    ///
    /// - Throws: `programFailed` with the log if it does not exit with status 0.
    package func stop(deadline: Duration = generousDeadline) async throws(TestSupportError) {
        let status = try await process.stop(SIGTERM, deadline: deadline)
        guard status.isSuccess else { throw TestSupportError(.programFailed, "fermatad \(status)\n\(log)") }
    }

    /// Waits for some seconds in which its threads wake no more often than `limit`: what was on its way has been done then.
    package func rest(seconds: Int = 3, atMost limit: Int = 0) async throws(TestSupportError) {
        let process = process.processIdentifier
        try await waitUntil("\(seconds) seconds with at most \(limit) wake-ups", poll: .zero) {
            () async throws(TestSupportError) -> Bool in
            let before = try ThreadActivity(of: process)
            try? await Task.sleep(for: .seconds(seconds))
            return try ThreadActivity(of: process).wakeUpCount(since: before) <= limit
        }
    }

    /// Returns the program to test: the one that `FERMATAD` in the environment names, else the one that was built with the
    /// tests.
    package static func executable() throws(TestSupportError) -> String {
        if let path = ProcessInfo.processInfo.environment["FERMATAD"], !path.isEmpty { return path }
        return try BuiltProgram.path(of: "fermatad")
    }

    /// Waits until the socket answers.
    private func waitUntilAnswering() async throws(TestSupportError) {
        try await waitUntil("fermatad to answer:\n\(log)", poll: .milliseconds(10)) {
            () async throws(TestSupportError) -> Bool in
            guard process.isRunning else { throw TestSupportError(.programFailed, "fermatad has ended:\n\(log)") }
            guard let client = try? connect() else { return false }
            return (try? await client.call("server.info", deadline: .seconds(5))) != nil
        }
    }
}
