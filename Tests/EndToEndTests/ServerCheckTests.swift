import Glibc
import TestSupport
import Testing

@Suite("server.check, which says what is wrong around the daemon", .serialized)
struct ServerCheckTests {
    private static let configuration = "[library]\ndirectories = [\"/nowhere/at/all\"]"

    private struct Found: Decodable {
        let part, state: String
    }

    private func findings(_ client: ControlClient) async throws -> [String: String] {
        let list = try #require(try await client.call("server.check").value(at: "result", as: [Found].self))
        return Dictionary(list.map { ($0.part, $0.state) }) { first, _ in first }
    }

    @Test("knows the sound server, the session manager, the output and what cannot be read")
    func everything() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let daemon = try await DaemonProcess.start(in: system, configuration: Self.configuration)
        let client = try daemon.connect()
        let found = try await findings(client)
        for part in ["soundServer", "sessionManager", "output", "volume", "sandbox", "disk"] {
            #expect(found[part] == "good", "\(part)")
        }
        #expect(found["library"] == "fault")
        #expect(found["mpd"] == "off")
        try await client.call("volume", #"{"muted":true}"#)
        #expect(try await findings(client)["volume"] == "warning")
        try await daemon.stop()
    }

    @Test("says that there is no sound server, and no more of what is behind it")
    func noServer() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        try await client.call("events.subscribe", #"{"types":["session.mediaServicesLost"]}"#)
        try await system.kill(.server)
        try await client.waitForEvent("session.mediaServicesLost")
        let found = try await findings(client)
        #expect(found["soundServer"] == "fault")
        #expect(found["output"] == nil)
        try await daemon.stop()
    }
}
