import AudioTypes
import Testing

@testable import PlayerModel

@Suite("A volume that moves in time")
struct VolumeFadeTests {
    private static let second: Int64 = 1_000_000_000

    private func levels(_ stage: PlayerStage) -> [Double] {
        stage.actions.compactMap { if case .applyVolume(let volume) = $0 { volume.level } else { nil } }
    }

    /// A player that plays at full volume, and goes to `level` within `seconds`.
    private func fading(to level: Double, over seconds: Double) -> PlayerStage {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.forget()
        stage.send(.setVolume(level: level, delta: nil, muted: nil, over: seconds))
        return stage
    }

    @Test("goes to its goal in a straight line, twenty steps a second, is told four times a second at most, and then rests")
    func line() {
        var stage = fading(to: 0.5, over: 2)
        #expect(stage.player.volume.level == 1 && levels(stage).isEmpty)
        var looks = 0
        var last = 1.0
        while let time = stage.player.timeToVolume {
            #expect(time == LevelLine.shortestStep)
            stage.player.now += time
            stage.act { $0.moveVolume() }
            looks += 1
            let level = stage.player.volume.level
            #expect(abs(last - level - 0.0125) < 1e-9)
            last = level
        }
        #expect(looks == 40 && stage.player.volume.level == 0.5 && levels(stage).count == 40)
        let told = stage.events.compactMap { event -> (Double, VolumeFadeReport?)? in
            if case .volumeChanged(let volume, .client, let fade, _) = event { (volume.level, fade) } else { nil }
        }
        // At the beginning, then every quarter of a second; the last one is the goal.
        #expect(told.count == 9 && told[0].0 == 1 && told[0].1?.goal == 0.5 && told[0].1?.left == 2)
        #expect(told[4].0 == 0.75 && told[4].1?.left == 1 && told[8].0 == 0.5 && told[8].1 == nil)
        #expect(stage.player.volumeFade == nil && stage.actions.count { $0 == .save } == 1)
    }

    @Test("an hour takes only as many steps as nobody hears, and is told no more often")
    func hour() {
        var stage = fading(to: 0.5, over: 3_600)
        var looks = 0
        while let time = stage.player.timeToVolume {
            stage.player.now += time
            let before = stage.player.volume.level
            stage.act { $0.moveVolume() }
            #expect(before - stage.player.volume.level < LevelLine.largestStep + 1e-9)
            looks += 1
        }
        #expect((200...201).contains(looks) && stage.player.volume.level == 0.5)
        #expect(stage.events.count <= looks + 1)
    }

    @Test(
        "a way that nobody hears is one step, however short it is and however long it takes",
        arguments: [1e-9, 1e-16, .leastNonzeroMagnitude])
    func tinyWay(length: Double) {
        var stage = fading(to: 1, over: 0)
        stage.send(.setVolume(level: 0, delta: nil, muted: nil))
        stage.send(.setVolume(level: length, delta: nil, muted: nil, over: 3_600))
        #expect(stage.player.timeToVolume == 3_600 * Self.second)
        stage.player.now += 3_600 * Self.second
        stage.act { $0.moveVolume() }
        #expect(stage.player.volume.level == length && stage.player.timeToVolume == nil)
    }

    @Test("events in between do not put its steps off, and a late look catches up")
    func late() {
        var stage = fading(to: 0, over: 10)
        stage.player.now += LevelLine.shortestStep / 2
        #expect(stage.player.timeToVolume == LevelLine.shortestStep / 2)
        stage.player.now += 5 * Self.second
        #expect(stage.player.timeToVolume == 0)
        stage.act { $0.moveVolume() }
        #expect(abs(stage.player.volume.level - 0.4975) < 1e-9)
    }

    @Test(
        "whatever sets the volume or the mute switch meanwhile takes its place at once",
        arguments: [
            PlayerCommand.setVolume(level: 0.9, delta: nil, muted: nil), .setVolume(level: 0.75, delta: nil, muted: false),
            .setVolume(level: nil, delta: 0.1, muted: false), .setVolume(level: nil, delta: nil, muted: true),
        ])
    func replaced(_ command: PlayerCommand) {
        var stage = fading(to: 0.5, over: 2)
        stage.player.now += Self.second
        stage.forget()
        stage.send(command)
        guard case .setVolume(let level, let delta, let muted, _) = command else { return }
        #expect(stage.player.volume == Volume(level: (level ?? 0.75) + (delta ?? 0), muted: muted ?? false))
        #expect(stage.player.timeToVolume == nil && stage.player.volumeFade == nil)
        #expect(stage.events.last == .volumeChanged(stage.player.volume, source: .client))
        #expect(stage.player.savedState.volume == stage.player.volume && stage.actions.contains(.save))
    }

    @Test("a mixer takes its place, and the echo of a step does not")
    func mixer() {
        var stage = fading(to: 0.5, over: 2)
        stage.player.now += Self.second
        stage.act { $0.moveVolume() }
        stage.tell(.volumeChanged(level: 0.750_1, muted: false))
        #expect(stage.player.volumeFade?.goal == 0.5)
        stage.tell(.volumeChanged(level: 0.6, muted: false))
        #expect(stage.player.volume.level == 0.6 && stage.player.timeToVolume == nil)
        #expect(stage.events.last == .volumeChanged(Volume(level: 0.6), source: .system))
    }

    @Test("the mute switch of a mixer takes its place, too, at the level of then")
    func mixerMutes() {
        var stage = fading(to: 0.5, over: 2)
        stage.player.now += Self.second
        stage.act { $0.moveVolume() }
        stage.tell(.volumeChanged(level: 0.75, muted: true))
        #expect(stage.player.volume == Volume(level: 0.75, muted: true) && stage.player.timeToVolume == nil)
        #expect(stage.player.savedState.volume == stage.player.volume)
    }

    @Test("reading the volume, and a mute switch that is so already, leave it alone")
    func unchanged() {
        var stage = fading(to: 0.5, over: 2)
        stage.send(.setVolume(level: nil, delta: nil, muted: nil))
        stage.send(.setVolume(level: nil, delta: nil, muted: false))
        #expect(stage.player.volumeFade?.goal == 0.5)
    }

    @Test("another fade begins at the level of now, and one that leads nowhere or takes no time is none")
    func again() {
        var stage = fading(to: 0, over: 2)
        stage.player.now += Self.second
        stage.send(.setVolume(level: nil, delta: 0.25, muted: nil, over: 10))
        #expect(stage.player.volume.level == 0.5 && stage.player.volumeFade?.goal == 0.75 && stage.player.volumeFade?.left == 10)
        stage.send(.setVolume(level: 0.5, delta: nil, muted: nil, over: 10))
        #expect(stage.player.volumeFade == nil && stage.player.volume.level == 0.5)
        stage.forget()
        #expect(stage.ask(.setVolume(level: 0.5, delta: nil, muted: nil, over: 10)) == .done)
        #expect(stage.actions.count == 1, "nothing but the answer")
        stage.send(.setVolume(level: 0.25, delta: nil, muted: nil, over: 0))
        #expect(stage.player.volume.level == 0.25 && stage.player.timeToVolume == nil)
    }

    @Test("lengths are kept within their bounds, goals within theirs", arguments: [-1, .nan, .infinity, 1e300])
    func bounds(_ seconds: Double) {
        var stage = fading(to: -7, over: seconds)
        #expect((stage.player.volumeFade?.left ?? 0) <= 3_600 && (stage.player.volumeFade?.goal ?? 0) == 0)
        stage.player.now += 3_600 * Self.second
        stage.act { $0.moveVolume() }
        #expect(stage.player.volume.level == 0 && stage.player.timeToVolume == nil)
    }

    @Test("goes on by the clock while nothing is heard, with fewer looks, and what begins then begins at the level of then")
    func paused() {
        var stage = fading(to: 0, over: 100)
        stage.pauses()
        stage.player.now += 50 * Self.second
        stage.act { $0.moveVolume() }
        #expect(stage.player.volume.level == 0.5 && stage.player.timeToVolume == VolumeFade.tellingInterval)
        stage.player.now += 25 * Self.second
        stage.forget()
        stage.send(.play)
        #expect(stage.actions.first == .applyVolume(Volume(level: 0.25)) && stage.player.state == .playing)
        stage.send(.stop)
        stage.player.now += 25 * Self.second
        stage.act { $0.moveVolume() }
        #expect(stage.player.volume.level == 0 && stage.player.volumeFade == nil)
    }

    @Test("counts the time in which the machine sleeps, and goes on behind a sound server that comes back")
    func sleep() {
        var stage = fading(to: 0, over: 100)
        stage.tell(.serverLost(message: "gone"))
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.player.volumeFade?.goal == 0)
        let now = stage.player.now
        stage.player.observe(PlayerReadings(now: now, elapsed: now + 75 * Self.second))
        stage.act { $0.moveVolume() }
        #expect(stage.player.volume.level == 0.25)
    }

    @Test("the goal is saved, and a mute switch that is set with it at once")
    func saved() {
        var stage = PlayerStage()
        stage.send(.setVolume(level: 0.25, delta: nil, muted: true, over: 60))
        #expect(stage.player.volume == Volume(level: 1, muted: true))
        #expect(stage.player.savedState.volume == Volume(level: 0.25, muted: true))
        #expect(stage.actions.contains(.applyVolume(Volume(level: 1, muted: true))))
        stage.player.now += 30 * Self.second
        stage.act { $0.moveVolume() }
        #expect(stage.player.volume == Volume(level: 0.625, muted: true))
        #expect(stage.player.savedState.volume.level == 0.25)
    }
}
