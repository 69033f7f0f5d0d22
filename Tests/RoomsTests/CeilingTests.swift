import AudioTypes
import JSON
import SystemSupport
import TestSupport
import Testing

@testable import Rooms

@Suite("The ceiling of a room")
struct CeilingTests {
    private func stage(_ rules: [String: Double]) async throws -> (server: FakeSnapcast, stage: RoomStage) {
        let server = try FakeSnapcast()
        let stage = try RoomStage(try TemporaryDirectory(), port: nil)
        try choose(rules, stage)
        let port = server.port
        try stage.on { $0.configure(HostPort("127.0.0.1:\(port)")) }
        try await stage.waitForHouse()
        return (server, stage)
    }

    private func choose(_ rules: [String: Double], _ stage: RoomStage) throws {
        let volumes = OutputVolumes(rules.mapValues { VolumeRule(maximum: $0) })
        try stage.on { $0.setVolumes(volumes) }
    }

    /// Waits until the server has such a volume for a room.
    private func wait(for percent: Int, in room: String, of server: FakeSnapcast) async throws {
        try await waitUntil("\(room) to have \(percent) %") {
            (try? server.with { house in house.groups.flatMap(\.clients).first { $0.id == room }?.percent }) == percent
        }
    }

    private func set(_ room: String, _ percent: Int, muted: Bool = false, at server: FakeSnapcast) throws {
        try server.call(
            #"{"method":"Client.SetVolume","params":{"id":"\#(room)","volume":{"muted":\#(muted),"percent":\#(percent)}}}"#)
    }

    @Test("is kept from the first status on, by its id, its name or a pattern, and concerns no other room")
    func known() async throws {
        let (server, stage) = try await stage(["room:room-1": 0.29, "room:ROOM 2": 0.5, "room:*3": 0.7, "default": 0.1])
        try await wait(for: 29, in: "room-1", of: server)
        try await wait(for: 50, in: "room-2", of: server)
        try await wait(for: 70, in: "room-3", of: server)
        #expect(stage.house?.room("room-0")?.percent == 100 && stage.house?.room("room-0")?.maximum == nil)
        try await waitUntil("the answer") { stage.house?.room("room-1")?.percent == 29 }
        #expect(stage.house?.room("room-1")?.maximum == 29)
        try stage.end()
        try server.stop()
    }

    @Test("clamps what clients ask for, and keeps the mute switch")
    func clients() async throws {
        let (server, stage) = try await stage(["room:room 0": 0.6])
        try await wait(for: 60, in: "room-0", of: server)
        let most = try await stage.ask { $0.setVolume("room-0", level: 1, delta: nil, isMuted: true, answer: $1) }.get()
        #expect(most.percent == 60 && most.isMuted && most.maximum == 60)
        let less = try await stage.ask { $0.setVolume("room-0", level: nil, delta: -0.2, isMuted: nil, answer: $1) }.get()
        #expect(less.percent == 40 && less.isMuted)
        let again = try await stage.ask { $0.setVolume("room-0", level: nil, delta: 0.9, isMuted: nil, answer: $1) }.get()
        #expect(again.percent == 60 && again.isMuted)
        try stage.end()
        try server.stop()
    }

    @Test("sets a room back that another program turns up, also one that is mute, and tells both")
    func others() async throws {
        let (server, stage) = try await stage(["room:room-0": 0.6])
        try await waitUntil("the answer") { stage.house?.room("room-0")?.percent == 60 }
        stage.forgetChanges()
        try set("room-0", 30, at: server)
        try set("room-0", 90, muted: true, at: server)
        try await wait(for: 60, in: "room-0", of: server)
        try await waitUntil("the end of it") { stage.changes.last?.room?.percent == 60 }
        #expect(stage.changes.map { $0.room?.percent } == [30, 90, 60])
        #expect(stage.house?.room("room-0")?.isMuted == true)
        try stage.end()
        try server.stop()
    }

    @Test("sets back at once eight times, and then once a second")
    func dragged() async throws {
        let (server, stage) = try await stage([:])
        try choose(["room:room-0": 0.6], stage)
        try await waitUntil("the answer") { stage.house?.room("room-0")?.percent == 60 }
        let before = try server.requests().count
        for percent in 61...90 {
            let told = stage.changes.count
            try set("room-0", percent, at: server)
            try await stage.waitForChanges(told + 1)
        }
        try await wait(for: 60, in: "room-0", of: server)
        let count = try server.requests().count - before
        #expect((8...20).contains(count), "\(count)")
        try stage.end()
        try server.stop()
    }

    @Test("makes no lower volume louder that is on its way to the server, and sets back once that is refused")
    func onTheWay() async throws {
        let (server, stage) = try await stage(["room:room-0": 0.6])
        try await waitUntil("the answer") { stage.house?.room("room-0")?.percent == 60 }
        let before = try server.requests().count { $0 == "Client.SetVolume" }
        try server.with { $0.manner = .silent }
        let refused = Monitor(false)
        try stage.on { control in
            control.setVolume("room-0", level: 0.3, delta: nil, isMuted: nil) { result in
                if case .failure = result { refused.withLock { $0 = true } }
            }
        }
        let volumes = { try server.requests().count { $0 == "Client.SetVolume" } }
        try await waitUntil("the request") { (try? volumes()) == before + 1 }
        let number = try server.with(\.latestID)
        stage.forgetChanges()
        try set("room-0", 90, at: server)
        try await stage.waitForChanges(1)
        // What is sent later comes later.
        try stage.on { $0.rename("room-1", to: "Attic") { _ in } }
        try await waitUntil("the other request") { (try? server.requests().contains("Client.SetName")) == true }
        #expect(try volumes() == before + 1 && stage.house?.room("room-0")?.percent == 90)
        try server.with { house in
            house.manner = .proper
            house.say(
                ([
                    "id": number, "jsonrpc": "2.0", "error": ["code": -32603, "message": "no"],
                ] as JSONValue).bytes)
        }
        try await wait(for: 60, in: "room-0", of: server)
        #expect(refused.withLock { $0 })
        try stage.end()
        try server.stop()
    }

    @Test("counts from when it is chosen or the room gets its name, and is one change")
    func chosen() async throws {
        let (server, stage) = try await stage(["room:attic": 0.5])
        #expect(stage.house?.room("room-1")?.percent == 100)
        _ = try await stage.ask { $0.rename("room-1", to: "Attic", answer: $1) }
        try await wait(for: 50, in: "room-1", of: server)
        try await waitUntil("the answer") { stage.house?.room("room-1")?.percent == 50 }
        stage.forgetChanges()
        try choose(["room:attic": 0.8], stage)
        #expect(stage.changes.map(\.kind) == [.volume] && stage.changes.first?.room?.maximum == 80)
        // Nobody knows what would have been chosen without it.
        #expect(stage.house?.room("room-1")?.percent == 50)
        try choose([:], stage)
        #expect(stage.changes.count == 2 && stage.house?.room("room-1")?.maximum == nil)
        try stage.end()
        try server.stop()
    }
}
