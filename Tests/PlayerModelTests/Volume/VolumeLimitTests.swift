import AudioTypes
import Testing

@testable import PlayerModel

@Suite("A volume that an output does not allow")
struct VolumeLimitTests {
    private func limit(_ maximum: Double, sink: Double? = nil, output: String? = nil) -> VolumeUse {
        var use = VolumeUse()
        (use.maximum, use.sinkLevel, use.output) = (maximum, sink, output)
        return use
    }

    private func sinkLevels(_ stage: PlayerStage) -> [Double] {
        stage.actions.compactMap { if case .applySinkVolume(let level) = $0 { level } else { nil } }
    }

    private func playing() -> PlayerStage {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.send(.setVolume(level: 0.8, delta: nil, muted: nil))
        stage.forget()
        return stage
    }

    @Test("is lower there, is told, and is as it was chosen at an output that allows it, also after a restart")
    func lower() {
        var stage = playing()
        stage.act { $0.setVolumeUse(limit(0.5)) }
        #expect(stage.player.volume.level == 0.5)
        #expect(stage.events == [.volumeChanged(Volume(level: 0.5), source: .limit, maximum: 0.5)])
        #expect(stage.player.savedState.volume.level == 0.8)
        stage.forget()
        stage.act { $0.setVolumeUse(VolumeUse()) }
        #expect(stage.player.volume.level == 0.8)
        #expect(stage.events == [.volumeChanged(Volume(level: 0.8), source: .output)])
    }

    @Test("is clamped and told when a client asks for it, whichever way, and leaves what was chosen before")
    func clamped() {
        var stage = playing()
        stage.act { $0.setVolumeUse(limit(0.5)) }
        for command in [
            PlayerCommand.setVolume(level: 0.9, delta: nil, muted: nil), .setVolume(level: nil, delta: 0.1, muted: nil),
            .setVolume(level: 1, delta: nil, muted: nil, over: 10),
        ] {
            stage.forget()
            stage.send(command)
            #expect(stage.player.volume.level == 0.5 && stage.player.volumeFade == nil)
            #expect(stage.events == [.volumeChanged(Volume(level: 0.5), source: .limit, maximum: 0.5)], "\(command)")
        }
        // A delta counts from what is heard.
        stage.send(.setVolume(level: nil, delta: -0.1, muted: nil))
        #expect(stage.player.volume.level == 0.4)
        stage.act { $0.setVolumeUse(VolumeUse()) }
        #expect(stage.player.volume.level == 0.4)
    }

    @Test("is not reached by a fade, whose end is the ceiling, and a fade to a volume below is as any other")
    func fades() {
        var stage = playing()
        stage.send(.setVolume(level: 1, delta: nil, muted: nil, over: 1))
        stage.act { $0.setVolumeUse(limit(0.5)) }
        var levels: [Double] = []
        while let time = stage.player.timeToVolume {
            stage.player.now += time
            stage.act { $0.moveVolume() }
            levels.append(stage.player.volume.level)
        }
        #expect(levels.allSatisfy { $0 == 0.5 } && levels.count == 20)
        stage.act { $0.setVolumeUse(VolumeUse()) }
        #expect(stage.player.volume.level == 1)
        stage.act { $0.setVolumeUse(limit(0.5)) }
        stage.send(.setVolume(level: 0.1, delta: nil, muted: nil, over: 1))
        stage.player.now += 500_000_000
        stage.act { $0.moveVolume() }
        #expect(abs(stage.player.volume.level - 0.3) < 1e-9)
    }

    @Test("of the saved state is below the ceiling, and comes back without it")
    func restored() {
        var stage = PlayerStage(["/a"])
        var saved = stage.player.savedState
        saved.volume = Volume(level: 0.9)
        stage.act { $0.setVolumeUse(limit(0.6)) }
        stage.act { $0.restore(saved) }
        #expect(stage.player.volume.level == 0.6)
        stage.act { $0.setVolumeUse(VolumeUse()) }
        #expect(stage.player.volume.level == 0.9)
    }

    @Test("is that of the sink where it is set there: set by clients, told by the sink, muted in the stream")
    func sink() {
        var stage = playing()
        stage.act { $0.setVolumeUse(limit(1, sink: 0.3)) }
        #expect(stage.player.volume.level == 0.3)
        #expect(stage.events == [.volumeChanged(Volume(level: 0.3), source: .output)])
        stage.forget()
        stage.send(.setVolume(level: 0.6, delta: nil, muted: nil))
        #expect(stage.actions.contains(.applySinkVolume(0.6)))
        #expect(!stage.actions.contains { if case .applyVolume = $0 { true } else { false } })
        #expect(stage.player.volume.level == 0.6)
        stage.forget()
        // Somebody turns the knob.
        stage.act { $0.setVolumeUse(limit(1, sink: 0.2)) }
        #expect(stage.events == [.volumeChanged(Volume(level: 0.2), source: .system)])
        stage.send(.setVolume(level: nil, delta: nil, muted: true))
        #expect(stage.actions.contains(.applyVolume(Volume(level: 0.8, muted: true))))
        stage.send(.setVolume(level: nil, delta: nil, muted: false))
        #expect(stage.player.savedState.volume == Volume(level: 0.8))
        stage.act { $0.setVolumeUse(VolumeUse()) }
        #expect(stage.player.volume.level == 0.8)
    }

    @Test("does not fade on at another sink, however the volumes of both are set")
    func fadeAtOtherSink() {
        for next in [limit(0.5, sink: 0.2, output: "b"), limit(1, sink: 0.4, output: "b"), limit(1, output: "b"), VolumeUse()] {
            var stage = playing()
            stage.act { $0.setVolumeUse(limit(1, sink: 0.8, output: "a")) }
            stage.send(.setVolume(level: 0, delta: nil, muted: nil, over: 10))
            stage.player.now += 5_000_000_000
            stage.act { $0.moveVolume() }
            #expect(abs((sinkLevels(stage).last ?? 1) - 0.4) < 1e-9)
            stage.forget()
            stage.act { $0.setVolumeUse(next) }
            #expect(stage.player.volumeFade == nil && stage.player.timeToVolume == nil)
            stage.player.now += 50_000_000
            stage.act { $0.moveVolume() }
            #expect(sinkLevels(stage).isEmpty)
            #expect(stage.player.volume.level == next.sinkLevel ?? 0.8)
        }
    }

    @Test("is not exceeded at a sink by a fade that was asked for before the ceiling was set")
    func ceilingDuringFade() {
        var stage = playing()
        stage.act { $0.setVolumeUse(limit(1, sink: 0.2, output: "a")) }
        stage.send(.setVolume(level: 0.9, delta: nil, muted: nil, over: 1))
        stage.act { $0.setVolumeUse(limit(0.5, sink: 0.2, output: "a")) }
        while let time = stage.player.timeToVolume {
            stage.player.now += time
            stage.act { $0.moveVolume() }
        }
        #expect(sinkLevels(stage).last == 0.5 && sinkLevels(stage).allSatisfy { $0 <= 0.5 })
    }

    @Test("is full at a sink that a mixer amplifies once a client asks for that, and a mute switch leaves it")
    func amplified() {
        var stage = playing()
        stage.act { $0.setVolumeUse(limit(1, sink: 1.4, output: "a")) }
        #expect(stage.player.volume.level == 1)
        stage.send(.setVolume(level: nil, delta: nil, muted: true))
        #expect(sinkLevels(stage).isEmpty)
        stage.send(.setVolume(level: 1, delta: nil, muted: nil))
        #expect(sinkLevels(stage) == [1])
    }

    @Test("that waits for another output is not lost when a mixer mutes the stream")
    func mutedAtCeiling() {
        var stage = playing()
        stage.act { $0.setVolumeUse(limit(0.5)) }
        stage.act { $0.volumeChanged(level: 0.5, muted: true) }
        stage.act { $0.volumeChanged(level: 0.5, muted: false) }
        stage.act { $0.setVolumeUse(VolumeUse()) }
        #expect(stage.player.volume == Volume(level: 0.8))
    }

    @Test("that an output begins with takes the place of the chosen one and of a fade")
    func beginning() {
        var stage = playing()
        stage.send(.setVolume(level: 1, delta: nil, muted: nil, over: 10))
        stage.forget()
        stage.act { $0.beginVolume(at: 0.25) }
        #expect(stage.player.volume.level == 0.25 && stage.player.volumeFade == nil)
        #expect(stage.events == [.volumeChanged(Volume(level: 0.25), source: .output)])
        #expect(stage.actions.contains(.applyVolume(Volume(level: 0.25))) && stage.actions.contains(.save))
    }
}
