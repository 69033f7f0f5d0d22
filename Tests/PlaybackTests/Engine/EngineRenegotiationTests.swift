import Playback
import PlayerModel
import TestSupport
import Testing

@Suite("A gap in which the graph may change its rate")
struct EngineRenegotiationTests {
    /// An engine that has played some of 40,000 frames.
    private func playing() async throws -> EngineStage {
        let stage = await EngineStage(["/a": .init(frameCount: 40_000)])
        await stage.ask(.playURI("/a"))
        try await stage.hear(5_000)
        return stage
    }

    /// How often the output was put to rest, and woken.
    private func rests(_ stage: EngineStage) -> [Bool] {
        stage.output.calls.compactMap { if case .setActive(let isActive) = $0 { isActive } else { nil } }
    }

    @Test("costs not a frame, is no pause, and says where the sound is when it is back")
    func gap() async throws {
        let stage = try await playing()
        await stage.engine.renegotiate { false }
        try await stage.runCycles(until: "the sound to be back") {
            stage.events.contains { if case .positionChanged(let to) = $0 { to.rate == 1 } else { false } }
        }
        #expect(rests(stage) == [true, false, true])
        try await stage.playOut()
        let sound = stage.sound
        #expect(sound == sound.sorted() && sound.last == 40_000)
        #expect(Set([Float].ramp(1, 40_000)).subtracting(sound).count <= 1, "the ramp's own frame")
        #expect(stage.states == [.playing, .stopped])
        await stage.engine.end()
    }

    @Test("is nothing where nothing is heard")
    func silent() async throws {
        let stage = try await playing()
        await stage.ask(.pause)
        try await stage.runCycles(until: "the output to sleep") { !stage.output.isStreaming }
        await stage.engine.renegotiate { false }
        #expect(rests(stage) == [true, false])
        await stage.engine.end()
    }

    @Test("leaves a pause that comes meanwhile its own", arguments: [true, false])
    func pause(whileFading: Bool) async throws {
        let stage = try await playing()
        await stage.engine.renegotiate { false }
        if !whileFading {
            stage.output.holdState()
            try await stage.runCycles(until: "the output to rest") { rests(stage).last == false }
        }
        await stage.ask(.pause)
        stage.output.releaseState()
        try await stage.runCycles(until: "the output to sleep") { !stage.output.isStreaming }
        #expect(await stage.player.state == .paused)
        await stage.ask(.play)
        try await stage.playOut()
        let sound = stage.sound
        #expect(sound == sound.sorted() && sound.last == 40_000)
        await stage.engine.end()
    }

    @Test("lands a seek that comes meanwhile where it was sent")
    func seek() async throws {
        let stage = try await playing()
        await stage.engine.renegotiate { false }
        await stage.ask(.seekTo(0.5))
        try await stage.playOut()
        let landed = stage.sound.filter { $0 > 22_050 }
        #expect(landed.last == 40_000 && landed.count >= 40_000 - 22_051)
        await stage.engine.end()
    }

    @Test("ends also where the graph never lets go")
    func stubborn() async throws {
        let stage = try await playing()
        stage.output.holdState()
        await stage.engine.renegotiate { false }
        try await stage.runCycles(until: "the output to be woken") { rests(stage) == [true, false, true] }
        stage.output.releaseState()
        try await stage.playOut()
        #expect(stage.sound.last == 40_000)
        await stage.engine.end()
    }
}
