import AudioTypes
import Testing

@testable import PlayerModel

@Suite("Seeking")
struct PlayerSeekingTests {
    @Test("a seek begins a new generation at the very frame, and ramps in")
    func absolute() throws {
        var stage = PlayerStage(["/a"])
        stage.starts()
        let generation = stage.player.numbers.generation
        #expect(stage.ask(.seekTo(2.5)) == .done)
        let start = try #require(stage.begun.first)
        #expect(start.frame == FrameCount(110_250) && start.rampsIn && start.generation == generation + 1)
        #expect(stage.seconds == 2.5)
        stage.forget()
        stage.hears(.began, at: 110_250)
        #expect(stage.announced.isEmpty)
        #expect(stage.events.count == 1)
        if case .positionChanged(let position) = stage.events.first { #expect(position.seconds == 2.5) }
    }

    @Test("a relative seek counts from what is heard now")
    func relative() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.goesOn(to: 4)
        stage.player.now += 500_000_000
        stage.send(.seekBy(-1.5))
        #expect(stage.begun.first?.frame == FrameCount(132_300))
    }

    @Test("a seek before the beginning goes there, without a ramp", arguments: [PlayerCommand.seekTo(-3), .seekBy(-99)])
    func beforeTheBeginning(command: PlayerCommand) {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.goesOn(to: 4)
        #expect(stage.ask(command) == .done)
        #expect(stage.begun.first?.frame == .zero && stage.begun.first?.rampsIn == false)
    }

    @Test("a seek past the end goes to the next item, and from the last to the end", arguments: [false, true])
    func pastTheEnd(isPaused: Bool) {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        if isPaused { stage.pauses() }
        stage.send(.seekTo(10))
        stage.opens()
        #expect(stage.player.item?.uri == "/b" && stage.player.state == (isPaused ? .paused : .playing))
        #expect(stage.ask(.seekBy(99)) == .done)
        #expect(stage.player.state == .stopped && stage.player.reason == .endOfQueue)
    }

    @Test("where nothing is open there is no position to seek to")
    func nothingOpen() {
        var stage = PlayerStage(["/a"])
        #expect(stage.ask(.seekTo(1))?.code == .nothingToPlay)
    }

    @Test("what cannot be sought in says so and plays on")
    func unseekable() {
        var stage = PlayerStage(["/a"])
        stage.starts(.song(isSeekable: false))
        #expect(stage.ask(.seekTo(1))?.code == .notSeekable)
        #expect(stage.player.state == .playing && stage.begun.isEmpty)
    }

    @Test("a seek while media is opened is where it will start")
    func whileOpening() {
        var stage = PlayerStage(["/a"])
        let play = stage.send(.play)
        #expect(stage.ask(.seekTo(3)) == .done && stage.ask(.seekBy(1)) == .done)
        stage.opens()
        #expect(stage.answers[play] == .done && stage.begun.first?.frame == FrameCount(176_400))
    }

    @Test("a seek while paused stays paused at the new place, and plays on from there")
    func whilePaused() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.pauses(at: 1)
        stage.forget()
        stage.send(.seekTo(7))
        #expect(stage.player.state == .paused && stage.seconds == 7 && !stage.actions.contains(.resume))
        #expect(stage.events.contains { if case .positionChanged(let to) = $0 { to.seconds == 7 } else { false } })
        stage.send(.play)
        #expect(stage.begun.count == 1 && stage.actions.contains(.resume))
    }

    @Test("a seek while a pause still fades is where it stands then")
    func whileFading() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        let old = stage.player.current?.segment ?? 0
        stage.send(.pause)
        stage.send(.seekTo(7))
        stage.hears(.paused, old, at: 500)
        #expect(stage.seconds == 7)
    }

    @Test("events of what was heard before a seek are past", arguments: [RenderEvent.Kind.began, .ended])
    func staleEvents(kind: RenderEvent.Kind) {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.preparesNext()
        let old = RenderEvent(
            kind: kind, segment: stage.player.numbers.segment, mediaFrame: 0, heardAt: 0,
            generation: stage.player.numbers.generation)
        stage.send(.seekTo(1))
        stage.forget()
        stage.tell(old)
        #expect(stage.actions.isEmpty && stage.player.item?.uri == "/a")
    }

    @Test("what was decoded ahead is closed, and prepared anew behind the new place")
    func aheadIsForgotten() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.preparesNext()
        stage.send(.seekTo(1))
        stage.checkLeftovers()
        stage.preparesNext()
        stage.checkLeftovers()
        #expect(stage.player.tracks.ahead.count == 1)
    }

    @Test("a source that cannot go there is left for the next item")
    func seekFails() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.send(.seekTo(1))
        stage.tell(.failedToBegin(segment: stage.player.numbers.segment, .missing))
        #expect(stage.failures == ["/a"] && stage.pendingURIs == ["/b"])
        stage.opens()
        #expect(stage.player.item?.uri == "/b" && stage.player.state == .playing)
    }

    @Test("a failing seek does not push aside what someone asked for meanwhile")
    func seekFailsWhileOpening() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.send(.seekTo(1))
        let segment = stage.player.numbers.segment
        let request = stage.send(.playURI("/x"))
        stage.tell(.failedToBegin(segment: segment, .missing))
        #expect(stage.answers[request] == nil && stage.pendingURIs == ["/x"])
        stage.failsToOpen()
        #expect(stage.answers[request] == .failed(.missing) && stage.pendingURIs == ["/b"])
    }

    @Test("nothing is tried for ever where no source can be sought in")
    func nothingSeeks() {
        var stage = PlayerStage(["/a", "/b"], QueueModes(repeats: .all))
        stage.send(.play)
        var tries = 0
        while !stage.pending.isEmpty, tries < 50 {
            stage.opens()
            stage.tell(.failedToBegin(segment: stage.player.numbers.segment, .missing))
            tries += 1
        }
        #expect(tries < 10 && stage.player.state == .stopped && stage.player.reason == .error)
    }

    @Test(
        "a place that no media has is a number all the same, and can be paused at",
        arguments: [1e15, .greatestFiniteMagnitude])
    func farAway(seconds: Double) throws {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts(.song(nil))
        #expect(stage.ask(.seekTo(seconds)) == .done)
        let start = try #require(stage.begun.last?.frame.value)
        stage.hears(.began, at: start)
        stage.player.anchor = RenderAnchor(
            now: stage.player.now, delay: 0, mediaFrame: start + 10, fadeEnd: start + 451, segment: stage.player.numbers.segment,
            isMoving: true)
        stage.send(.pause)
        #expect(stage.seconds == FrameCount(start + 451).seconds(at: .cd))
        stage.player.anchor = RenderAnchor(
            now: stage.player.now, delay: 0, mediaFrame: 1 << 62, fadeEnd: 1 << 62 | 441, segment: stage.player.numbers.segment,
            isMoving: true)
        #expect(stage.seconds == FrameCount(1 << 62 | 441).seconds(at: .cd))
        #expect(start <= 1 << 40)
        stage.send(.playItem(1))
        #expect(stage.ask(.seekTo(seconds)) == .done)
        stage.opens(nil, .song(nil))
        #expect(stage.begun.last?.frame.value == start)
    }

    @Test("the position is the heard one: what the graph still holds does not count")
    func heardPosition() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.player.anchor = RenderAnchor(
            now: stage.player.now, delay: 100_000_000, mediaFrame: 44_100, segment: 1, isMoving: true)
        #expect(abs((stage.seconds ?? 0) - 0.9) < 1e-9 && stage.player.position?.rate == 1)
    }

    @Test("the position runs on to the end where the next item is rendered already")
    func positionAtTheBoundary() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.preparesNext()
        stage.player.anchor = RenderAnchor(
            now: stage.player.now, delay: 500_000_000, mediaFrame: 4_410, segment: stage.player.numbers.segment, isMoving: true)
        #expect(stage.player.item?.uri == "/a" && abs((stage.seconds ?? 0) - 9.6) < 1e-9)
    }

    @Test("a part of the item is a part of its duration; its whole is the next item")
    func part() {
        var stage = PlayerStage(["/a", "/b"])
        #expect(stage.ask(.seekToPart(0.5))?.code == .nothingToPlay)
        stage.starts()
        #expect(stage.ask(.seekToPart(0.25)) == .done)
        #expect(stage.begun.last?.frame.value == 110_250)
        stage.send(.seekToPart(1))
        #expect(stage.pendingURIs == ["/b"])
        // The queue does not know how long it is.
        #expect(stage.ask(.seekToPart(0.5))?.code == .notSeekable)
        var stream = PlayerStage(["/a"])
        stream.starts(.song(nil))
        #expect(stream.ask(.seekToPart(0.5))?.code == .notSeekable)
    }
}
