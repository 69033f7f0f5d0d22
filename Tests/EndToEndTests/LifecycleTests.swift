import Glibc
import TestSupport
import Testing

@Suite("Starting and ending the daemon", .serialized)
struct LifecycleTests {
    @Test("a second daemon on the same socket refuses with a sentence")
    func second() async throws {
        let system = try await PrivateSoundSystem.start()
        let daemon = try await DaemonProcess.start(in: system)
        let output = system.directory.file("second.log")
        let second = try await system.launch(
            try DaemonProcess.executable(),
            [
                "--config", try system.directory.write("", to: "second.toml"), "--socket", daemon.socket, "--state-dir",
                system.directory.file("other"),
            ],
            output: .file(output), error: .file(output))
        let status = try await second.waitForExit()
        #expect(!status.isSuccess)
        let text = String(decoding: try readFile(output), as: UTF8.self)
        #expect(text.contains(daemon.socket), "\(text)")
        try await daemon.connect().call("status")
        try await daemon.stop()
    }

    @Test("the socket of a daemon that was killed is taken over, and its queue with the position comes back")
    func restart() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let first = try await DaemonProcess.start(in: system)
        let path = system.directory.file("long.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 44_100 * 20), to: path)
        let client = try first.connect()
        try await client.call("play", "{\"uri\":\"\(path)\"}")
        try await client.call("seek", "{\"position\":7.5}")
        try await client.call("pause")
        try await first.stop()

        let second = try await DaemonProcess.start(in: system)
        let restored = try await second.connect().call("status")
        #expect(restored.string(at: "result.item.uri") == path)
        #expect(restored.string(at: "result.state") == "paused" && restored.string(at: "result.reason") == "startup")
        #expect(abs((restored.number(at: "result.position.seconds") ?? 0) - 7.5) < 0.5)
        _ = try await second.process.stop(SIGKILL)

        let third = try await DaemonProcess.start(in: system)
        let again = try third.connect()
        try await again.call("play")
        let seconds = try await again.call("status").number(at: "result.position.seconds") ?? 0
        #expect(seconds >= 7.4 && seconds < 12)
        try await third.stop()
    }

    @Test("SIGTERM while it plays ends it with status 0", arguments: [SIGTERM, SIGINT])
    func signal(signal: Int32) async throws {
        let stage = try await Stage.set()
        try await stage.play(try await stage.write(AudioFixture.unique(frameCount: 44_100 * 20)))
        try await stage.client.waitForEvent("player.itemChanged")
        let status = try await stage.daemon.process.stop(signal)
        #expect(status.isSuccess, "\(status)\n\(stage.daemon.log)")
        #expect(access(stage.daemon.socket, F_OK) != 0)
    }

    @Test("a limit on the size of files fails a save with a sentence, and ends nothing")
    func sizeLimit() async throws {
        let system = try await PrivateSoundSystem.start()
        let daemon = try await DaemonProcess.start(
            in: system, logLevel: "warning", wrapper: ["prlimit", "--fsize=65536", "--core=0"])
        let client = try daemon.connect()
        let uris = (0..<1_000).map { "\"/\(String(repeating: "x", count: 100))/\($0).flac\"" }
        try await client.call("queue.add", "{\"uris\":[\(uris.joined(separator: ","))],\"missing\":true}")
        let sentence = "state.json cannot be written: File too large"
        try await waitUntil("the sentence, in \(daemon.log)") { daemon.log.contains(sentence) }
        try await client.call("queue.clear")
        try await waitUntil("the small state") { access(daemon.stateDirectory + "/state.json", F_OK) == 0 }
        try await daemon.stop()
    }

    @Test("SIGTERM answers what still waits for a host that says nothing")
    func waiting() async throws {
        let server = try await MediaServer.start()
        for name in ["list.m3u", "silent.mp3"] {
            try server.directory.write(String(repeating: "# silence\n", count: 100), to: name)
        }
        let system = try await PrivateSoundSystem.start()
        let daemon = try await DaemonProcess.start(in: system)
        let requests = [
            ("queue.add", "{\"uris\":[\"\(server.address("list.m3u?stall=9"))\"]}"),
            ("media.probe", "{\"uri\":\"\(server.address("silent.mp3?stall=9"))\"}"),
        ]
        var clients: [ControlClient] = []
        for (method, parameters) in requests {
            let client = try daemon.connect()
            try await client.send(line: "{\"id\":7,\"method\":\"\(method)\",\"params\":\(parameters)}")
            clients.append(client)
        }
        try await waitUntil("both requests") { server.requests.count == requests.count }
        #expect(try await daemon.process.stop(SIGTERM).isSuccess)
        for client in clients {
            let reply = try await client.readMessage()
            #expect(reply.id == 7 && reply.errorName == "shutting_down", "\(reply.line)")
        }
    }

    @Test("SIGTERM ends a daemon whose start hangs on a disk")
    func hungStart() async throws {
        let system = try await PrivateSoundSystem.start()
        let configuration = try system.directory.makeDirectory("hung")
        // Whoever reads a FIFO waits for somebody to write, and libpipewire reads one of these, whichever its version.
        for name in ["client-rt.conf", "client.conf"] { #expect(mkfifo("\(configuration)/\(name)", 0o600) == 0) }
        let socket = system.directory.file("hung.sock")
        let output = system.directory.file("hung.log")
        let daemon = try await system.launch(
            try DaemonProcess.executable(),
            [
                "--config", try system.directory.write("", to: "hung.toml"), "--socket", socket, "--state-dir",
                system.directory.file("hung-state"),
            ],
            environment: ["PIPEWIRE_CONFIG_DIR": configuration], output: .file(output), error: .file(output))
        try await waitUntil("the daemon to begin") { access(socket, F_OK) == 0 }
        let status = try await daemon.stop(SIGTERM)
        let log = String(decoding: try readFile(output), as: UTF8.self)
        #expect(status == .exited(1) && log.contains("Shutting down took too long"), "\(status)\n\(log)")
    }

    @Test("SIGHUP reads the configuration again, as often as it comes")
    func reload() async throws {
        let system = try await PrivateSoundSystem.start()
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        for _ in 1...2 {
            daemon.process.signal(SIGHUP)
            try await client.waitForEvent("server.configurationReloaded")
        }
        try system.directory.write("server = { clients = 7 }\nplayback = { fade_seconds = 0.5 }", to: "fermata.toml")
        daemon.process.signal(SIGHUP)
        try await waitUntil("the note on a restart") { daemon.log.contains("only after a restart. keys=server.clients") }
        #expect(daemon.log.contains("The configuration was read again. keys=playback.fade_seconds"))
        try system.directory.write("no such thing", to: "fermata.toml")
        daemon.process.signal(SIGHUP)
        try await waitUntil("the refusal") { daemon.log.contains("The new configuration is refused; the old one stays.") }
        try await client.call("status")
        try await daemon.stop()
    }

    @Test("the service manager is told of a reload, but not before it knows that the daemon is ready")
    func reloadBeforeReady() async throws {
        let system = try await PrivateSoundSystem.start()
        let manager = try NotifySocket()
        func nextState() -> Substring? {
            while let message = manager.receive() {
                if !message.hasPrefix("STATUS=") { return message.split(separator: "\n").first }
            }
            return nil
        }
        // It takes the connection, and does not answer.
        system.suspend(.server)
        let daemon = try await DaemonProcess.start(in: system, environment: ["NOTIFY_SOCKET": manager.path])
        daemon.process.signal(SIGHUP)
        try await waitUntil("the reload") { daemon.log.contains("The configuration was read again.") }
        system.resume(.server)
        #expect(nextState() == "READY=1")
        daemon.process.signal(SIGHUP)
        #expect(nextState() == "RELOADING=1")
        #expect(nextState() == "READY=1")
        try await daemon.stop()
    }

    @Test("a bad configuration is refused by line and column, at the start and on SIGHUP")
    func configuration() async throws {
        let system = try await PrivateSoundSystem.start()
        let bad = try system.directory.write("[playback]\nbufer_seconds = 2\n", to: "bad.toml")
        let output = system.directory.file("check.log")
        let check = try await system.launch(
            try DaemonProcess.executable(), ["--config", bad, "--check-config"], output: .file(output), error: .file(output))
        #expect(try await check.waitForExit().isSuccess == false)
        let text = String(decoding: try readFile(output), as: UTF8.self)
        #expect(text.contains("bad.toml:2:1") && text.contains("buffer_seconds"), "\(text)")

        let daemon = try await DaemonProcess.start(in: system, configuration: "[playback]\nbuffer_seconds = 2\n")
        let client = try daemon.connect()
        try await client.call("server.reload")
        try system.directory.write("[playback]\nbuffer_seconds = \"two\"\n", to: "fermata.toml")
        let reply = try await client.reply(to: "server.reload")
        #expect(reply.errorMessage?.contains("fermata.toml:2") == true, "\(reply.line)")
        // Nothing that stands there ends the daemon.
        let deep = String(repeating: "[", count: 900_000)
        for text in ["[\r", "a = [}]", "a = 1979-05-27TI7", "a = \(deep)", String(repeating: "a.", count: 400_000) + "a = 1"] {
            try system.directory.write(text, to: "fermata.toml")
            let reply = try await client.reply(to: "server.reload")
            #expect(reply.errorMessage?.contains("fermata.toml:1:") == true, "\(text.prefix(20)): \(reply.line)")
        }
        try await client.call("status")
        try await daemon.stop()
    }
}
