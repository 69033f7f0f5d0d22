import TestSupport
import Testing

@Suite(
    "The ceiling of a room of a Snapcast server", .serialized,
    .enabled(if: RoomServer.isInstalled, "needs snapserver and snapclient"))
struct RoomCeilingTests {
    /// The level of the first of the two rooms that has this name.
    private func level(of room: String, _ client: ControlClient) async throws(TestSupportError) -> Double? {
        try await client.call("rooms.list", "{\"room\":\"\(room)\"}").number(at: "result.rooms.0.level")
    }

    @Test("is kept by our clients and by another client of the server, also after a restart, and no other room has it")
    func ceiling() async throws {
        let stage = try await RoomStage.set(announces: true)
        try await waitUntil("the rooms to be known") { () async throws(TestSupportError) -> Bool in
            try await stage.client.reply(to: "rooms.list").errorCode == nil
        }
        try await stage.client.call("output.setVolumeLimits", #"{"output":"room:kitchen","maximum":0.6}"#)
        try await waitUntil("the ceiling") { () async throws(TestSupportError) -> Bool in
            try await level(of: "kitchen", stage.client) == 0.6
        }
        let asked = try await stage.client.call("rooms.setVolume", #"{"room":"kitchen","level":0.9}"#)
        #expect(asked.number(at: "result.level") == 0.6 && asked.number(at: "result.maximum") == 0.6, "\(asked.line)")
        let other = try ControlClient(port: stage.server.controlPort)
        let id = try #require(asked.string(at: "result.room"))
        for percent in [20, 100] {
            _ = try await other.call("Client.SetVolume", "{\"id\":\"\(id)\",\"volume\":{\"muted\":false,\"percent\":\(percent)}}")
            try await stage.client.waitForEvent("rooms.changed") {
                $0.number(at: "params.room.level") == Double(percent) / 100
            }
        }
        try await stage.client.waitForEvent("rooms.changed") { $0.number(at: "params.room.level") == 0.6 }
        let status = try await other.call("Client.GetStatus", "{\"id\":\"\(id)\"}")
        #expect(status.number(at: "result.client.config.volume.percent") == 60, "\(status.line)")
        #expect(try await level(of: "study", stage.client) == 1)
        // What is chosen is kept, and so is the room, which was turned up meanwhile.
        try await stage.daemon.stop()
        _ = try await other.call("Client.SetVolume", "{\"id\":\"\(id)\",\"volume\":{\"muted\":false,\"percent\":80}}")
        let next = try await DaemonProcess.start(in: stage.system, configuration: RoomStage.text(of: stage.server))
        let client = try next.connect()
        try await waitUntil("the ceiling again") { () async throws(TestSupportError) -> Bool in
            guard try await client.reply(to: "rooms.list").errorCode == nil else { return false }
            return try await level(of: "kitchen", client) == 0.6
        }
        try await next.stop()
    }
}
