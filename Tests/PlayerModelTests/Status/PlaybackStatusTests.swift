import Testing

@testable import PlayerModel

@Suite("State and reason")
struct PlaybackStatusTests {
    @Test("a change is reported with the state before; the same state for the same reason is no change")
    func change() {
        var status = PlaybackStatus()
        let report = PlayerEvent.stateChanged(.playing, reason: .user, previous: .stopped)
        #expect(status.change(to: .playing, for: .user) == [.emit(report), .save])
        #expect(status.change(to: .playing, for: .user).isEmpty)
        #expect(!status.change(to: .playing, for: .interrupted).isEmpty, "another reason is news")
    }

    @Test("only a pause has a reason to stay silent, and only the system ends a pause of its own")
    func paused() {
        var status = PlaybackStatus()
        #expect(status.pausedFor == nil && !status.isPausedBySystem)
        _ = status.change(to: .paused, for: .user)
        #expect(status.pausedFor == .user && !status.isPausedBySystem)
        _ = status.change(to: .paused, for: .routeLost)
        #expect(status.isPausedBySystem && !status.isRunning)
        _ = status.change(to: .buffering, for: .routeLost)
        #expect(status.isRunning && status.pausedFor == nil && !status.isPausedBySystem)
    }

    @Test("an earlier run leaves a paused or a stopped player, or one that waits for the server")
    func restored() {
        var status = PlaybackStatus()
        status.restore(isPaused: true)
        #expect(status.state == .paused && status.reason == .startup)
        status.restoreForServer()
        #expect(status.state == .paused && status.reason == .mediaServicesLost)
        status.restore(isPaused: false)
        #expect(status.state == .stopped)
    }
}
