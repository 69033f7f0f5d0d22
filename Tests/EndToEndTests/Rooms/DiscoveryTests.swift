import TestSupport
import Testing

@Suite(
    "a Snapcast server that has to be found", .serialized,
    .enabled(if: RoomServer.isInstalled, "needs snapserver and snapclient"),
    .enabled("avahi-daemon is not installed, or cannot run here") { await PrivateAvahi.isPossible })
struct DiscoveryTests {
    /// A daemon that looks for its server on a bus of its own.
    private struct Stage {
        let bus: PrivateBus
        let server: RoomServer
        let system: PrivateSoundSystem
        let daemon: DaemonProcess
        let client: ControlClient

        init(machine: String = "") async throws {
            bus = try await PrivateBus.running()
            server = try RoomServer(systemBus: bus.address)
            system = try await PrivateSoundSystem.start()
            daemon = try await DaemonProcess.start(
                in: system,
                configuration: """
                    [playback]
                    fade_seconds = 0
                    [output]
                    target = "snapcast"
                    [snapcast]
                    source = "discover:\(server.sourcePort)"
                    control = "discover:\(server.controlPort)"
                    discover = "\(machine)"
                    """, environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            client = try daemon.connect()
            try await client.call("events.subscribe")
        }

        func startAvahi() async throws -> PrivateAvahi { try await PrivateAvahi(on: bus, in: system.directory) }

        /// Waits until the daemon knows a room by that name.
        func waitForRoom(_ name: String) async throws {
            try await waitUntil("the daemon to know the room:\n\(daemon.log)") { () async throws(TestSupportError) -> Bool in
                let list = try await client.reply(to: "rooms.list")
                return list.string(at: "result.rooms.0.room") == name
                    && list.value(at: "result.rooms.0.connected", as: Bool.self) == true
            }
        }

        /// How often the daemon has logged something.
        func count(_ text: String) -> Int { daemon.log.split(separator: "\n").count { $0.contains(text) } }
    }

    @Test("it is played to and steered without its address, and found again when it is started anew")
    func found() async throws {
        let stage = try await Stage()
        let avahi = try await stage.startAvahi()
        try await waitUntil("the search") { stage.count("No Snapcast server has been found") == 1 }
        let refusal = try await stage.client.reply(to: "rooms.list")
        #expect(refusal.string(at: "error.message") == "no Snapcast server has been found in the network")

        try await stage.server.start()
        let room = try await stage.server.room("kitchen")
        try await stage.waitForRoom("kitchen")
        #expect(stage.count("Found the Snapcast server.") == 1)
        #expect(stage.daemon.log.contains(avahi.machine) && stage.daemon.log.contains("127.0.0.1"))
        let audio = AudioFixture.unique(frameCount: 3 * 48_000, sampleRate: 48_000, seed: 1)
        let path = stage.system.directory.file("noise.wav")
        try AudioFiles.writeWave(audio, to: path)
        try await stage.client.call("play", "{\"uri\":\"\(path)\"}")
        #expect(try await RoomStage.start(of: audio, in: room) == 0)

        try await stage.server.kill()
        try await stage.client.waitForEvent("rooms.changed") { $0.string(at: "params.change") == "unavailable" }
        try await stage.server.start()
        // The room finds its server again as well.
        try await stage.waitForRoom("kitchen")
        try await stage.daemon.stop()
        withExtendedLifetime(avahi) {}
    }

    @Test("one warning says that there is no Avahi, what plays waits meanwhile, and goes on once there is one")
    func withoutAvahi() async throws {
        let stage = try await Stage()
        try await waitUntil("the warning") { stage.count("The Snapcast server cannot be looked for.") == 1 }
        let path = stage.system.directory.file("noise.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 60 * 48_000, sampleRate: 48_000, seed: 1), to: path)
        try await stage.client.call("play", "{\"uri\":\"\(path)\"}")
        try await stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.reason") == "mediaServicesLost" }
        let avahi = try await stage.startAvahi()
        // Snapcast looks for Avahi once, at its start.
        try await stage.server.start()
        let room = try await stage.server.room("kitchen")
        try await waitUntil("sound in the room:\n\(stage.daemon.log)") { () async throws(TestSupportError) -> Bool in
            try room.sound().frameCount > 48_000
        }
        #expect(stage.count("The Snapcast server cannot be looked for.") == 1)
        try await stage.daemon.stop()
        withExtendedLifetime(avahi) {}
    }

    @Test("a server of another machine than the one that is meant is left alone, and told")
    func otherMachine() async throws {
        let stage = try await Stage(machine: "music")
        let avahi = try await stage.startAvahi()
        try await stage.server.start()
        try await waitUntil("the server to be told") {
            stage.daemon.log.contains(/No Snapcast server has been found.*others/) && stage.daemon.log.contains(avahi.machine)
        }
        #expect(stage.count("Found the Snapcast server.") == 0)
        try await stage.daemon.stop()
    }
}
