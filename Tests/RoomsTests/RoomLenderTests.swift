import Glibc
import JSON
import NIOCore
import TestSupport
import Testing

@testable import Rooms

@Suite("Rooms that are lent to announcements, by a server")
struct RoomLenderTests {
    /// A fake server with four rooms, `room-0` and `-2` together and `room-1` and `-3`, and their control.
    private func stage() async throws -> (server: FakeSnapcast, stage: RoomStage, directory: TemporaryDirectory) {
        let server = try FakeSnapcast()
        let directory = try TemporaryDirectory()
        let stage = try RoomStage(directory, port: server.port, announcementPort: 4_954)
        try await stage.waitForHouse()
        return (server, stage, directory)
    }

    private static let before: Set = ["fermata: room-0 room-2", "fermata: room-1 room-3"]

    /// What is written down.
    private func written(_ directory: TemporaryDirectory) throws -> String {
        String(decoding: try readFile(directory.file("lent-rooms.json")), as: UTF8.self)
    }

    private func lend(_ rooms: String..., on stage: RoomStage) async throws -> Result<Bool, RoomError> {
        try await stage.ask { control, answer in control.lend(rooms) { answer($0.map { true }) } }
    }

    @Test("hear it once the answer is there, are written down before, and come back")
    func lending() async throws {
        let (server, stage, directory) = try await stage()
        #expect(try stage.on { try $0.roomsForAnnouncement(["ROOM 2"]).map(\.id) } == ["room-2"])
        #expect(try await lend("room-2", on: stage) == .success(true))
        #expect(try server.groups() == ["fermata: room-0", "words: room-2", "fermata: room-1 room-3"])
        #expect(try written(directory).contains("room-2"))
        #expect(try server.requests() == ["Server.GetStatus", "Group.SetClients", "Group.SetStream"])
        try stage.on { $0.giveBack() }
        try await waitUntil("the rooms to be back") { (try? server.groups()) == Self.before }
        try await waitUntil("the file to be empty") { (try? written(directory).contains("room-2")) == false }
        try stage.end()
        try server.stop()
    }

    @Test("stay lent from one announcement to the next, unless that means others: then all come back before it")
    func twice() async throws {
        let (server, stage, _) = try await stage()
        #expect(try await lend("room-2", "room-1", on: stage) == .success(true))
        let count = try server.requests().count
        #expect(try await lend("room-1", "room-2", on: stage) == .success(true))
        #expect(try server.requests().count == count)
        #expect(try await lend("room-1", "room-0", on: stage) == .success(true))
        #expect(try server.groups() == ["words: room-0", "fermata: room-2", "words: room-1", "fermata: room-3"])
        #expect(try await lend("room-0", "room-2", on: stage) == .success(true))
        #expect(try server.groups() == ["words: room-0 room-2", "fermata: room-1 room-3"])
        #expect(try await lend("room-0", on: stage) == .success(true))
        #expect(try server.groups() == ["words: room-0", "fermata: room-2", "fermata: room-1 room-3"])
        try stage.on { $0.giveBack() }
        try await waitUntil("the rooms to be back") { (try? server.groups()) == Self.before }
        try stage.end()
        try server.stop()
    }

    @Test("are given back by the next run, if this one had no time for it")
    func crash() async throws {
        let (server, stage, directory) = try await stage()
        #expect(try await lend("room-2", "room-1", "room-3", on: stage) == .success(true))
        try stage.end()
        #expect(try server.groups().contains("words: room-1 room-3"))
        let second = try RoomStage(directory, port: server.port, announcementPort: 4_954)
        try await waitUntil("the rooms to be back") { (try? server.groups()) == Self.before }
        try second.end()
        try server.stop()
    }

    @Test("come back when the server has been away meanwhile")
    func serverWasAway() async throws {
        let (server, stage, _) = try await stage()
        #expect(try await lend("room-2", on: stage) == .success(true))
        try server.with { house in for conversation in house.conversations { conversation.channel.close(promise: nil) } }
        try await waitUntil("the server to be missed") { stage.changes.contains { $0.kind == .unavailable } }
        try stage.on { $0.giveBack() }
        try await waitUntil("the rooms to be back") { (try? server.groups()) == Self.before }
        try stage.end()
        try server.stop()
    }

    @Test("that are away do not hear it; if all are, or the server has no such stream, it is refused with a reason")
    func refusals() async throws {
        let (server, stage, directory) = try await stage()
        try server.with { house in
            _ = house.change("room-2") { $0.connected = false }
            house.tell(FakeHouse.notice("Client.OnDisconnect", [.init(name: "id", value: "room-2")]), except: nil)
        }
        try await waitUntil("the room to go") { stage.house?.room("room-2")?.isConnected == false }
        #expect(throws: RoomError.away(["Room 2"])) { try stage.on { try $0.roomsForAnnouncement(["room-2"]) } }
        #expect(throws: RoomError.notFound("attic")) { try stage.on { try $0.roomsForAnnouncement(["room-1", "attic"]) } }
        #expect(throws: RoomError.tooManyRooms(64)) {
            try stage.on { try $0.roomsForAnnouncement(Array(repeating: "room-1", count: 65)) }
        }
        #expect(try await lend("room-2", on: stage) == .failure(.away(["Room 2"])))
        #expect(try await lend("room-2", "room-1", on: stage) == .success(true))
        #expect(try server.groups() == ["fermata: room-0 room-2", "words: room-1", "fermata: room-3"])
        try stage.end()
        let other = try RoomStage(directory, port: server.port, announcementPort: 4_955)
        try await other.waitForHouse()
        #expect(try await lend("room-1", on: other) == .failure(.noStream(port: 4_955)))
        try other.end()
        let none = try RoomStage(directory, port: server.port)
        #expect(try await lend("room-1", on: none) == .failure(.noAnnouncements))
        try none.end()
        try server.stop()
    }

    @Test("that the server refuses come back, and so do those that it has moved already")
    func refusedByServer() async throws {
        let (server, stage, _) = try await stage()
        // Gone since the status was asked for.
        try server.with { $0.streams = [] }
        #expect(
            try await lend("room-2", on: stage) == .failure(.refused("the Snapcast server refuses: Client not found")))
        try await waitUntil("the rooms to be back") { (try? server.groups()) == Self.before }
        try stage.end()
        try server.stop()
    }

    @Test("are given back as the house is now, if the server refuses that for the house as it was")
    func refusedGivingBack() async throws {
        let (server, stage, directory) = try await stage()
        #expect(try await lend("room-2", on: stage) == .success(true))
        // The group has another id since the status was asked for.
        try server.with { house in
            for place in house.groups.indices where house.groups[place].id == "group-0" { house.groups[place].id = "other" }
        }
        try stage.on { $0.giveBack() }
        let after: Set = ["fermata: room-0", "fermata: room-2", "fermata: room-1 room-3"]
        try await waitUntil("the room to play its stream") { (try? server.groups()) == after }
        try await waitUntil("the file to be empty") { (try? written(directory).contains("room-2")) == false }
        try stage.end()
        try server.stop()
    }

    @Test("that are back are no longer written down once the control has ended")
    func end() async throws {
        let (server, stage, directory) = try await stage()
        #expect(try await lend("room-2", on: stage) == .success(true))
        try stage.on { $0.giveBack() }
        // With the answer of the server, the empty book is on its way to the disk.
        try await waitUntil("the answer") { stage.house.map { $0.room("room-2")?.group == $0.room("room-0")?.group } == true }
        try stage.end()
        #expect(try !written(directory).contains("room-2"))
        try server.stop()
    }

    @Test("are not lent if that cannot be written down")
    func unwritable() async throws {
        let (server, stage, directory) = try await stage()
        // A file in the place of the directory of the state.
        #expect(rename(directory.path, directory.path + "-away") == 0)
        try writeFile([], to: directory.path)
        #expect(try await lend("room-2", on: stage) == .failure(.notKept))
        #expect(try server.requests() == ["Server.GetStatus"])
        try stage.end()
        #expect(unlink(directory.path) == 0 && rename(directory.path + "-away", directory.path) == 0)
        try server.stop()
    }
}

extension FakeSnapcast {
    /// Which rooms play what together, such as `fermata: room-0 room-2`.
    fileprivate func groups() throws -> Set<String> {
        try with { house in
            Set(house.groups.map { "\($0.stream): \($0.clients.map(\.id).sorted().joined(separator: " "))" })
        }
    }
}
