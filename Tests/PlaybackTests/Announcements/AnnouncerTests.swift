import AudioTypes
import PlayerModel
import TestSupport
import Testing

@testable import Playback

@Suite("Announcements through a stream of their own", .serialized)
struct AnnouncerTests {
    @Test("are heard bit for bit, and their stream ends with them")
    func exact() async throws {
        let stage = await AnnouncerStage(["bell": .init(frameCount: 10_000)])
        #expect(try await stage.announce("bell", volume: 0.5).get() == 1)
        try await stage.runCycles(until: "the end") { stage.events.count == 2 }
        #expect(stage.events == ["1 began", "1 finished"])
        #expect(stage.ways == [.duck, nil])
        let output = try #require(stage.outputs.all.first)
        #expect(output.heard.filter { $0 != 0 } == (1...10_000).map(Float.init))
        #expect(output.calls.contains(.setVolume(0.5)))
        try await stage.runCycles(until: "the end of the stream") { output.calls.last == .shutDown }
        #expect(await stage.announcer.isResting)
        try await waitUntil("the source to be closed") { stage.opening.openCount == 0 }
        try await stage.end()
    }

    @Test("wait for each other, and each has a stream of its own")
    func three() async throws {
        let stage = await AnnouncerStage([
            "a": .init(frameCount: 5_000), "b": .init(frameCount: 3_000, first: 10_000, rate: .video),
            "c": .init(frameCount: 2_000, first: 20_000, isRemote: true),
        ])
        for name in ["a", "b", "c"] { _ = try await stage.announce(name).get() }
        try await stage.runCycles(until: "the end of all") { stage.events.count == 6 }
        #expect(stage.events == ["1 began", "1 finished", "2 began", "2 finished", "3 began", "3 finished"])
        #expect(stage.outputs.all.map { $0.heard.count { $0 != 0 } } == [5_000, 3_000, 2_000])
        #expect(stage.ways == [.duck, nil])
        try await stage.end()
    }

    @Test("fade out when they are cancelled, without a step")
    func cancelled() async throws {
        let stage = await AnnouncerStage(["long": .init(frameCount: 10_000_000)])
        let id = try await stage.announce("long").get()
        let output = try await started(stage)
        #expect(await stage.announcer.cancel(id))
        #expect(await stage.announcer.cancel(99) == false)
        try await stage.runCycles(until: "the end") { stage.events.last == "1 cancelled" }
        let heard = output.heard.filter { $0 != 0 }
        // The fade takes 44 frames at most; before it, every frame is as it was.
        #expect(heard.dropLast(45).elementsEqual((1...heard.count - 45).map(Float.init)))
        #expect((heard.last ?? .infinity) < Float(heard.count) / 10)
        try await stage.end()
    }

    @Test("are over when they are cancelled, also if the graph runs no cycle any more")
    func cancelledWithoutCycles() async throws {
        let stage = await AnnouncerStage(["long": .init(frameCount: 10_000_000)])
        let id = try await stage.announce("long").get()
        #expect(await stage.announcer.cancel(id))
        try await waitUntil("the end") { stage.events == ["1 cancelled"] }
        try await waitUntil("the threads and streams to be gone") { await stage.announcer.isResting }
        #expect(stage.ways == [.duck, nil])
        try await stage.end()
    }

    @Test("that cannot be opened are refused, and the music never notices")
    func missing() async throws {
        let stage = await AnnouncerStage([:])
        await #expect(throws: PlaybackError.self) { try await stage.announce("nothing").get() }
        #expect(await stage.announcer.isResting)
        #expect(stage.events == ["1 failed"] && stage.ways.isEmpty && stage.outputs.all.isEmpty)
        try await stage.end()
    }

    @Test("that hang are given up after the time that one may take")
    func hanging() async throws {
        let stage = await AnnouncerStage([:], hangs: ["slow"], limitSeconds: 0.2)
        await #expect(throws: PlaybackError.self) { try await stage.announce("slow").get() }
        #expect(await stage.announcer.isResting)
        try await stage.end()
    }

    @Test("that break off are heard so far, and then fail")
    func broken() async throws {
        let stage = await AnnouncerStage(["broken": .init(frameCount: 50_000, failsAt: 20_000)])
        _ = try await stage.announce("broken").get()
        try await stage.runCycles(until: "the failure") { stage.events.last == "1 failed" }
        #expect(stage.outputs.all.first?.heard.count { $0 != 0 } == 20_000)
        try await stage.end()
    }

    @Test("that are heard for too long fade out")
    func tooLong() async throws {
        let stage = await AnnouncerStage(["long": .init(frameCount: 10_000_000)], limitSeconds: 0.5)
        _ = try await stage.announce("long").get()
        _ = try await started(stage)
        try await stage.runCycles(until: "the end") { stage.events.last == "1 timeLimit" }
        try await stage.end()
    }

    @Test("end when the headphones go that they are heard through")
    func cut() async throws {
        let stage = await AnnouncerStage(["long": .init(frameCount: 10_000_000)])
        _ = try await stage.announce("long").get()
        let output = try await started(stage)
        output.send(.soundCut)
        try await stage.runCycles(until: "the end") { stage.events.last == "1 routeLost" }
        try await stage.end()
    }

    @Test("in rooms are heard there alone, whatever happens to the sound server here, and fail if the rooms are lost")
    func inRooms() async throws {
        let stage = await AnnouncerStage(["bell": .init(frameCount: 5_000), "long": .init(frameCount: 10_000_000)])
        _ = try await stage.announce("bell", nil, rooms: ["kitchen", "bath"]).get()
        _ = try await stage.announce("long", nil, rooms: ["bath"]).get()
        await stage.announcer.serverLost()
        try await stage.runCycles(until: "the beginning of the second") { stage.events.last == "2 began" }
        #expect(stage.rooms.all == [["kitchen", "bath"], ["bath"]] && stage.outputs.all.isEmpty && stage.ways.isEmpty)
        #expect(stage.rooms.outputs.all.first?.heard.filter { $0 != 0 } == (1...5_000).map(Float.init))
        await stage.announcer.endAll(.interrupted, areRoomsSpared: true)
        stage.rooms.outputs.all.last?.send(.outputLost(message: "the server does not accept"))
        try await stage.runCycles(until: "the failure") { stage.events.last == "2 failed" }
        #expect(stage.events == ["1 began", "1 finished", "2 began", "2 failed"])
        try await stage.end()
    }

    /// Waits until the first announcement is heard, and returns its output.
    private func started(_ stage: AnnouncerStage) async throws -> FakeOutput {
        try await stage.runCycles(until: "the beginning") { stage.events == ["1 began"] }
        return try #require(stage.outputs.all.first)
    }
}
