import AudioTypes
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

@Suite("The place at which the player stands")
struct StandstillTests {
    @Test("it stands at a frame or in a restored item, never in both")
    func one() {
        var place = Standstill()
        #expect(place.frame == nil && place.restoredID == nil && place.restoredSeconds == nil)
        place.stand(inRestored: 4, at: 2.5)
        #expect(place.frame == nil && place.restoredID == 4 && place.restoredSeconds == 2.5)
        place.stand(at: FrameCount(100))
        #expect(place.frame?.value == 100 && place.restoredID == nil && place.restoredSeconds == nil)
        place.leave()
        #expect(place == Standstill())
    }
}

@Suite("The sound server")
struct ServerPresenceTests {
    @Test("playback goes on with a server that comes back if it played and the user wants that", arguments: [true, false])
    func comesBack(wasPlaying: Bool) {
        var server = ServerPresence()
        #expect(!server.isExpected && !server.isLost)
        server.lose(whilePlaying: wasPlaying)
        #expect(server.isLost && server.isExpected)
        #expect(server.continuesPlayback(ifResuming: true) == wasPlaying)
        #expect(!server.continuesPlayback(ifResuming: false))
        server.connect()
        #expect(!server.isLost && !server.isExpected && !server.continuesPlayback(ifResuming: true))
    }

    @Test("what an earlier run played goes on with the first server, whatever happens before it is there")
    func first() {
        var server = ServerPresence()
        server.awaitFirst()
        #expect(server.isExpected && !server.isLost && server.continuesPlayback(ifResuming: false))
        server.lose(whilePlaying: false)
        #expect(server.continuesPlayback(ifResuming: false))
        server.connect()
        #expect(!server.isExpected && !server.continuesPlayback(ifResuming: true))
    }
}

@Suite("The announced item")
struct AnnouncedItemTests {
    @Test("an item is announced once, and again after another item or a stop")
    func once() {
        var announced = AnnouncedItem()
        #expect(announced.announce(1) && !announced.announce(1))
        #expect(announced.announce(2) && announced.announce(1))
        announced.forget()
        #expect(announced.announce(1) == true)
    }
}
