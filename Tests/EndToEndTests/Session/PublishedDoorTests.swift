import Glibc
import TestSupport
import Testing

@Suite(
    "the door for clients of MPD, as Avahi tells the network of it", .serialized,
    .enabled(if: access("/usr/bin/avahi-browse", X_OK) == 0, "needs avahi-browse, of avahi-utils"),
    .enabled("avahi-daemon is not installed, or cannot run here") { await PrivateAvahi.isPossible })
struct PublishedDoorTests {
    private struct Finding: Decodable {
        let part, message: String
    }

    /// What is found: the name and the port of each door, and the address over IPv4.
    private func found(on bus: PrivateBus) async throws(TestSupportError) -> Set<String> {
        let output = try await Tool.run(
            "avahi-browse", ["--resolve", "--terminate", "--parsable", "_mpd._tcp"],
            environment: ChildProcess.plainEnvironment.merging(["DBUS_SYSTEM_BUS_ADDRESS": bus.address]) { $1 })
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("=;") }
        return Set(
            lines.map { line in
                let parts = line.split(separator: ";", omittingEmptySubsequences: false)
                return [3, 7, 8].map { $0 < parts.count ? String(parts[$0]) : "" }.joined(separator: " ")
            })
    }

    @Test("two daemons of one name are found, each with its port, the second as #2; Avahi that ends and comes is told again")
    func published() async throws {
        let bus = try await PrivateBus.running()
        let system = try await PrivateSoundSystem.start()
        var daemons: [DaemonProcess] = []
        let ports = [try freePort(), try freePort()]
        let names = ["Music", "Music\\032\\0352"]
        let avahi = try await PrivateAvahi(on: bus, in: system.directory)
        for (number, port) in ports.enumerated() {
            let daemon = try await DaemonProcess.start(
                in: system, configuration: "mpd = { listen = [\"0.0.0.0:\(port)\"], publish_name = \"Music\" }",
                name: "fermata\(number)", environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            try await waitUntil("the door to be found:\n\(daemon.log)") {
                daemon.log.contains("Other machines find the player in the network.")
            }
            daemons.append(daemon)
        }
        #expect(try await found(on: bus) == Set(zip(names, ports).map { "\($0) 127.0.0.1 \($1)" }))
        try await daemons[0].stop()
        // Whoever has heard of a service forgets it a second after its end.
        try await waitUntil("the end of the first") { () async throws(TestSupportError) -> Bool in
            try await found(on: bus) == ["\(names[1]) 127.0.0.1 \(ports[1])"]
        }

        let client = try daemons[1].connect()
        try await avahi.kill()
        try await waitUntil("the warning") { () async throws(TestSupportError) -> Bool in
            let findings = try await client.call("server.check").value(at: "result", as: [Finding].self)
            return findings?.contains { $0.part == "mpd" && $0.message.contains("avahi-daemon does not run") } == true
        }
        let second = try await PrivateAvahi(on: bus, in: try TemporaryDirectory())
        try await waitUntil("its own name") { () async throws(TestSupportError) -> Bool in
            try await found(on: bus) == ["\(names[0]) 127.0.0.1 \(ports[1])"]
        }
        try await daemons[1].stop()
        withExtendedLifetime(second) {}
    }
}
