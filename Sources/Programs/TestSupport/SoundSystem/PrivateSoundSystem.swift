import FoundationEssentials
import Synchronization

/// D-Bus, PipeWire and WirePlumber for one test, separate from everything that the user of the machine runs.
///
/// All files are below one directory, and everything ends with this object. Only one private sound system runs at a time.
/// `start` waits for its turn, so a test must not start a second one while it holds the first.
package final class PrivateSoundSystem: Sendable {
    struct Processes {
        var bus: ChildProcess?
        var server: ChildProcess?
        var sessionManager: ChildProcess?
        var pulseServer: ChildProcess?
        var sinks: [String: ChildProcess] = [:]
    }

    /// The directory with all files. Tests may put their own files there.
    package let directory: TemporaryDirectory
    /// The options with which it was started.
    package let options: SoundSystemOptions
    /// The environment in which a program finds this sound system and no other.
    package let environment: [String: String]
    let processes = Mutex(Processes())
    private let slot: SoundSystemSlot

    private init(options: SoundSystemOptions) async throws(TestSupportError) {
        slot = await SoundSystemSlot()
        self.options = options
        directory = try TemporaryDirectory()
        var environment = ChildProcess.plainEnvironment
        // Removes all variables that lead programs to another sound system or session, or into another language.
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "PULSE_SERVER", "LANGUAGE"] {
            environment[name] = nil
        }
        // Variables such as PIPEWIRE_REMOTE and PIPEWIRE_CONFIG_NAME would reach the server too, which then does not start.
        environment = environment.filter { !$0.key.hasPrefix("PIPEWIRE_") && !$0.key.hasPrefix("WIREPLUMBER_") }
        environment["LC_ALL"] = "C.UTF-8"
        environment["XDG_RUNTIME_DIR"] = try directory.makeDirectory("run")
        environment["XDG_CONFIG_HOME"] = try directory.makeDirectory("config")
        environment["XDG_STATE_HOME"] = try directory.makeDirectory("state")
        environment["XDG_CACHE_HOME"] = try directory.makeDirectory("cache")
        environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(directory.file("run/bus"))"
        self.environment = environment
        try directory.write(options.pipeWireConfiguration, to: "config/pipewire/pipewire.conf.d/test.conf")
        for (file, text) in SoundSystemOptions.sessionManagerConfiguration {
            try directory.write(text, to: "config/wireplumber/\(file)")
        }
        if !options.sessionManagerFragment.isEmpty {
            try directory.write(options.sessionManagerFragment, to: "config/wireplumber/wireplumber.conf.d/50-test.conf")
        }
    }

    /// Starts a sound system and waits until it is complete for a player: PipeWire lists every sink, and if WirePlumber runs,
    /// the default sink is known.
    package static func start(_ options: SoundSystemOptions = SoundSystemOptions()) async throws(TestSupportError)
        -> PrivateSoundSystem
    {
        let system = try await PrivateSoundSystem(options: options)
        let bus = try await system.launch(
            "dbus-daemon", ["--session", "--address=unix:path=\(system.directory.file("run/bus"))", "--nofork", "--nopidfile"])
        system.processes.withLock { $0.bus = bus }
        try await waitUntil("the message bus", poll: .milliseconds(5)) {
            isListening(at: system.directory.file("run/bus"))
        }
        try await system.startServer()
        if options.hasSessionManager { try await system.startSessionManager() }
        return system
    }

    /// The socket on which PipeWire answers.
    package var serverSocket: String { directory.file("run/pipewire-0") }

    /// The output of PipeWire, its server for PulseAudio, WirePlumber and the bus so far, for the log of a failed test.
    package var log: String {
        ["dbus-daemon", "pipewire", "pipewire-pulse", "wireplumber"].map { program in
            let text = (try? readFile(directory.file("\(program).log"))).map { String(decoding: $0, as: UTF8.self) }
            return "--- \(program)\n\(text ?? "")"
        }.joined(separator: "\n")
    }

    /// Starts `program` in this sound system. Its output goes to `<program>.log` in the directory, unless the arguments name
    /// another place.
    package func launch(
        _ program: String, _ arguments: [String] = [], environment additions: [String: String] = [:],
        output: ChildProcess.Output? = nil, error: ChildProcess.Output? = nil
    ) async throws(TestSupportError) -> ChildProcess {
        let name = program.split(separator: "/").last.map(String.init) ?? program
        let log = ChildProcess.Output.file(directory.file("\(name).log"))
        return try await ChildProcess.launch(
            program, arguments, environment: environment.merging(additions) { $1 }, output: output ?? log,
            error: error ?? log)
    }

    /// Runs `program` in this sound system until it ends, and returns its standard output.
    @discardableResult
    package func run(
        _ program: String, _ arguments: [String] = [], deadline: Duration = generousDeadline
    ) async throws(TestSupportError) -> String {
        String(
            decoding: try await Tool.run(program, arguments, environment: environment, deadline: deadline), as: UTF8.self)
    }

    /// Starts a server that takes in sound by the protocol of PulseAudio, waits until it listens, and returns its address.
    package func startPulseServer() async throws(TestSupportError) -> String {
        let server = try await launch("pipewire-pulse")
        processes.withLock { $0.pulseServer = server }
        let socket = directory.file("run/pulse/native")
        try await waitUntil("pipewire-pulse to listen") { () async throws(TestSupportError) -> Bool in
            guard server.isRunning else { throw TestSupportError(.programFailed, "pipewire-pulse has ended:\n\(log)") }
            return isListening(at: socket)
        }
        return "unix:\(socket)"
    }

    /// Starts PipeWire and waits for its socket and its sinks.
    func startServer() async throws(TestSupportError) {
        let server = try await launch("pipewire")
        processes.withLock { $0.server = server }
        try await waitUntil("PipeWire to show its sinks") { () async throws(TestSupportError) -> Bool in
            guard server.isRunning else { throw TestSupportError(.programFailed, "pipewire has ended:\n\(log)") }
            guard fileLength(serverSocket) != nil, let graph = try? await graph() else { return false }
            return options.sinks.allSatisfy { graph.node(named: $0.name) != nil }
        }
    }

    /// Starts WirePlumber and waits until it has chosen the default sink.
    func startSessionManager() async throws(TestSupportError) {
        let manager = try await launch("wireplumber")
        processes.withLock { $0.sessionManager = manager }
        try await waitUntil("WirePlumber to choose the default sink") { () async throws(TestSupportError) -> Bool in
            guard manager.isRunning else { throw TestSupportError(.programFailed, "wireplumber has ended:\n\(log)") }
            guard options.sinks.isEmpty else { return await defaultSink() != nil }
            guard let graph = try? await graph() else { return false }
            return graph.objects.contains { $0.properties["application.name"] == "WirePlumber" }
        }
    }
}
