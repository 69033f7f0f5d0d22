import AudioTypes
import TestSupport
import Testing

@testable import PlayerModel

@Suite("A lost sound server, and a restart")
struct LostServerTests {
    @Test("a playing player pauses at the heard position, says why, and goes on from there")
    func lostAndBack() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.player.anchor = RenderAnchor(
            now: stage.player.now, delay: 1_000_000_000, mediaFrame: 220_500, segment: 1, isMoving: true)
        stage.tell(.serverLost(message: "gone"))
        #expect(stage.player.state == .paused && stage.player.reason == .mediaServicesLost && stage.seconds == 4)
        #expect(stage.events.contains(.mediaServicesLost))
        // The fade that no callback runs is over: what the graph held was never heard.
        stage.hears(.paused, at: 220_500)
        #expect(stage.seconds == 4)
        stage.forget()
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.player.state == .playing && stage.begun.first?.frame == FrameCount(176_400))
        #expect(stage.events.first == .mediaServicesReset && stage.actions.contains(.resume))
        #expect(stage.player.item?.uri == "/a")
        stage.checkLeftovers()
    }

    @Test("commands that need sound are refused, the others work")
    func commandsWhileLost() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.tell(.serverLost(message: "gone"))
        for command in [PlayerCommand.play, .toggle, .next, .previous, .playItem(2), .playURI("/x")] {
            #expect(stage.ask(command)?.code == .mediaServicesFailed)
        }
        for command in [PlayerCommand.seekTo(3), .setVolume(level: 0.5, delta: nil, muted: nil), .add(["/c"], position: nil)] {
            #expect(stage.ask(command)?.code == nil)
        }
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.player.state == .playing && stage.begun.last?.frame == FrameCount(132_300))
    }

    @Test("a player that the user paused stays paused", arguments: [false, true])
    func userPause(afterTheLoss: Bool) {
        var stage = PlayerStage(["/a"])
        stage.starts()
        if !afterTheLoss { stage.pauses(at: 2) }
        stage.tell(.serverLost(message: "gone"))
        if afterTheLoss { stage.send(.pause) }
        #expect(stage.player.reason == .user)
        stage.forget()
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.player.state == .paused && !stage.actions.contains(.resume))
    }

    @Test("a player that the user stopped stays stopped")
    func userStop() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.tell(.serverLost(message: "gone"))
        stage.send(.stop)
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.player.state == .stopped)
        stage.tell(.serverLost(message: "gone"))
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.player.state == .stopped)
    }

    @Test("it does not go on where the configuration says so, and a play does")
    func configuredNotToResume() {
        var stage = PlayerStage(["/a"])
        stage.player.configure { $0.resumesAfterReset = false }
        stage.starts()
        stage.goesOn(to: 5)
        stage.tell(.serverLost(message: "gone"))
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.player.state == .paused && stage.seconds == 5)
        #expect(stage.ask(.play) == .done)
        #expect(stage.player.state == .playing && stage.player.reason == .user)
    }

    @Test("what was being opened fails, and what opens too late is closed")
    func lostWhileOpening() {
        var stage = PlayerStage(["/a"])
        let request = stage.send(.play)
        stage.tell(.serverLost(message: "gone"))
        #expect(stage.answers[request]?.code == .mediaServicesFailed)
        stage.opens(stage.givenUp.first)
        #expect(stage.player.state == .stopped)
        stage.checkLeftovers()
    }

    @Test("a loss that is told twice is one loss")
    func twice() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.tell(.serverLost(message: "gone"))
        stage.tell(.serverLost(message: "still gone"))
        stage.tell(.serverConnected(version: "1"))
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.events.filter { $0 == .mediaServicesLost }.count == 1)
        #expect(stage.events.filter { $0 == .mediaServicesReset }.count == 1)
        #expect(stage.player.state == .playing)
    }

    @Test("a source that cannot be sought in is not left for it")
    func unseekable() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts(.song(isSeekable: false))
        stage.goesOn(to: 2)
        stage.tell(.serverLost(message: "gone"))
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.player.state == .playing && stage.begun.isEmpty && stage.player.item?.uri == "/a")
    }

    @Test("a saved state comes back: queue, item, position, volume and modes, silent until someone plays")
    func restore() {
        var stage = PlayerStage(["/a", "/b", "/c"], QueueModes(repeats: .all))
        stage.starts()
        stage.send(.next)
        stage.opens()
        stage.hears(.began)
        stage.goesOn(to: 3.5)
        stage.send(.setVolume(level: 0.3, delta: nil, muted: true))
        let saved = stage.player.savedState
        #expect(saved.wasPlaying && saved.seconds == 3.5)

        var next = PlayerStage()
        #expect(next.player.restore(saved) == [.applyVolume(Volume(level: 0.3, muted: true))])
        #expect(next.player.state == .paused && next.player.reason == .startup && next.player.item?.uri == "/b")
        #expect(next.player.position == HeardPosition(seconds: 3.5, monotonic: 1_000, rate: 0))
        #expect(next.player.savedState.seconds == 3.5 && next.player.queue.modes.repeats == .all)
        next.send(.play)
        next.opens()
        #expect(next.begun.first?.frame == FrameCount(154_350))
        #expect(next.ask(.add(["/d"], position: nil)) == .added([4]))
    }

    /// A player that is to play on what an earlier run played, at its fifth second.
    private func playsOn() -> PlayerStage {
        var saved = PlayerStage(["/a", "/b"]).player.savedState
        saved.currentID = 1
        saved.seconds = 5
        saved.wasStopped = false
        var stage = PlayerStage()
        stage.act { $0.restore(saved, playsWithServer: true) }
        return stage
    }

    @Test(
        "what is to play on is heard once the server is there, whether or not that was late, and it was open before",
        arguments: [(false, false), (false, true), (true, false), (true, true)])
    func playsOnWithServer(serverIsLate: Bool, opensBefore: Bool) {
        var stage = playsOn()
        #expect(stage.player.state == .paused && stage.player.expectsServer && stage.player.savedState.wasPlaying)
        #expect(stage.seconds == 5)
        if serverIsLate { stage.tell(.serverLost(message: "none")) }
        if opensBefore { stage.opens() }
        #expect(stage.player.state == .paused && stage.player.expectsServer && stage.player.savedState.wasPlaying)
        #expect(stage.seconds == 5)
        stage.tell(.serverConnected(version: "1"))
        if !opensBefore { stage.opens() }
        #expect(stage.player.state == .playing && stage.player.reason == .mediaServicesLost)
        #expect(stage.begun.last?.frame == FrameCount(220_500) && stage.actions.contains(.resume))
        #expect(stage.events.contains(.mediaServicesReset) == serverIsLate)
        stage.checkLeftovers()
    }

    @Test("what is to play on and is paused, stopped or interrupted before does not begin with the server")
    func playsOnNot() {
        for command in [PlayerCommand.pause, .stop, nil] {
            var stage = playsOn()
            stage.tell(.serverLost(message: "none"))
            if let command {
                stage.send(command)
            } else {
                stage.act { $0.stepBack(.interrupted) }
            }
            #expect(!stage.player.expectsServer)
            if command != .stop { stage.opens() }
            stage.tell(.serverConnected(version: "1"))
            #expect(stage.player.state == (command == .stop ? .stopped : .paused))
            if command == nil {
                stage.act { $0.comeBack(.interrupted) }
                #expect(stage.player.state == .playing && stage.player.reason == .interrupted)
            }
        }
    }

    @Test("an interruption that ends while the output is away is made up for when the output is back, unless a person pauses")
    func interruptionEndsMeanwhile() {
        for isPausedByHand in [false, true] {
            var stage = PlayerStage(["/a"])
            stage.starts()
            stage.act { $0.stepBack(.interrupted) }
            stage.tell(.outputLost(message: "gone"))
            stage.act { $0.comeBack(.interrupted) }
            #expect(stage.player.state == .paused && stage.player.reason == .mediaServicesLost)
            if isPausedByHand { stage.send(.pause) }
            stage.tell(.outputReturned)
            #expect(stage.player.state == (isPausedByHand ? .paused : .playing))
            stage.checkLeftovers()
        }
    }

    @Test("what is to play on and cannot be opened gives way to what follows it")
    func playsOnWithNext() {
        var stage = playsOn()
        stage.failsToOpen()
        stage.tell(.serverLost(message: "none"))
        stage.opens()
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.player.state == .playing && stage.player.item?.uri == "/b")
    }

    @Test("a daemon that ends while the server is away plays on as one that ends while it plays")
    func savedWhileLost() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.tell(.serverLost(message: "gone"))
        #expect(stage.player.savedState.wasPlaying)
        stage.send(.pause)
        #expect(!stage.player.savedState.wasPlaying)
    }

    @Test("a restored position belongs to its item alone")
    func restoredPosition() {
        var saved = PlayerStage(["/a", "/b"]).player.savedState
        saved.currentID = 1
        saved.seconds = 5
        saved.wasStopped = false
        var stage = PlayerStage()
        _ = stage.player.restore(saved)
        stage.send(.remove([1]))
        #expect(stage.player.state == .stopped && stage.player.position == nil)
        stage.send(.play)
        stage.opens()
        #expect(stage.player.item?.uri == "/b" && stage.begun.first?.frame == .zero)
    }

    @Test("in a restored player one can seek, skip and stop before anything is open")
    func restoredTransport() {
        var saved = PlayerStage(["/a", "/b"]).player.savedState
        saved.currentID = 1
        saved.seconds = 5
        saved.wasStopped = false
        var stage = PlayerStage()
        _ = stage.player.restore(saved)
        #expect(stage.ask(.seekBy(2.5)) == .done && stage.seconds == 7.5)
        #expect(stage.ask(.pause) == .done && stage.seconds == 7.5)
        stage.send(.next)
        stage.opens()
        #expect(stage.player.state == .paused && stage.player.item?.uri == "/b" && stage.seconds == 0)
        var other = PlayerStage()
        _ = other.player.restore(saved)
        #expect(other.ask(.stop) == .done)
        #expect(other.player.state == .stopped && other.player.position == nil && other.player.savedState.seconds == 0)
        other.send(.play)
        other.opens()
        #expect(other.begun.first?.frame == .zero)
        stage.checkLeftovers()
        other.checkLeftovers()
    }

    @Test("in a restored player, going past the end goes to the next item and starts nothing")
    func restoredPastTheEnd() {
        var saved = PlayerStage(["/a", "/b"]).player.savedState
        saved.currentID = 1
        saved.seconds = 5
        saved.wasStopped = false
        for place in saved.items.indices { saved.items[place].duration = 20 }
        var stage = PlayerStage()
        stage.act { $0.restore(saved) }
        stage.send(.seekTo(21))
        stage.opens()
        #expect(stage.player.item?.uri == "/b" && stage.player.state == .paused && stage.seconds == 0)
        // Behind the last item nothing follows: the place stays at its end.
        var last = PlayerStage()
        saved.currentID = 2
        last.act { $0.restore(saved) }
        last.send(.seekTo(21))
        #expect(last.player.item?.uri == "/b" && last.player.state == .paused && last.seconds == 20)
    }

    @Test("a restored position survives a wish that cannot be opened")
    func restoredPositionAfterFailure() {
        var saved = PlayerStage(["/a"]).player.savedState
        saved.currentID = 1
        saved.seconds = 5
        saved.wasStopped = false
        var stage = PlayerStage()
        _ = stage.player.restore(saved)
        stage.send(.playURI("/missing"))
        stage.failsToOpen()
        #expect(stage.player.savedState.seconds == 5)
        stage.send(.play)
        stage.opens()
        #expect(stage.begun.first?.frame == FrameCount(220_500))
    }
}
