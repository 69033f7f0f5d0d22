import Glibc
import TestSupport
import Testing

@Suite(
    "The room of this machine, which a Snapcast client plays,", .serialized,
    .enabled(if: RoomServer.isInstalled, "needs snapserver and snapclient"))
struct LocalRoomTests {
    /// A stage that plays a minute of noise in kitchen and study. The kitchen is the room of this machine.
    private func playing() async throws -> (stage: RoomStage, audio: PCMAudio) {
        let stage = try await RoomStage.set(announces: true, localRoom: "kitchen")
        try await waitUntil("the rooms to be known") { () async throws(TestSupportError) -> Bool in
            try await stage.client.reply(to: "rooms.list").errorCode == nil
        }
        let audio = AudioFixture.unique(frameCount: 60 * 48_000, sampleRate: 48_000, seed: 5)
        try await stage.play(try stage.write(audio, "noise"))
        try await stage.waitForRooms(toPlay: 48_000)
        return (stage, audio)
    }

    /// The rooms that are mute.
    private func muteRooms(_ client: ControlClient) async throws(TestSupportError) -> Set<String> {
        let list = try await client.reply(to: "rooms.list")
        return Set(
            (0..<2).compactMap { index in
                list.value(at: "result.rooms.\(index).muted", as: Bool.self) == true
                    ? list.string(at: "result.rooms.\(index).room") : nil
            })
    }

    private func waitForMute(_ rooms: Set<String>, _ client: ControlClient) async throws {
        try await waitUntil("\(rooms) to be mute") { () async throws(TestSupportError) -> Bool in
            try await muteRooms(client) == rooms
        }
    }

    /// How many frames of sound the two rooms have played.
    private func heard(_ stage: RoomStage) throws(TestSupportError) -> (kitchen: Int, study: Int) {
        (try stage.rooms[0].sound().frameCount, try stage.rooms[1].sound().frameCount)
    }

    /// Waits until the study has played two seconds more; the kitchen must not have.
    private func expectSilentKitchen(_ stage: RoomStage) async throws {
        let before = try heard(stage)
        try await waitUntil("the study to play on") { () async throws(TestSupportError) -> Bool in
            try heard(stage).study > before.study + 96_000
        }
        // What was written while the order was on its way.
        #expect(try heard(stage).kitchen < before.kitchen + 48_000, "\(stage.daemon.log)")
    }

    @Test("is mute during a call, and the other room plays every frame")
    func call() async throws {
        let (stage, audio) = try await playing()
        let caller = try stage.daemon.connect()
        let begun = try await caller.call("session.beginInterruption", #"{"reason":"call"}"#)
        let id = try #require(begun.value(at: "result.interruption", as: Int.self))
        let event = try await stage.client.waitForEvent("session.interruptionBegan")
        #expect(event.value(at: "params.localRoomMuted", as: Bool.self) == true)
        try await waitForMute(["kitchen"], stage.client)
        try await expectSilentKitchen(stage)
        #expect(try await stage.client.call("status").string(at: "result.state") == "playing")
        try await caller.call("session.endInterruption", "{\"interruption\":\(id)}")
        try await waitForMute([], stage.client)
        let kitchen = try heard(stage).kitchen
        try await waitUntil("the kitchen to play again") { () async throws(TestSupportError) -> Bool in
            try heard(stage).kitchen > kitchen + 24_000
        }
        try await stage.waitForEnd()
        try await waitUntil("the last frame") { () async throws(TestSupportError) -> Bool in
            try stage.rooms[1].sound().samples.suffix(2) == audio.samples.suffix(2)
        }
        let study = SampleComparison(of: try stage.rooms[1].sound(), with: audio)
        withKnownIssue("the machine was too busy for the server", isIntermittent: true) {
            #expect(study.matchingFrames == audio.frameCount && RoomStage.isKept(study), "\(study)")
        } when: {
            stage.server.resynchronisations > 0
        }
    }

    @Test("is mute once its headphones are gone, and the other room plays on; a pause and play let it be heard")
    func headphones() async throws {
        let (stage, _) = try await playing()
        try await stage.system.addSink(.headphones)
        try await stage.system.waitForDefaultSink(NullSink.headphones.name)
        try await waitUntil("the daemon to take the headphones for the default") { () async throws(TestSupportError) -> Bool in
            let outputs = try await stage.client.call("route.outputs")
            return (0..<4).contains { index in
                outputs.string(at: "result.\(index).uid") == NullSink.headphones.name
                    && outputs.value(at: "result.\(index).default", as: Bool.self) == true
            }
        }
        try await stage.system.removeSink(NullSink.headphones.name)
        try await waitForMute(["kitchen"], stage.client)
        let event = try await stage.client.waitForEvent("session.interruptionBegan")
        #expect(event.string(at: "params.reason") == "routeDisconnected")
        #expect(event.value(at: "params.localRoomMuted", as: Bool.self) == true)
        try await expectSilentKitchen(stage)
        try await stage.client.call("pause")
        try await stage.client.call("play")
        try await waitForMute([], stage.client)
    }

    @Test("is heard again after a daemon that was killed during a call, and at the end of the next one")
    func killed() async throws {
        let (stage, _) = try await playing()
        try await stage.client.call("session.beginInterruption")
        try await waitForMute(["kitchen"], stage.client)
        stage.daemon.process.signal(SIGKILL)
        _ = try await stage.daemon.process.waitForExit()
        let next = try await DaemonProcess.start(
            in: stage.system, configuration: RoomStage.text(of: stage.server, localRoom: "kitchen"))
        let client = try next.connect()
        try await waitUntil("the kitchen to be heard") { () async throws(TestSupportError) -> Bool in
            guard try await client.reply(to: "rooms.list").errorCode == nil else { return false }
            return try await muteRooms(client) == []
        }
        try await client.call("play")
        try await waitUntil("the music to go on") { () async throws(TestSupportError) -> Bool in
            try await client.call("status").string(at: "result.state") == "playing"
        }
        try await client.call("session.beginInterruption")
        try await waitForMute(["kitchen"], client)
        try await next.stop()
        // What is not there lets nothing be heard.
        unlink(stage.system.directory.file("state/muted-room.json"))
        let last = try await DaemonProcess.start(in: stage.system, configuration: RoomStage.text(of: stage.server))
        let lastClient = try last.connect()
        try await waitUntil("the rooms to be known") { () async throws(TestSupportError) -> Bool in
            try await lastClient.reply(to: "rooms.list").errorCode == nil
        }
        #expect(try await muteRooms(lastClient) == [])
        try await last.stop()
    }
}
