import PlayerModel
import RealtimeAudio
import SystemSupport
import TestSupport
import Testing

@Suite("A queue that is edited while it plays")
struct EditedQueueTests {
    @Test("has no gap before what was put in late, though the ring was full of what was to follow")
    func insertion() async throws {
        let stage = await EngineStage([
            "/a": .init(frameCount: 16_000), "/b": .init(frameCount: 400_000, first: 1_000_001),
            "/c": .init(frameCount: 60_000, first: 100_001),
        ])
        await stage.ask(.add(["/a", "/b"], position: nil))
        await stage.ask(.play)
        try await stage.hear(1_000)
        let capacity = try #require(stage.output.renderer.map { $0.capacity })
        try await waitUntil("the ring to be full") { stage.output.readableFrames > capacity - 8_192 }
        let decodedAhead = await stage.player.readings.progress?.segment
        await stage.ask(.add(["/c"], position: 1))
        while await stage.player.item?.uri != "/b" {
            // However long the worker takes for it: it may not wait for a cycle that finds the ring empty. The frames that
            // were taken back stay in the ring until a cycle gets there, so in the last cycles before that the worker must have
            // begun with what was put in.
            let isNear = stage.output.heard.count { $0 != 0 } >= 16_000 - 512
            try await waitUntil("a cycle's frames", poll: .milliseconds(1)) {
                let segment = await stage.player.readings.progress?.segment
                return stage.output.readableFrames >= 256 && (!isNear || segment != decodedAhead)
            }
            stage.output.runCycle(256, now: MonotonicClock.nanoseconds)
        }
        let heard = stage.output.heard
        let sound = try heard[#require(heard.firstIndex { $0 != 0 })...].prefix(76_000)
        let silence = sound.count { $0 == 0 }
        let isExact = sound.elementsEqual(([Float].ramp(1, 16_000) + .ramp(100_001, 60_000)) as [Float])
        #expect(isExact, "\(silence) frames of silence")
        await stage.engine.end()
    }
}
