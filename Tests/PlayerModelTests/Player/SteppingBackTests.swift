import AudioTypes
import Testing

@testable import PlayerModel

@Suite("Stepping back for the session")
struct SteppingBackTests {
    @Test("pauses with the session's reason, and coming back goes on at the same frame")
    func thereAndBack() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.act { $0.stepBack(.interrupted) }
        #expect(stage.player.state == .paused && stage.player.reason == .interrupted)
        stage.hears(.paused, at: 44_100)
        stage.forget()
        stage.act { $0.comeBack(.interrupted) }
        #expect(stage.player.state == .playing && stage.actions.contains(.resume))
        #expect(stage.begun.isEmpty)
    }

    @Test("does not come back after a person's pause")
    func userPause() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.act { $0.stepBack(.interrupted) }
        stage.send(.pause)
        stage.act { $0.comeBack(.interrupted) }
        #expect(stage.player.state == .paused && stage.player.reason == .user)
    }

    @Test("does not come back after a person's stop")
    func userStop() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.act { $0.stepBack(.systemSleep) }
        stage.send(.stop)
        stage.act { $0.comeBack(.systemSleep) }
        #expect(stage.player.state == .stopped)
    }

    @Test("leaves the reason of a person's pause alone")
    func pausedBefore() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.pauses(at: 2)
        stage.act { $0.stepBack(.interrupted) }
        #expect(stage.player.reason == .user)
    }

    @Test("for a lost route during a lost server keeps the server's return from playing on")
    func routeLostMeanwhile() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.tell(.serverLost(message: "gone"))
        stage.act { $0.stepBack(.routeLost) }
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.player.state == .paused && stage.player.reason == .routeLost)
    }

    @Test("while an item is being opened opens it and stays silent")
    func opening() {
        var stage = PlayerStage(["/a"])
        stage.send(.play)
        stage.act { $0.stepBack(.interrupted) }
        #expect(!stage.player.opensToPlay && stage.player.waitsToComeBack)
        stage.opens()
        #expect(stage.player.state == .paused && stage.player.reason == .interrupted)
        stage.act { $0.comeBack(.interrupted) }
        #expect(stage.player.state == .playing && stage.actions.contains(.resume))
    }

    @Test("while an item is being opened lets it sound where that is over before it is open")
    func openingForLonger() {
        var stage = PlayerStage(["/a"])
        stage.send(.play)
        stage.act { $0.stepBack(.interrupted) }
        stage.act { $0.comeBack(.interrupted) }
        #expect(stage.player.opensToPlay && !stage.player.waitsToComeBack)
        stage.opens()
        #expect(stage.player.state == .playing)
    }

    @Test("again, while what a person chose in between is being opened, holds that too")
    func openingAfterwards() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.act { $0.stepBack(.interrupted) }
        stage.hears(.paused, at: 44_100)
        stage.send(.playItem(2))
        stage.act { $0.stepBack(.interrupted) }
        stage.opens()
        #expect(stage.player.item?.uri == "/b" && stage.player.state == .paused && stage.player.reason == .interrupted)
    }

    @Test("while an item is being opened leaves what a person had paused alone where it comes to nothing")
    func openingFails() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.pauses(at: 2)
        stage.send(.playURI("/missing"))
        stage.act { $0.stepBack(.interrupted) }
        stage.failsToOpen()
        #expect(!stage.player.waitsToComeBack)
        stage.act { $0.comeBack(.interrupted) }
        #expect(stage.player.state == .paused && stage.player.reason == .user)
    }

    @Test("while an item is being opened does not let it sound after a person's pause")
    func openingPaused() {
        var stage = PlayerStage(["/a"])
        stage.send(.play)
        stage.act { $0.stepBack(.interrupted) }
        stage.send(.pause)
        stage.act { $0.comeBack(.interrupted) }
        stage.opens()
        #expect(stage.player.state == .paused && stage.player.reason == .user)
    }
}
