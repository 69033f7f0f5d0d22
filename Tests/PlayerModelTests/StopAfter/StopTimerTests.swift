import AudioTypes
import FoundationEssentials
import Testing

@testable import PlayerModel

@Suite("Stopping at a time")
struct StopTimerTests {
    private static let second: Int64 = 1_000_000_000

    private func playing(_ seconds: Double, fade: Double = 0) -> PlayerStage {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.send(.stopAfter(.seconds(seconds, fade: fade)))
        stage.forget()
        return stage
    }

    private func factors(_ stage: PlayerStage) -> [Float] {
        stage.actions.compactMap { if case .soften(let factor) = $0 { factor } else { nil } }
    }

    @Test("pauses at its time, with a reason of its own, and keeps the place")
    func end() {
        var stage = playing(60)
        #expect(stage.player.timeToStop == 60 * Self.second)
        stage.player.now += 59 * Self.second
        stage.act { $0.lookAtStop() }
        #expect(stage.player.state == .playing && stage.player.timeToStop == Self.second)
        stage.player.now += Self.second
        stage.act { $0.lookAtStop() }
        #expect(stage.player.state == .paused && stage.player.reason == .stopAfter && stage.player.pendingStop == nil)
        #expect(stage.player.timeToStop == nil && stage.actions.contains(.emit(.stopAfterChanged(nil))))
        stage.hears(.paused, at: 44_100)
        #expect(stage.seconds == 1)
        // Nothing else may go on by itself now.
        stage.act { $0.comeBack(.interrupted) }
        #expect(stage.player.state == .paused)
    }

    @Test("fades over its last seconds, and the next play is as loud as ever")
    func fade() {
        var stage = playing(60, fade: 10)
        #expect(stage.player.timeToStop == 50 * Self.second)
        stage.player.now += 50 * Self.second
        stage.act { $0.lookAtStop() }
        #expect(factors(stage).isEmpty && stage.player.timeToStop == LevelLine.shortestStep)
        stage.player.now += 5 * Self.second
        stage.act { $0.lookAtStop() }
        #expect(factors(stage) == [0.125])
        stage.player.now += 5 * Self.second
        stage.act { $0.lookAtStop() }
        #expect(stage.player.state == .paused && factors(stage) == [0.125])
        stage.hears(.paused)
        stage.send(.play)
        #expect(stage.player.state == .playing && factors(stage) == [0.125, 1])
    }

    @Test("is as loud as ever at once where it is taken back or set anew", arguments: [nil, StopRequest.seconds(600, fade: 10)])
    func replaced(_ wanted: StopRequest?) {
        var stage = playing(10, fade: 10)
        stage.player.now += 5 * Self.second
        stage.act { $0.lookAtStop() }
        stage.send(.stopAfter(wanted))
        #expect(factors(stage) == [0.125, 1])
    }

    @Test("runs on while the player is paused, without a look at the fade, and leaves a person's pause as it is")
    func paused() {
        var stage = playing(60, fade: 10)
        stage.pauses()
        stage.player.now += 55 * Self.second
        #expect(stage.player.timeToStop == 5 * Self.second)
        stage.send(.play)
        #expect(factors(stage) == [0.125])
        stage.pauses()
        stage.player.now += 5 * Self.second
        stage.act { $0.lookAtStop() }
        #expect(stage.player.state == .paused && stage.player.reason == .user && stage.player.pendingStop == nil)
    }

    @Test("ends what the system would have resumed, and what is being opened stays silent")
    func promises() {
        var stage = playing(60)
        stage.act { $0.stepBack(.interrupted) }
        stage.player.now += 60 * Self.second
        stage.act { $0.lookAtStop() }
        #expect(stage.player.reason == .stopAfter)
        stage.act { $0.comeBack(.interrupted) }
        #expect(stage.player.state == .paused)
        var opening = PlayerStage(["/a"])
        opening.send(.stopAfter(.seconds(1, fade: 0)))
        opening.send(.play)
        opening.player.now += Self.second
        opening.act { $0.lookAtStop() }
        opening.opens()
        #expect(opening.player.state == .paused && opening.player.reason == .stopAfter)
    }

    @Test("counts the time in which the machine sleeps: what was playing does not go on when the time is over")
    func sleep() {
        var stage = playing(60)
        stage.act { $0.stepBack(.systemSleep) }
        let now = stage.player.now
        stage.player.observe(PlayerReadings(now: now, elapsed: now + 3_600 * Self.second))
        stage.act { $0.comeBack(.systemSleep) }
        #expect(stage.player.state == .paused && stage.player.reason == .stopAfter && stage.player.pendingStop == nil)
    }

    @Test("does not undo what a person plays after a sleep that was longer")
    func playedAfterSleep() {
        var stage = playing(60)
        stage.send(.pause)
        let now = stage.player.now
        stage.player.observe(PlayerReadings(now: now, elapsed: now + 3_600 * Self.second))
        stage.send(.play)
        stage.act { $0.lookAtStop() }
        #expect(stage.player.state == .playing && stage.player.pendingStop == nil)
    }

    /// What the next run makes of the state, so many seconds later by the calendar.
    private func restored(_ saved: SavedState, after seconds: Double) -> StopReport? {
        var next = Player()
        next.observe(PlayerReadings(now: 5 * Self.second, date: seconds))
        _ = next.restore(saved)
        return next.pendingStop
    }

    @Test("goes on by the calendar while no daemon runs, and never has more time left than was asked for")
    func saved() throws {
        let stage = playing(60, fade: 10)
        let written = try JSONEncoder().encode(stage.player.savedState)
        let state = try JSONDecoder().decode(SavedState.self, from: written)
        #expect(restored(state, after: 45) == .time(left: 15, monotonic: 5, fade: 10))
        #expect(restored(state, after: -1_000) == .time(left: 60, monotonic: 5, fade: 10))
        #expect(restored(state, after: 60) == nil)
        let stop = try #require(state.stopAfter)
        #expect(stop.isOver(at: 60) && !stop.isOver(at: 59))
    }

    @Test(
        "takes no number from the file that it would not have written",
        arguments: [
            #"{"seconds":1e300,"fade":0,"date":1e300}"#, #"{"seconds":-5,"fade":0,"date":9}"#,
            #"{"seconds":5,"fade":-1,"date":9}"#,
        ])
    func hostileState(timer: String) throws {
        var state = PlayerStage(["/a"]).player.savedState
        state.stopAfter = try JSONDecoder().decode(SavedStop.self, from: Data("{\"timer\":\(timer)}".utf8))
        #expect(restored(state, after: 0) == nil)
    }
}
