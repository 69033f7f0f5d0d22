import Playback
import PlayerModel
import RealtimeAudio
import SystemSupport
import TestSupport
import Testing

@Suite("Items that are shorter than a cycle")
struct ShortItemTests {
    /// Plays a queue of so many frames in cycles of 2,048, each once the worker has written what the cycle takes.
    private func playOut(_ stage: EngineStage, frameCount: Int) async throws -> [Float] {
        while await stage.player.state != .stopped {
            try await waitUntil("the frames of a cycle", poll: .milliseconds(1)) {
                let ready = stage.output.readableFrames
                // While the engine holds the sound back the cycles are silent, and go on.
                let isHeld = stage.output.renderer?.plays != true
                return isHeld || ready >= 2_048 || stage.sound.count + ready >= frameCount
            }
            stage.output.runCycle(2_048, now: MonotonicClock.nanoseconds)
        }
        #expect(await stage.engine.statistics.underrunFrames == 0)
        await stage.engine.end()
        return stage.output.heard.withoutSilence
    }

    @Test("are joined without a gap from the first one on")
    func start() async throws {
        let lengths = [1, 1, 698, 43_400]
        let firsts = lengths.indices.map { Float($0 * 100_000 + 1) }
        let names = lengths.indices.map { "/\($0)" }
        let media = zip(lengths, firsts).map { RampSource.Behaviour(frameCount: Int64($0), first: $1) }
        let stage = await EngineStage(Dictionary(uniqueKeysWithValues: zip(names, media)))
        await stage.ask(.add(names, position: nil))
        await stage.ask(.play)
        let heard = try await playOut(stage, frameCount: lengths.reduce(0, +))
        let isExact = heard == zip(lengths, firsts).flatMap { [Float].ramp($1, $0) }
        #expect(isExact, "\(heard.count) frames, \(heard.count { $0 == 0 }) of them silent")
    }

    @Test("and so is what is left of one behind a seek")
    func seeking() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 70_000), "/b": .init(frameCount: 60_000, first: 100_001)])
        await stage.ask(.add(["/a", "/b"], position: nil))
        await stage.ask(.play)
        await stage.ask(.seekTo(69_800.0 / 44_100))
        let heard = try await playOut(stage, frameCount: 60_200)
        // The first frame is the ramp's.
        let isExact = heard.suffix(60_199) == ([Float].ramp(69_802, 199) + .ramp(100_001, 60_000))[...]
        #expect(isExact, "\(heard.count) frames, \(heard.count { $0 == 0 }) of them silent")
    }
}
