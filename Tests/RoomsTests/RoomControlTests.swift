import JSON
import NIOCore
import SystemSupport
import TestSupport
import Testing

@testable import Rooms

@Suite("The control of rooms")
struct RoomControlTests {
    /// A fake server, and the control of its rooms, which knows them.
    private func stage(rooms: Int = 4, groups: Int = 2) async throws -> (
        server: FakeSnapcast, stage: RoomStage, directory: TemporaryDirectory
    ) {
        let server = try FakeSnapcast(rooms: rooms, groups: groups)
        let directory = try TemporaryDirectory()
        let stage = try RoomStage(directory, port: server.port)
        try await stage.waitForHouse()
        stage.forgetChanges()
        return (server, stage, directory)
    }

    @Test("of 200 rooms in 20 groups there is one list, no storm of requests, and every change is one event")
    func largeHouse() async throws {
        let (server, stage, _) = try await stage(rooms: 200, groups: 20)
        for _ in 0..<1_000 { #expect(stage.house?.rooms.count == 200) }
        #expect(try server.requests() == ["Server.GetStatus"])
        // As from Snapweb: each room once, in four matters.
        for number in 0..<200 {
            try server.call(
                #"{"method":"Client.SetVolume","params":{"id":"room-\#(number)","volume":{"muted":true,"percent":\#(number % 100)}}}"#
            )
            try server.call(#"{"method":"Client.SetLatency","params":{"id":"room-\#(number)","latency":\#(number + 1)}}"#)
            try server.call(#"{"method":"Client.SetName","params":{"id":"room-\#(number)","name":"Name \#(number)"}}"#)
        }
        for number in 0..<20 {
            try server.call(#"{"method":"Group.SetName","params":{"id":"group-\#(number)","name":"Group \#(number)"}}"#)
            try server.call(#"{"method":"Group.SetMute","params":{"id":"group-\#(number)","mute":true}}"#)
        }
        try await stage.waitForChanges(640)
        // Two rooms change their group by one call.
        try server.call(
            #"{"method":"Group.SetClients","params":{"id":"group-0","clients":["room-0","room-20","room-40","room-60","room-80","room-100","room-120","room-140","room-160","room-180","room-1","room-2"]}}"#
        )
        try await stage.waitForChanges(642)
        let changes = stage.changes
        let counts = Dictionary(grouping: changes, by: \.kind).mapValues(\.count)
        #expect(counts == [.volume: 200, .latency: 200, .name: 200, .groupName: 20, .groupMute: 20, .group: 2])
        #expect(Set(changes.filter { $0.kind == .volume }.compactMap(\.room?.id)).count == 200)
        #expect(try server.requests() == ["Server.GetStatus"])
        #expect(stage.house?.room("room-2")?.group == "group-0" && stage.house?.room("room-7")?.name == "Name 7")
        // 200 rooms into one group, and out of it again.
        let names = (0..<200).map { "room-\($0)" }
        let group = try await stage.ask { $0.group(names, name: "All", answer: $1) }.get()
        #expect(group.rooms.count == 200 && group.name == "All")
        #expect(try server.requests() == ["Server.GetStatus", "Group.SetClients", "Group.SetName"])
        let house = try await stage.ask { $0.ungroup(names, answer: $1) }.get()
        #expect(house.groups.count == 200)
        #expect(try server.requests().count == 4)
        try stage.end()
        try server.stop()
    }

    @Test("a server that has to be found is told to be missing, and is used once its address is known")
    func lookedFor() async throws {
        let server = try FakeSnapcast()
        let stage = try RoomStage(try TemporaryDirectory(), port: nil)
        #expect(stage.problem == .notConfigured)
        try stage.on { $0.configure(nil, isLookedFor: true) }
        #expect(stage.problem == .unavailable("no Snapcast server has been found in the network"))
        let port = server.port
        try stage.on { $0.configure(HostPort("127.0.0.1:\(port)"), isLookedFor: true) }
        try await stage.waitForHouse()
        try stage.on { $0.configure(nil) }
        #expect(stage.problem == .notConfigured)
        try stage.end()
        try server.stop()
    }

    @Test("commands change the server, are one event each, and answer with the room as it is then")
    func commands() async throws {
        let (server, stage, _) = try await stage()
        let volume = try await stage.ask { $0.setVolume("Room 1", level: 0.4, delta: nil, isMuted: nil, answer: $1) }.get()
        #expect(volume.percent == 40 && !volume.isMuted)
        #expect(
            try await stage.ask { $0.setVolume("room-1", level: nil, delta: -0.5, isMuted: true, answer: $1) }.get().percent == 0)
        #expect(try await stage.ask { $0.mute("room-1", false, wholeGroup: false, answer: $1) }.get().isMuted == false)
        _ = try await stage.ask { $0.mute("room-1", true, wholeGroup: true, answer: $1) }.get()
        #expect(try await stage.ask { $0.setLatency("room-1", seconds: 0.02, answer: $1) }.get().latency == 20)
        #expect(try await stage.ask { $0.setLatency("room-1", seconds: 9, answer: $1) }.get().latency == 1_000)
        #expect(try await stage.ask { $0.rename("room-1", to: "Küche", answer: $1) }.get().name == "Küche")
        #expect(stage.changes.map(\.kind) == [.volume, .volume, .volume, .groupMute, .latency, .latency, .name])
        let told = try server.with { house in house.groups[1].clients[0].json["config"] }
        #expect(told == ["instance": 1, "latency": 1_000, "name": "Küche", "volume": ["muted": false, "percent": 0]])
        #expect(try server.with { $0.groups[1].muted })
        try stage.end()
        try server.stop()
    }

    @Test("changes of the volume that come faster than the answers add up")
    func quickDeltas() async throws {
        let (server, stage, _) = try await stage()
        _ = try await stage.ask { $0.setVolume("room-0", level: 0.5, delta: nil, isMuted: nil, answer: $1) }
        let last: Result<Room, RoomError> = try await stage.ask { control, answer in
            for _ in 0..<9 { control.setVolume("room-0", level: nil, delta: -0.02, isMuted: nil) { _ in } }
            control.setVolume("room-0", level: nil, delta: -0.02, isMuted: nil, answer: answer)
        }
        #expect(try last.get().percent == 30)
        try stage.end()
        try server.stop()
    }

    @Test("what nobody can do is refused with a reason")
    func refusals() async throws {
        let (server, stage, _) = try await stage()
        #expect(try await stage.ask { $0.rename("attic", to: "x", answer: $1) } == .failure(.notFound("attic")))
        // The server has forgotten it in the meantime.
        try server.with { house in _ = house.groups[0].clients.removeFirst() }
        #expect(
            try await stage.ask { $0.rename("room-0", to: "x", answer: $1) }
                == .failure(.refused("the Snapcast server refuses: Client not found")))
        try stage.end()
        let problem = try await stage.ask { $0.rename("room-1", to: "x", answer: $1) }
        #expect(problem == .failure(.notConfigured))
        try server.stop()
    }

    @Test("without a server nothing is there and nothing is asked")
    func notConfigured() async throws {
        let directory = try TemporaryDirectory()
        let stage = try RoomStage(directory, port: nil)
        #expect(stage.problem == .notConfigured && stage.changes.isEmpty && stage.log.lines.isEmpty)
        try stage.end()
    }

    @Test("a server that goes is one event and ends what waits; when it is back, that is another, and the rooms are known anew")
    func reconnecting() async throws {
        let server = try FakeSnapcast()
        let directory = try TemporaryDirectory()
        let stage = try RoomStage(directory, port: server.port)
        try await stage.waitForHouse()
        try server.with { $0.manner = .silent }
        async let waiting: Result<Room, RoomError> = stage.ask { $0.rename("room-0", to: "x", answer: $1) }
        try await waitUntil("the request") { (try? server.requests().count) == 2 }
        try server.stop()
        let sentence = "the Snapcast server at 127.0.0.1:\(server.port) has closed the connection"
        #expect(try await waiting == .failure(.unavailable(sentence)))
        // Whoever waits is told first.
        try await stage.waitForChanges(2)
        #expect(stage.changes.map(\.kind) == [.available, .unavailable])
        let second = try FakeSnapcast(rooms: 7, port: server.port)
        try await stage.waitForHouse()
        #expect(stage.house?.rooms.count == 7 && stage.changes.map(\.kind) == [.available, .unavailable, .available])
        try stage.end()
        try second.stop()
    }

    @Test("a latency is remembered over restarts, and set again when the server has forgotten it, once")
    func latencies() async throws {
        let (server, stage, directory) = try await stage()
        _ = try await stage.ask { $0.setLatency("room-1", seconds: 0.02, answer: $1) }.get()
        try stage.end()
        try server.with { house in _ = house.change("room-1") { $0.latency = 0 } }
        let second = try RoomStage(directory, port: server.port)
        try await waitUntil("the latency") { second.house?.room("room-1")?.latency == 20 }
        #expect(try server.requests() == ["Server.GetStatus", "Client.SetLatency", "Server.GetStatus", "Client.SetLatency"])
        // A room that comes back as another one than it was.
        try server.with { house in
            _ = house.change("room-1") { $0.latency = 0 }
            guard let client = house.groups[1].clients.first else { return }
            house.tell(
                FakeHouse.notice(
                    "Client.OnConnect", [.init(name: "id", value: "room-1"), .init(name: "client", value: client.json)]),
                except: nil)
        }
        try await second.waitForChanges(4)
        #expect(second.changes.map(\.kind) == [.available, .latency, .latency, .latency])
        #expect(try server.with { $0.groups[1].clients[0].latency } == 20)
        // Somebody wants none.
        try server.call(#"{"method":"Client.SetLatency","params":{"id":"room-1","latency":0}}"#)
        try await second.waitForChanges(5)
        #expect(second.house?.room("room-1")?.latency == 0)
        try second.end()
        try server.stop()
    }

    @Test("a notice about an unknown room makes one question, however many come")
    func unknownRooms() async throws {
        let (server, stage, _) = try await stage()
        try server.with { house in
            house.groups[0].clients.append(FakeHouse.Client(id: "attic"))
            for _ in 0..<500 {
                house.tell(FakeHouse.notice("Client.OnConnect", [.init(name: "id", value: "attic")]), except: nil)
            }
        }
        try await waitUntil("the room") { stage.house?.room("attic") != nil }
        #expect(try server.requests().count == 2)
        #expect(stage.changes.map(\.kind) == [.added])
        try stage.end()
        try server.stop()
    }

    @Test(
        "a broken server costs one sentence, and the rooms are back when it is whole",
        arguments: [
            (.breaksOff, "has closed the connection"), (.says(Array("{".utf8)), "sends what is no JSON"),
            (.says(Array(#"{"id":1,"jsonrpc":"2.0","result":{"server":{"groups":7}}}"#.utf8)), "sends a status without groups"),
            (.says(Array(#"{"id":1,"jsonrpc":"2.0","error":{"message":"no"}}"#.utf8)), "does not tell its status: no"),
            (.says([UInt8](repeating: 0x20, count: 5 << 20)), "sends a line of more than 4194304 bytes"),
            (.says([0xFF, 0xFE]), "sends what is no JSON"),
            (.says(Array((Array(repeating: "[]\r\n", count: 30_000)).joined().utf8)), "sends more than anybody can listen to"),
        ] as [(FakeSnapcast.Manner, String)])
    func hostile(manner: FakeSnapcast.Manner, sentence: String) async throws {
        let server = try FakeSnapcast()
        try server.with { $0.manner = manner }
        let directory = try TemporaryDirectory()
        // A busy machine does not read the real budget's 20,000 lines in a second.
        let stage = try RoomStage(directory, port: server.port, budget: LineBudget(lines: 500))
        try await waitUntil("the sentence, not \(String(describing: stage.problem))") {
            stage.problem?.description.contains(sentence) == true
        }
        #expect(stage.changes.isEmpty)
        try server.with { $0.manner = .proper }
        try await stage.waitForHouse()
        #expect(stage.log.lines.filter { $0.contains(sentence) }.count == 1, "\(stage.log.lines)")
        try stage.end()
        try server.stop()
    }

    @Test("a cover of 10 MB in a foreign stream, in the status and in notices, does not keep the rooms away")
    func largeCover() async throws {
        let server = try FakeSnapcast()
        // As the text that it is sent as.
        try server.with { $0.cover = [UInt8](repeating: UInt8(ascii: "x"), count: 13_400_000) }
        let stage = try RoomStage(try TemporaryDirectory(), port: server.port)
        try await stage.waitForHouse()
        #expect(stage.house?.rooms.count == 4 && stage.house?.streams == ["radio", "fermata", "words"])
        try server.with { $0.tellCover() }
        try server.call(#"{"method":"Client.SetVolume","params":{"id":"room-1","volume":{"muted":false,"percent":7}}}"#)
        try await stage.waitForChanges(2)
        #expect(stage.changes.map(\.kind) == [.available, .volume] && stage.house?.room("room-1")?.percent == 7)
        #expect(try server.requests() == ["Server.GetStatus"], "\(stage.log.lines)")
        try stage.end()
        try server.stop()
    }

    @Test("a text without an end is not waited for")
    func endlessText() async throws {
        let server = try FakeSnapcast()
        try server.with { $0.manner = .says([UInt8(ascii: "\"")] + [UInt8](repeating: UInt8(ascii: "x"), count: 33 << 20)) }
        let stage = try RoomStage(try TemporaryDirectory(), port: server.port)
        try await waitUntil("the sentence, not \(String(describing: stage.problem))") {
            stage.problem?.description.contains("sends a line of more than 33554432 bytes") == true
        }
        try server.with { $0.manner = .proper }
        try await stage.waitForHouse()
        try stage.end()
        try server.stop()
    }

    @Test("a server that tells of changes for ever is given up before everybody who listens has heard them")
    func endlessChanges() async throws {
        let server = try FakeSnapcast()
        // A busy machine does not read the real budget's 2,000 changes in a second.
        let changes = ChangeBudget(most: 1_500, perSecond: 1)
        let stage = try RoomStage(try TemporaryDirectory(), port: server.port, changes: changes)
        try await stage.waitForHouse()
        try server.with { house in
            let notices = (0..<1_000).map { number -> JSONValue in
                let volume: JSONValue = ["muted": .bool(false), "percent": .integer(Int64(number % 100))]
                return FakeHouse.notice(
                    "Client.OnVolumeChanged", [.init(name: "id", value: "room-0"), .init(name: "volume", value: volume)])
            }
            let line = JSONValue.array(notices).bytes
            for _ in 0..<40 { house.say(line) }
        }
        try await waitUntil("the server to be given up") {
            stage.log.lines.contains { $0.contains("sends more than anybody can listen to") }
        }
        #expect(stage.changes.filter { $0.kind == .volume }.count < 3_000)
        try await stage.waitForHouse()
        try stage.end()
        try server.stop()
    }

    @Test("of whole statuses that nobody asked for, so many are read, and then many make one question")
    func manyStatuses() async throws {
        let server = try FakeSnapcast(rooms: 100, groups: 10)
        // The first answer, and one or two of the statuses.
        let stage = try RoomStage(try TemporaryDirectory(), port: server.port, budget: LineBudget(reading: 100_000))
        try await stage.waitForHouse()
        try server.with { house in
            let update: JSONValue = ["jsonrpc": "2.0", "method": "Server.OnUpdate", "params": house.status]
            let line = update.bytes
            precondition(line.count > 20_000 && line.count < 50_000)
            // Only the answer to a question tells this.
            _ = house.change("room-7") { $0.percent = 7 }
            for _ in 0..<500 { house.say(line) }
        }
        try await waitUntil("the volume") { stage.house?.room("room-7")?.percent == 7 }
        #expect(try server.requests() == ["Server.GetStatus", "Server.GetStatus"], "\(stage.log.lines)")
        #expect(stage.changes.map(\.kind) == [.available, .volume])
        try stage.end()
        try server.stop()
    }

    @Test("a server that sends more than anybody can listen to is left alone for a while, and the log says so once")
    func leftAlone() async throws {
        let server = try FakeSnapcast()
        try server.with { $0.manner = .says(Array((Array(repeating: "[]\r\n", count: 3_000)).joined().utf8)) }
        let stage = try RoomStage(
            try TemporaryDirectory(), port: server.port, budget: LineBudget(lines: 500), rest: .minutes(10))
        try await waitUntil("the sentence") {
            stage.problem?.description.contains("sends more than anybody can listen to, and is left alone for 600 seconds")
                == true
        }
        #expect(stage.log.lines.filter { $0.contains("left alone") }.count == 1)
        #expect(try server.with { $0.conversations.count } <= 1)
        try stage.end()
        try server.stop()
    }

    @Test("a server that never answers is given up after some seconds, and a command to it fails")
    func noAnswer() async throws {
        let (server, directory) = (try FakeSnapcast(), try TemporaryDirectory())
        let stage = try RoomStage(directory, port: server.port, patience: .seconds(2))
        try await stage.waitForHouse()
        try server.with { $0.manner = .silent }
        let answer = try await stage.ask { $0.rename("room-0", to: "x", answer: $1) }
        #expect(answer == .failure(.unavailable("the Snapcast server at 127.0.0.1:\(server.port) does not answer")))
        try stage.end()
        try server.stop()
    }
}
