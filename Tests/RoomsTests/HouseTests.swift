import JSON
import Testing

@testable import Rooms

@Suite("A house, as a server tells of it")
struct HouseTests {
    /// A house of the fake server, after some requests of other programs.
    private func house(rooms: Int = 4, groups: Int = 2, _ body: (FakeHouse) -> Void = { _ in }) throws -> House {
        let fake = FakeHouse(rooms: rooms, groups: groups)
        body(fake)
        return try House(told: fake.status)
    }

    /// What a real server of version 0.26 has answered to `Server.GetStatus`, shortened.
    private static let real = #"""
        {"server":{"groups":[{"clients":[{"config":{"instance":1,"latency":-200,"name":"Kitchen","volume":{"muted":true,"percent":300}},"connected":true,"host":{"arch":"x86_64","ip":"127.0.0.1","mac":"02:fc:00:00:00:01","name":"vm","os":"Debian GNU/Linux 12 (bookworm)"},"id":"kitchen","lastSeen":{"sec":1795532763,"usec":705250},"snapclient":{"name":"Snapclient","protocolVersion":2,"version":"0.26.0"}},{"config":{"instance":1,"latency":0,"name":"","volume":{"muted":false,"percent":100}},"connected":false,"host":{"name":"vm"},"id":"bath"}],"id":"8e4db6fc","muted":true,"name":"Down","stream_id":"fermata"}],"server":{"snapserver":{"name":"Snapserver","version":"0.26.0"}},"streams":[{"id":"fermata","status":"idle","uri":{"raw":"tcp://127.0.0.1"}}]}}
        """#

    @Test("a real status is read, a volume out of range is clamped, and a room without a name has that of its machine")
    func real() throws {
        let house = try House(told: try JSONValue(parsing: Self.real))
        #expect(house.rooms.map(\.name) == ["Kitchen", "vm"] && house.streams == ["fermata"])
        let kitchen = try #require(house.room("kitchen"))
        #expect(kitchen.percent == 100 && kitchen.isMuted && kitchen.latency == -200 && kitchen.isConnected)
        #expect(kitchen.group == "8e4db6fc" && house.group("8e4db6fc")?.rooms == ["kitchen", "bath"])
        #expect(
            house.groups.first?.isMuted == true && house.groups.first?.name == "Down" && house.groups.first?.stream == "fermata")
        #expect(house.room("bath")?.isConnected == false)
    }

    @Test(
        "wrong types and numbers out of range cost no more than themselves",
        arguments: [
            #"{"id":"a"}"#, #"{"id":"a","config":7,"connected":"yes","host":[]}"#,
            #"{"id":"a","config":{"latency":1e300,"name":{},"volume":{"percent":-1e300,"muted":1}},"connected":1}"#,
            #"{"id":"a","config":{"latency":"5","volume":[]}}"#,
        ])
    func wrongTypes(client: String) throws {
        let json = try JSONValue(
            parsing:
                "{\"server\":{\"groups\":[7,{\"id\":\"g\",\"clients\":[null,{},{\"id\":\"\"},\(client),\(client)]}],\"streams\":5}}"
        )
        let house = try House(told: json)
        #expect(house.rooms.map(\.id) == ["a"] && house.groups.map(\.rooms) == [["a"]])
        let room = try #require(house.rooms.first)
        #expect((0...100).contains(room.percent) && SnapcastNotice.latencies.contains(room.latency))
    }

    @Test("names cannot hide anything, and an id that could is none")
    func cleanNames() throws {
        let clients = [
            #"{"id":"a","host":{"name":"h\u001b[2J"},"config":{"name":"Kitchen\u202e\u009b1m"}}"#, #"{"id":"b\u0007"}"#,
        ]
        let house = try House(
            told: try JSONValue(
                parsing:
                    #"{"server":{"groups":[{"id":"g","name":"Down\u0000stairs","clients":[\#(clients.joined(separator: ","))]}]}}"#
            ))
        let room = try #require(house.rooms.first)
        #expect(house.rooms.count == 1 && room.givenName == "Kitchen 1m" && room.host == "h [2J")
        #expect(house.groups.first?.name == "Down stairs")
    }

    @Test("a status without groups, with too many groups or with too many rooms is a mistake")
    func mistakes() throws {
        for text in ["null", "{}", #"{"server":{}}"#, #"{"server":{"groups":{}}}"#] {
            let json = try JSONValue(parsing: text)
            #expect(throws: SnapcastMistake.self) { try House(told: json) }
        }
        #expect(try house(rooms: 1_000, groups: 1).rooms.count == 1_000)
        #expect(throws: SnapcastMistake.self) { try house(rooms: 1_001, groups: 1) }
        #expect(throws: SnapcastMistake.self) { try house(rooms: 0, groups: 1_001) }
    }

    @Test("long names are cut between characters, and long ids are no ids")
    func longTexts() throws {
        let name = String(repeating: "é", count: 300)
        let house = try house { fake in
            _ = fake.change("room-0") { $0.name = name }
            _ = fake.change("room-1") { $0.id = name }
        }
        #expect(house.room("room-0")?.name == String(repeating: "é", count: 128))
        #expect(house.rooms.count == 3)
    }

    @Test("a room is called by its id or its name, capitals or not, and a name that several have is refused with their ids")
    func naming() throws {
        let house = try house { fake in
            _ = fake.change("room-1") { $0.name = "Küche" }
            for id in ["room-2", "room-3"] { _ = fake.change(id) { $0.name = "Bath" } }
        }
        #expect(try house.room(called: "room-0").id == "room-0")
        #expect(try house.room(called: "KÜCHE").id == "room-1")
        #expect(throws: RoomError.notFound("attic")) { try house.room(called: "attic") }
        #expect(throws: RoomError.ambiguous("bath", ids: ["room-2", "room-3"])) { try house.room(called: "bath") }
        #expect(try house.rooms(called: ["room-0", "Room 0", "room-1"]).map(\.id) == ["room-0", "room-1"])
    }

    @Test("every change is one change, and what is the same is none")
    func changes() throws {
        let old = try house()
        #expect(HouseChange.changes(from: old, to: old).isEmpty)
        let new = try house { fake in
            _ = fake.change("room-0") { ($0.percent, $0.muted) = (40, true) }
            _ = fake.change("room-1") { $0.latency = 20 }
            _ = fake.change("room-2") { $0.connected = false }
            fake.groups[1].name = "Down"
            fake.groups[1].stream = "radio"
            fake.groups[0].muted = true
        }
        let changes = HouseChange.changes(from: old, to: new)
        #expect(changes.map(\.kind) == [.volume, .disconnected, .latency, .groupMute, .groupName, .groupStream])
        #expect(changes.map { $0.room?.id ?? $0.group?.id } == ["room-0", "room-2", "room-1", "group-0", "group-1", "group-1"])
        let moved = HouseChange.changes(
            from: old,
            to: try house { _ = $0.answer("Group.SetClients", ["id": "group-0", "clients": ["room-0", "room-2", "room-1"]]) })
        #expect(moved.map(\.kind) == [.group] && moved.first?.room?.id == "room-1")
        #expect(moved.first?.group?.rooms == ["room-0", "room-2", "room-1"])
        let less = HouseChange.changes(from: old, to: try house(rooms: 3))
        #expect(less.map(\.kind) == [.removed] && less.first?.room?.id == "room-3")
        #expect(HouseChange.changes(from: try house(rooms: 3), to: old).map(\.kind) == [.added])
    }

    @Test("rooms come together by one request, a name is one more, and what is so already is none")
    func grouping() throws {
        let house = try house()
        let rooms = try house.rooms(called: ["room-1", "room-0", "room-3"])
        #expect(house.requestsToGroup(rooms, name: nil) == [.setRooms(group: "group-1", ["room-1", "room-3", "room-0"])])
        let together = try house.rooms(called: ["room-1", "room-3"])
        #expect(house.requestsToGroup(together, name: nil).isEmpty)
        #expect(house.requestsToGroup(together, name: "Down") == [.renameGroup("group-1", "Down")])
    }

    @Test("rooms are taken out by one request for each group, and a group is never left empty")
    func ungrouping() throws {
        let house = try house(rooms: 6, groups: 2)
        #expect(
            house.requestsToUngroup(try house.rooms(called: ["room-0", "room-2", "room-1", "room-3", "room-5"]))
                == [.setRooms(group: "group-0", ["room-4"]), .setRooms(group: "group-1", ["room-1"])])
        let alone = try self.house(rooms: 2, groups: 2)
        #expect(alone.requestsToUngroup(alone.rooms).isEmpty)
    }

    @Test("a notice about something unknown asks for the whole status")
    func unknown() throws {
        var house = try house()
        #expect(house.take(.room("attic", .name("Attic"))) == nil)
        #expect(house.take(.group("none", .mute(true))) == nil)
        #expect(house.take(.room("room-0", .presence(true))) == [])
    }
}
