import RealtimeAudio
import TestSupport
import Testing

@testable import Playback
@testable import PlayerModel

@Suite("The engine, where playback stops or the volume moves by itself")
struct EngineStopAfterTests {
    private static let first = [Float].ramp(1, 20_000)
    private static let second = [Float].ramp(100_001, 15_000)

    @Test(
        "the item is heard to its last frame and nothing of the next, though that is in the ring; the next play begins there",
        arguments: [0, 0.1])
    func item(crossfadeSeconds: Double) async throws {
        let stage = await EngineStage(
            ["/a": .init(frameCount: 20_000), "/b": .init(frameCount: 15_000, first: 100_001)],
            crossfadeSeconds: crossfadeSeconds)
        await stage.ask(.add(["/a", "/b"], position: nil))
        await stage.ask(.play)
        let all = 35_000 - Int(crossfadeSeconds * 44_100)
        try await waitUntil("all frames to be in the ring") { stage.output.renderer.map { $0.fillCount } == all }
        try await stage.hear(5_120)
        #expect(await stage.ask(.stopAfter(.currentItem)) == .done)
        try await stage.playOut()
        #expect(stage.sound == Self.first)
        #expect(await stage.player.item?.uri == "/b")
        try await stage.runCycles(until: "the output to sleep") { !stage.output.isStreaming }
        await stage.ask(.play)
        try await stage.playOut()
        #expect(stage.sound == Self.first + Self.second)
        #expect(stage.announced == ["/a", "/b", "/b", ""])
        await stage.engine.end()
    }

    @Test("the time fades the sound and pauses it by a timer that exists only meanwhile")
    func time() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 2_000_000)])
        await stage.ask(.add(["/a"], position: nil))
        await stage.ask(.play)
        try await stage.hear(5_120)
        #expect(await stage.ask(.stopAfter(.seconds(0.3, fade: 0.3))) == .done)
        try await stage.runCycles(until: "the pause") { await stage.player.state == .paused }
        let player = await stage.player
        #expect(player.reason == .stopAfter && player.timeToStop == nil && player.softening < 1)
        try await stage.runCycles(until: "the output to sleep") { !stage.output.isStreaming }
        await stage.ask(.play)
        #expect(await stage.player.softening == 1)
        await stage.engine.end()
    }

    @Test("a volume that moves is given to the output step by step, by a timer that exists only meanwhile")
    func volume() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 2_000_000)])
        #expect(await stage.ask(.setVolume(level: 0.5, delta: nil, muted: nil, over: 0.5)) == .done)
        try await waitUntil("the volume to be there") { await stage.player.volume.level == 0.5 }
        // Nothing is heard, so it moves four times a second.
        #expect(await stage.player.timeToVolume == nil)
        #expect(levels(stage).count == 2 && levels(stage).last == 0.5)
        await stage.ask(.add(["/a"], position: nil))
        await stage.ask(.play)
        try await stage.hear(5_120)
        #expect(await stage.ask(.setVolume(level: 0, delta: nil, muted: nil, over: 0.5)) == .done)
        try await waitUntil("the volume to be there") { await stage.player.volumeFade == nil }
        let steps = levels(stage).dropFirst(2)
        #expect(steps.count > 2 && steps.last == 0 && zip(steps, steps.dropFirst()).allSatisfy { $0 > $1 })
        await stage.engine.end()
    }

    private func levels(_ stage: EngineStage) -> [Double] {
        stage.output.calls.compactMap { if case .setVolume(let level) = $0 { level } else { nil } }
    }
}
