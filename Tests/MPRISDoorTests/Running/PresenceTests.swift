import FoundationEssentials
import Glibc
import MessageBus
import TestSupport
import Testing

@Suite("The player's name on the bus", .serialized)
struct PresenceTests {
    @Test("a second daemon gets a name with its number, and both answer")
    func second() async throws {
        let stage = try await DoorStage.set(files: 1)
        try await stage.waitForStatus("Stopped")
        let other = try await DaemonProcess.start(in: stage.system, name: "other")
        let name = "\(DoorStage.name).instance\(other.process.processIdentifier)"
        try await waitUntil("the second name\n\(other.log)") { other.log.contains("name=\(name)") }
        let panel = try await Panel(at: try #require(stage.system.environment["DBUS_SESSION_BUS_ADDRESS"]), to: name)
        #expect(try await panel.all("org.mpris.MediaPlayer2")["Identity"] == .string("Fermata"))
        try await stage.waitForStatus("Stopped")
    }

    @Test("when a program sees the name, everything behind it answers")
    func order() async throws {
        let stage = try await DoorStage.set(files: 1)
        let panel = try await stage.panel()
        try await stage.client.call("play")
        try await stage.client.waitForEvent("player.itemChanged")
        try await stage.daemon.stop()
        let again = try await DaemonProcess.start(in: stage.system)
        try await waitUntil("the name") { panel.names.contains(DoorStage.name) }
        let properties = try await panel.all()
        // The queue of the last run is there.
        #expect(
            properties["CanPlay"] == .boolean(true) && properties["Metadata"]?.title == "song 0.wav",
            "\(properties)\n\(again.log)")
    }

    @Test("after the bus has died, the player is on the new one; without a bus there is one line in the log")
    func rebirth() async throws {
        let bus = try await PrivateBus.running()
        let system = try await PrivateSoundSystem.start()
        let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        let daemon = try await DaemonProcess.start(in: system, environment: environment)
        func isThere() async -> Bool {
            let arguments = [
                "--address=\(bus.address)", "get-property", DoorStage.name, DoorStage.path, DoorStage.player, "CanControl",
            ]
            return (try? await Tool.run("busctl", arguments)) != nil
        }
        try await waitUntil("the player") { await isThere() }
        try await bus.kill()
        try await waitUntil("the loss") { daemon.log.contains("The session bus is not available.") }
        let client = try daemon.connect()
        #expect(try await client.call("status").string(at: "result.state") == "stopped")
        try await bus.start()
        try await waitUntil("the player again\n\(daemon.log)") { await isThere() }
        let lines = daemon.log.split(separator: "\n").filter { $0.contains("The session bus is not available.") }
        #expect(lines.count == 1, "\(lines)")
    }

    @Test("the configuration takes the player off the bus and brings it back, and saves what it costs")
    func configured() async throws {
        let stage = try await DoorStage.set(files: 1, configuration: "[mpris]\nenabled = false\n")
        let file = stage.system.directory.file("fermata.toml")
        func names() async throws(TestSupportError) -> Bool {
            try await stage.run("busctl", "--user", "list").contains(DoorStage.name)
        }
        #expect(try await !names())
        try Data("[mpris]\nenabled = true\n".utf8).write(to: URL(filePath: file))
        try await stage.client.call("server.reload")
        try await stage.waitForStatus("Stopped")
        try Data("[mpris]\nenabled = false\n".utf8).write(to: URL(filePath: file))
        try await stage.client.call("server.reload")
        try await waitUntil("the name to go") { () async throws(TestSupportError) -> Bool in try await !names() }
    }
}
