import JSON
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Rooms

@Suite("The room of this machine")
struct LocalRoomTests {
    /// A fake server with four rooms, of which `Room 2` is that of this machine, and their control.
    private func stage(in directory: TemporaryDirectory? = nil, room: String = "room 2") async throws -> (
        server: FakeSnapcast, stage: RoomStage, directory: TemporaryDirectory
    ) {
        let server = try FakeSnapcast()
        let directory = try directory ?? TemporaryDirectory()
        let stage = try RoomStage(directory, port: server.port)
        try stage.on { control in control.setLocalRoom(room) { _ in } }
        try await stage.waitForHouse()
        return (server, stage, directory)
    }

    private func isMute(_ server: FakeSnapcast, _ room: String = "room-2") -> Bool? {
        try? server.with { house in house.groups.flatMap(\.clients).first { $0.id == room }?.muted }
    }

    private func written(_ directory: TemporaryDirectory) -> String? {
        (try? readFile(directory.file("muted-room.json"))).map { String(decoding: $0, as: UTF8.self) }
    }

    private func want(_ isMuted: Bool, on stage: RoomStage) throws { try stage.on { $0.muteLocalRoom(isMuted) } }

    private func change(_ server: FakeSnapcast, isMuted: Bool) throws {
        try server.call(
            #"{"method":"Client.SetVolume","params":{"id":"room-2","volume":{"muted":\#(isMuted),"percent":70}}}"#)
    }

    @Test("is muted once that is written down, is heard again, and keeps its volume")
    func muting() async throws {
        let (server, stage, directory) = try await stage()
        try server.call(#"{"method":"Client.SetVolume","params":{"id":"room-2","volume":{"muted":false,"percent":40}}}"#)
        try await stage.waitForChanges(2)
        try want(true, on: stage)
        try await waitUntil("the room to be mute") { isMute(server) == true }
        #expect(written(directory)?.contains("room-2") == true)
        #expect(["room-0", "room-1", "room-3"].allSatisfy { isMute(server, $0) == false })
        try want(false, on: stage)
        try await waitUntil("the room to be heard") { isMute(server) == false }
        try await waitUntil("the file to be empty") { written(directory)?.contains("room-2") == false }
        #expect(try server.with { house in house.groups[0].clients[1].percent } == 40)
        #expect(try server.requests() == ["Server.GetStatus", "Client.SetVolume", "Client.SetVolume"])
        try stage.end()
        try server.stop()
    }

    @Test("stays mute if somebody has muted it before")
    func muteBefore() async throws {
        let (server, stage, _) = try await stage()
        try change(server, isMuted: true)
        try await stage.waitForChanges(2)
        try want(true, on: stage)
        try want(false, on: stage)
        #expect(isMute(server) == true)
        #expect(try server.requests() == ["Server.GetStatus"])
        try stage.end()
        try server.stop()
    }

    @Test("is left to whoever lets it be heard meanwhile")
    func heardMeanwhile() async throws {
        let (server, stage, directory) = try await stage()
        try want(true, on: stage)
        try await waitUntil("the room to be mute") { stage.house?.room("room-2")?.isMuted == true }
        try change(server, isMuted: false)
        try await waitUntil("the file to be empty") { written(directory)?.contains("room-2") == false }
        #expect(isMute(server) == false)
        // The next time counts anew.
        try want(false, on: stage)
        try want(true, on: stage)
        try await waitUntil("the room to be mute") { isMute(server) == true }
        try stage.end()
        try server.stop()
    }

    @Test("is heard again after a crash, with the next connection")
    func crash() async throws {
        let directory = try TemporaryDirectory()
        let (server, stage, _) = try await stage(in: directory)
        try want(true, on: stage)
        try await waitUntil("the room to be mute") { stage.house?.room("room-2")?.isMuted == true }
        let kept = try #require(written(directory))
        try stage.end()
        try await waitUntil("the end to let it be heard") { isMute(server) == false }
        // As a crash leaves it.
        try directory.write(kept, to: "muted-room.json")
        try change(server, isMuted: true)
        let next = try RoomStage(directory, port: server.port)
        try await next.waitForHouse()
        try await waitUntil("the room to be heard") { isMute(server) == false }
        try await waitUntil("the file to be empty") { written(directory)?.contains("room-2") == false }
        try next.end()
        try server.stop()
    }

    @Test("is muted again if the server comes back without knowing of it, and heard if it was away when all was over")
    func serverGone() async throws {
        let (first, stage, directory) = try await stage()
        try want(true, on: stage)
        try await waitUntil("the room to be mute") { stage.house?.room("room-2")?.isMuted == true }
        let port = first.port
        try first.stop()
        try await waitUntil("the loss") { stage.house == nil }
        let second = try FakeSnapcast(port: port)
        try await waitUntil("the room to be mute again") { isMute(second) == true }
        try await waitUntil("the answer") { stage.house?.room("room-2")?.isMuted == true }
        try second.stop()
        try await waitUntil("the second loss") { stage.house == nil }
        try want(false, on: stage)
        #expect(written(directory)?.contains("room-2") == true)
        let third = try FakeSnapcast(port: port)
        _ = try third.with { house in house.change("room-2") { $0.muted = true } }
        try await waitUntil("the file to be empty") { written(directory)?.contains("room-2") == false }
        #expect(isMute(third) == false)
        try stage.end()
        try third.stop()
    }

    @Test("is heard again if another one becomes that of this machine, which is muted in its place")
    func anotherRoom() async throws {
        let (server, stage, _) = try await stage()
        try want(true, on: stage)
        try await waitUntil("the room to be mute") { isMute(server) == true }
        try stage.on { control in control.setLocalRoom("room-1") { _ in } }
        try await waitUntil("the other room to be mute") { isMute(server, "room-1") == true && isMute(server) == false }
        try stage.on { control in control.setLocalRoom("") { _ in } }
        try await waitUntil("all rooms to be heard") { isMute(server, "room-1") == false }
        try stage.end()
        try server.stop()
    }

    @Test("is heard again if somebody names it anew while it is mute, also if it is not known under its old name any more")
    func renamed() async throws {
        let (server, stage, directory) = try await stage()
        try want(true, on: stage)
        try await waitUntil("the room to be mute") { stage.house?.room("room-2")?.isMuted == true }
        try server.call(#"{"method":"Client.SetName","params":{"id":"room-2","name":"Attic"}}"#)
        try await waitUntil("the room to be heard") { isMute(server) == false }
        try await waitUntil("the file to be empty") { written(directory)?.contains("room-2") == false }
        try want(false, on: stage)
        try stage.end()
        try server.stop()
    }

    @Test("is heard again on the server that is left for another one")
    func otherServer() async throws {
        let (server, stage, _) = try await stage()
        try want(true, on: stage)
        try await waitUntil("the room to be mute") { stage.house?.room("room-2")?.isMuted == true }
        let other = try FakeSnapcast()
        let port = other.port
        try stage.on { $0.configure(HostPort("127.0.0.1:\(port)")) }
        try await waitUntil("the room to be heard there, and mute here") { isMute(server) == false && isMute(other) == true }
        try stage.end()
        try server.stop()
        try other.stop()
    }

    @Test("is heard again at the end of the daemon")
    func end() async throws {
        let (server, stage, _) = try await stage()
        try want(true, on: stage)
        try await waitUntil("the room to be mute") { stage.house?.room("room-2")?.isMuted == true }
        try stage.end()
        try await waitUntil("the room to be heard") { isMute(server) == false }
        try server.stop()
    }

    @Test("is told to be known or not, with one warning that says what to do if there is none of that name")
    func known() async throws {
        let (server, stage, _) = try await stage(room: "")
        let told = Mutex<[LocalRoomNews]>([])
        try stage.on { control in control.setLocalRoom("nowhere") { news in told.withLock { $0.append(news) } } }
        try want(true, on: stage)
        try server.call(#"{"method":"Client.SetName","params":{"id":"room-1","name":"Elsewhere"}}"#)
        try server.call(#"{"method":"Client.SetName","params":{"id":"room-2","name":"Nowhere"}}"#)
        try await waitUntil("the room to be mute") { stage.house?.room("room-2")?.isMuted == true }
        #expect(stage.log.lines.count { $0.contains("correct snapcast.local_room") } == 1)
        try change(server, isMuted: false)
        try await waitUntil("the person's wish to be told") { told.withLock { $0 } == [.known(true), .heard] }
        try stage.end()
        #expect(told.withLock { $0 } == [.known(true), .heard, .known(false)])
        try server.stop()
    }

    @Test("is muted again if that is wanted before the server has let it be heard")
    func quickly() throws {
        let fake = FakeHouse(rooms: 4, groups: 2)
        var mute = LocalRoomMute()
        mute.setRoom("room-2")
        mute.want(true)
        #expect(try mute.next(in: House(told: fake.status)) == .write("room-2"))
        mute.wrote("room-2")
        #expect(try mute.next(in: House(told: fake.status)) == .ask(room: "room-2", isMuted: true))
        _ = fake.change("room-2") { $0.muted = true }
        #expect(try mute.next(in: House(told: fake.status)) == nil)
        mute.want(false)
        #expect(try mute.next(in: House(told: fake.status)) == .ask(room: "room-2", isMuted: false))
        mute.want(true)
        _ = fake.change("room-2") { $0.muted = false }
        #expect(try mute.next(in: House(told: fake.status)) == .ask(room: "room-2", isMuted: true))
        _ = fake.change("room-2") { $0.muted = true }
        #expect(try mute.next(in: House(told: fake.status)) == nil)
        _ = fake.change("room-2") { $0.muted = false }
        #expect(try mute.next(in: House(told: fake.status)) == .leave)
    }

    @Test("whose return the server refuses is muted for the next call all the same")
    func refused() throws {
        let fake = FakeHouse(rooms: 4, groups: 2)
        var mute = LocalRoomMute()
        mute.setRoom("room-2")
        mute.wrote("room-2")
        mute.giveUp()
        mute.wrote(nil)
        mute.want(true)
        #expect(try mute.next(in: House(told: fake.status)) == .write("room-2"))
        mute.giveUp()
        #expect(try mute.next(in: House(told: fake.status)) == nil)
    }

    @Test("is read from the file as it was written, and nothing else is believed")
    func file() throws {
        #expect(LocalRoomMute(json: LocalRoomMute.json("room-2").bytes)?.held == "room-2")
        #expect(try #require(LocalRoomMute(json: LocalRoomMute.json(nil).bytes)).held == nil)
        for text in ["", "{}", "[]", #"{"room":7}"#, #"{"room":""}"#] {
            #expect(LocalRoomMute(json: Array(text.utf8)) == nil, "\(text)")
        }
    }
}
