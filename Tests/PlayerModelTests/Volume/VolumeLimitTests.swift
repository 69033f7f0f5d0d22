import AudioTypes
import Testing

@testable import PlayerModel

@Suite("A volume that an output does not allow")
struct VolumeLimitTests {
    private func limit(_ maximum: Double, sink: Double? = nil) -> VolumeUse {
        var use = VolumeUse()
        (use.maximum, use.sinkLevel) = (maximum, sink)
        return use
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
