import TestSupport
import Testing

@Suite("The daemon, as other machines find it", .serialized)
struct PublishedDaemonTests {
    @Test("publishes the door for clients of MPD if it listens beyond this machine, at most once, and takes it away at its end")
    func publishing() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let bus = try await PrivateBus.running()
        let avahi = StandInPublisher(on: bus)
        let port = try freePort()
        let daemon = try await DaemonProcess.start(
            in: system, configuration: "mpd = { listen = [\"0.0.0.0:\(port)\"], publish_name = \"Music\" }",
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        try await waitUntil("the service") { avahi.calls.last == "Commit /group/1" }
        #expect(avahi.calls.contains("AddService -1 0 Music _mpd._tcp \(port)"))
        #expect(avahi.calls.count { $0.hasPrefix("AddService") } == 1)
        let client = try daemon.connect()
        try await client.call("server.reload")
        try await daemon.stop()
        #expect(avahi.calls.last == "Free /group/1")
        #expect(avahi.calls.count { $0 == "EntryGroupNew" } == 1)
    }

    @Test("asks Avahi nothing if only this machine reaches the door")
    func unreached() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let bus = try await PrivateBus.running()
        let avahi = StandInPublisher(on: bus)
        let login = StandInLogin(on: bus)
        let daemon = try await DaemonProcess.start(
            in: system, configuration: "mpd = { listen = [\"127.0.0.1:\(try freePort())\"] }",
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        try await waitUntil("the daemon on the bus") { login.heldLocks(of: "sleep") == 1 }
        try await daemon.stop()
        #expect(avahi.calls == [])
    }
}
