import AudioSession
import Testing

@Suite("A sound server that goes and comes back")
struct ServerTests {
    @Test("lets the player go on once its default sink is known")
    func reset() {
        var stage = SessionStage.playing()
        stage.send(.serverLost)
        stage.wait(milliseconds: 5_000)
        stage.send(.serverConnected)
        #expect(!stage.actions.contains(.resetPlayer))
        stage.show()
        #expect(stage.actions.contains(.resetPlayer))
        #expect(stage.routeChanges.isEmpty)
    }

    @Test("lets the player go on without a default sink after a while")
    func noSink() {
        var stage = SessionStage.playing()
        stage.send(.serverLost)
        stage.send(.serverConnected)
        stage.wait(milliseconds: 1_500)
        #expect(stage.actions.contains(.resetPlayer))
    }

    @Test("does not go on out of a speaker what was heard privately")
    func privateBefore() {
        var stage = SessionStage.playing(on: "headphones")
        stage.send(.serverLost)
        stage.activity = .paused(byUser: false)
        stage.send(.playerChanged(.paused(byUser: false)))
        stage.remove("headphones")
        stage.link(to: "speaker")
        stage.send(.serverConnected)
        stage.show()
        #expect(!stage.actions.contains(.resetPlayer))
        stage.wait(milliseconds: 3_000)
        let paused = stage.actions.firstIndex(of: .pausePlayer(.routeLost))
        let reset = stage.actions.firstIndex(of: .resetPlayer)
        #expect(paused != nil && reset != nil && (paused ?? 0) < (reset ?? 0))
    }

    @Test("keeps the promise of an interruption that ended meanwhile")
    func interruptionEndsMeanwhile() throws {
        var stage = SessionStage.playing()
        stage.carryOut(try stage.session.beginInterruption(client: 3, reason: nil, mayDuck: false, at: 0).actions)
        stage.send(.serverLost)
        stage.send(.clientLeft(3))
        #expect(!stage.isPlaying)
        stage.send(.serverConnected)
        stage.show()
        #expect(stage.isPlaying)
    }
}
