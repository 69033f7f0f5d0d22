import AudioTypes
import PlayerModel
import RealtimeAudio
import TestSupport
import Testing

@Suite("The engine, where tracks overlap")
struct EngineCrossfadeTests {
    static let first = [Float].ramp(1, 20_000)
    static let second = [Float].ramp(100_001, 15_000)
    /// 0.1 s.
    static let overlap = 4_410

    private func stage() async -> EngineStage {
        await EngineStage(
            [
                "/a": .init(frameCount: 20_000), "/b": .init(frameCount: 15_000, first: 100_001),
                "/c": .init(frameCount: 10_000, first: 200_001),
            ], crossfadeSeconds: 0.1)
    }

    /// Starts the queue, and waits until so many frames are in the ring: what is late would not overlap.
    private func start(_ stage: EngineStage, _ uris: [String], frames: Int) async throws {
        await stage.ask(.add(uris, position: nil))
        await stage.ask(.play)
        try await decoded(frames, stage)
    }

    private func decoded(_ frames: Int, _ stage: EngineStage) async throws {
        try await waitUntil("\(frames) frames to be in the ring") {
            stage.output.renderer.map { $0.fillCount } == frames
        }
    }

    @Test("the end of one file is mixed with the beginning of the next, which is announced when it begins to be heard")
    func mix() async throws {
        let stage = await stage()
        let expected = crossfaded(Self.first, Self.second, Self.overlap)
        try await start(stage, ["/a", "/b"], frames: expected.count)
        try await stage.hear(15_360)
        #expect(stage.announced == ["/a"])
        try await stage.hear(15_616)
        try await waitUntil("the second to be announced") { stage.announced == ["/a", "/b"] }
        let position = try #require(await stage.player.position)
        #expect(position.seconds < 0.1)
        try await stage.playOut()
        #expect(areNearlyEqual(stage.sound, expected))
        #expect(stage.sound[20_000...] == expected[20_000...])
        #expect(stage.announced == ["/a", "/b", ""])
        await stage.engine.end()
        try await waitUntil("all sources to be closed") { stage.opening.openCount == 0 }
    }

    @Test("a pause within the mix loses nothing of either")
    func pause() async throws {
        let stage = await stage()
        let expected = crossfaded(Self.first, Self.second, Self.overlap)
        try await start(stage, ["/a", "/b"], frames: expected.count)
        try await stage.hear(17_408)
        await stage.ask(.pause)
        try await stage.runCycles(until: "the output to sleep") { !stage.output.isStreaming }
        #expect(try #require(await stage.player.position).seconds < 0.1)
        await stage.ask(.play)
        try await stage.playOut()
        // The ramps of one frame that this stage has are at full level.
        #expect(areNearlyEqual(stage.sound, expected))
    }

    @Test("a seek within the mix leaves nothing of the file before")
    func seek() async throws {
        let stage = await stage()
        try await start(stage, ["/a", "/b"], frames: 30_590)
        try await stage.hear(17_408)
        try await waitUntil("the second to be announced") { stage.announced == ["/a", "/b"] }
        await stage.ask(.seekTo(0))
        let before = stage.sound.count
        try await stage.playOut()
        let sound = Array(stage.sound[before...].drop { $0 != 100_001 })
        #expect(sound == Self.second)
    }

    @Test("a seek to just before the end joins what is left with the next file")
    func seekToEnd() async throws {
        let stage = await stage()
        try await start(stage, ["/a", "/b"], frames: 30_590)
        try await stage.hear(1_024)
        await stage.ask(.seekTo(19_000 / 44_100))
        try await stage.playOut()
        #expect(stage.sound.suffix(15_999) == ([Float].ramp(19_002, 999) + Self.second)[...])
    }

    @Test("a file that is taken out of the queue after it was mixed is not heard, and the end of the one before is, whole")
    func queueEdit() async throws {
        let stage = await stage()
        try await start(stage, ["/a", "/b"], frames: 30_590)
        try await stage.hear(5_120)
        let items = await stage.player.queue.items
        await stage.ask(.remove([items[1].id]))
        // What is skipped is still in the ring.
        try await decoded(30_590 - 5_120 + 4_410, stage)
        await stage.ask(.add(["/c"], position: nil))
        try await stage.playOut()
        #expect(stage.sound == Self.first + .ramp(200_001, 10_000))
        #expect(stage.announced == ["/a", "/c", ""])
        await stage.engine.end()
    }

    @Test("a stop within the mix leaves nothing for the next play")
    func stop() async throws {
        let stage = await stage()
        try await start(stage, ["/a", "/b"], frames: 30_590)
        try await stage.hear(17_408)
        await stage.ask(.stop)
        try await stage.runCycles(until: "the output to sleep") { !stage.output.isStreaming }
        let before = stage.sound.count
        await stage.ask(.playURI("/c"))
        try await stage.playOut()
        #expect(stage.sound[before...] == [Float].ramp(200_001, 10_000)[...])
    }

    @Test("a lost sound server takes nothing but what it held: the item that was heard goes on")
    func lostServer() async throws {
        let stage = await stage()
        try await start(stage, ["/a", "/b"], frames: 30_590)
        try await stage.hear(17_408)
        try await waitUntil("the second to be announced") { stage.announced == ["/a", "/b"] }
        stage.output.send(.serverLost(message: "gone"))
        try await waitUntil("the loss to be seen") { await stage.player.state == .paused }
        stage.output.send(.serverConnected(version: "1"))
        try await stage.playOut()
        #expect(stage.sound.suffix(10_000) == Self.second.suffix(10_000))
        #expect(stage.announced == ["/a", "/b", ""])
    }
}
