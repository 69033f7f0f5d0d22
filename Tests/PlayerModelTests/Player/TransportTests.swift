import AudioTypes
import Testing

@testable import PlayerModel

@Suite("Pausing, stopping and skipping")
struct TransportTests {
    @Test("a pause fades, keeps the frame and lets the output sleep")
    func pause() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        #expect(stage.ask(.pause) == .done)
        #expect(stage.actions.contains(.fadeOut) && !stage.actions.contains(.deactivate))
        stage.hears(.paused, at: 88_200)
        #expect(stage.actions.contains(.deactivate))
        #expect(stage.seconds == 2 && stage.player.position?.rate == 0)
        #expect(stage.player.state == .paused && stage.player.reason == .user)
    }

    @Test("where a pause came to stand is told")
    func pausePlace() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.send(.pause)
        stage.forget()
        stage.hears(.paused, at: 88_200)
        let place = HeardPosition(seconds: 2, monotonic: Double(stage.player.now) / 1e9, rate: 0)
        #expect(stage.events == [.positionChanged(place)])
        stage.forget()
        stage.hears(.paused, at: 88_300)
        #expect(stage.events.isEmpty && stage.seconds == 2)
    }

    @Test("until a pause stands it tells where it will: behind what is rendered and the fade")
    func pauseEstimate() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.player.anchor = RenderAnchor(
            now: stage.player.now, delay: 100_000_000, mediaFrame: 44_100, fadeEnd: 45_565,
            segment: stage.player.current?.segment ?? 0, isMoving: true)
        stage.player.now += 5_000_000
        #expect(stage.seconds == 0.9)
        stage.send(.pause)
        let place = HeardPosition(seconds: 45_565 / 44_100, monotonic: Double(stage.player.now) / 1e9, rate: 0)
        #expect(stage.player.position == place)
        stage.hears(.paused, at: 45_565)
        #expect(stage.events.last == .positionChanged(place))
    }

    @Test("a sound server that is lost while a pause fades leaves what was heard")
    func lostWhileFading() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.player.anchor = RenderAnchor(
            now: stage.player.now, delay: 100_000_000, mediaFrame: 44_100, fadeEnd: 45_565,
            segment: stage.player.current?.segment ?? 0, isMoving: true)
        stage.send(.pause)
        stage.tell(.serverLost(message: "gone"))
        #expect(stage.seconds == 0.9)
    }

    @Test("what is paused stays so, without another word")
    func pauseTwice() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.pauses()
        stage.forget()
        #expect(stage.ask(.pause) == .done)
        #expect(stage.events.isEmpty && !stage.actions.contains(.fadeOut))
    }

    @Test("a pause of a stopped player is no error")
    func pauseStopped() {
        var stage = PlayerStage(["/a"])
        #expect(stage.ask(.pause) == .done)
        #expect(stage.player.state == .stopped && stage.events.isEmpty)
    }

    @Test("a toggle pauses and goes on")
    func toggle() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.send(.toggle)
        #expect(stage.player.state == .paused)
        stage.send(.toggle)
        #expect(stage.player.state == .playing)
        #expect(stage.states == [.paused, .playing] && stage.begun.isEmpty)
    }

    @Test("the end of a fade that is not wanted any more is ignored")
    func lateFade() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.send(.pause)
        stage.send(.play)
        stage.forget()
        stage.hears(.paused, at: 100)
        #expect(stage.actions.isEmpty && stage.player.state == .playing)
    }

    @Test("a pause before the first frame was heard stands at the start")
    func pauseBeforeTheFirstFrame() {
        var stage = PlayerStage(["/a"])
        stage.send(.play)
        stage.opens()
        stage.send(.pause)
        stage.hears(.paused, 0)
        #expect(stage.seconds == 0 && stage.player.standstill.frame == .zero)
    }

    @Test("a pause right behind a boundary stands in the item behind it")
    func pauseAtTheBoundary() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.preparesNext()
        let next = stage.player.numbers.segment
        stage.send(.pause)
        stage.hears(.paused, next, at: 4_410)
        #expect(stage.player.item?.uri == "/b" && stage.seconds == 0.1)
        stage.forget()
        stage.hears(.began, next)
        #expect(stage.announced.isEmpty && stage.player.item?.uri == "/b")
    }

    @Test("stopping fades, empties the ring, and only then lets the output sleep")
    func stop() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        let token = stage.player.current?.token ?? 0
        #expect(stage.ask(.stop) == .done)
        #expect(stage.actions.contains(.fadeOut) && stage.actions.contains(.close(token)))
        stage.forget()
        stage.hears(.paused, 1, at: 400)
        #expect(stage.actions == [.drop(generation: stage.player.numbers.generation)])
        stage.forget()
        stage.hears(.dropped, 1)
        #expect(stage.actions == [.deactivate])
    }

    @Test("stopping again, or where nothing plays, says nothing")
    func stopTwice() {
        var stage = PlayerStage(["/a"])
        #expect(stage.ask(.stop) == .done)
        #expect(stage.events.isEmpty)
        stage.starts()
        stage.send(.stop)
        stage.forget()
        #expect(stage.ask(.stop) == .done)
        #expect(stage.events.isEmpty && !stage.actions.contains(.fadeOut))
    }

    @Test("a paused player stops without a fade")
    func stopPaused() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.pauses(at: 3)
        stage.forget()
        stage.send(.stop)
        #expect(!stage.actions.contains(.fadeOut) && stage.actions.contains(.deactivate))
    }

    @Test("playing after a stop starts the same item from its beginning")
    func playAfterStop() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.goesOn(to: 4)
        stage.send(.stop)
        #expect(stage.player.position == nil && stage.player.item?.uri == "/a")
        stage.send(.play)
        stage.opens()
        #expect(stage.begun.last?.frame == .zero)
        stage.hears(.began)
        #expect(stage.announced == ["/a"])
    }

    @Test("next goes on, previous goes back")
    func nextAndPrevious() {
        var stage = PlayerStage(["/a", "/b", "/c"])
        stage.starts()
        let next = stage.send(.next)
        stage.opens()
        stage.hears(.began)
        #expect(stage.answers[next] == .done && stage.player.item?.uri == "/b")
        let previous = stage.send(.previous)
        stage.opens()
        stage.hears(.began)
        #expect(stage.answers[previous] == .done && stage.player.item?.uri == "/a")
        #expect(stage.announced == ["/b", "/a"])
        let again = stage.send(.previous)
        stage.opens()
        #expect(stage.answers[again] == .done && stage.player.item?.uri == "/a")
    }

    @Test("paused stays paused", arguments: [PlayerCommand.next, .previous])
    func skippingPaused(command: PlayerCommand) {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.pauses(at: 3)
        stage.forget()
        stage.send(command)
        stage.opens()
        #expect(stage.player.state == .paused && !stage.actions.contains(.resume) && stage.seconds == 0)
        stage.send(.play)
        #expect(stage.player.state == .playing)
        stage.checkLeftovers()
    }

    @Test("steps in quick succession add up, before any of them is open")
    func quickSteps() {
        var stage = PlayerStage(["/1", "/2", "/3", "/4"])
        stage.starts()
        let requests = [stage.send(.next), stage.send(.next), stage.send(.next)]
        #expect(stage.pendingURIs == ["/4"])
        #expect(requests.dropLast().allSatisfy { stage.answers[$0]?.code == .superseded })
        stage.send(.previous)
        stage.send(.previous)
        stage.opens()
        #expect(stage.player.item?.uri == "/2")
    }

    @Test("quick steps also add up while shuffling, and the way back is the real one")
    func quickShuffledSteps() {
        var stage = PlayerStage(["/1", "/2", "/3", "/4", "/5"], QueueModes(repeats: .all, shuffles: true))
        stage.starts()
        let first = stage.player.item
        var queue = stage.player.queue
        let expected = queue.item(ahead: 2)
        stage.send(.next)
        stage.send(.next)
        stage.opens()
        #expect(stage.player.item?.id == expected?.id)
        stage.send(.previous)
        stage.opens()
        #expect(stage.player.item?.id == first?.id)
    }

    @Test("next at the end stops", arguments: [false, true])
    func nextAtTheEnd(isPaused: Bool) {
        var stage = PlayerStage(["/a"])
        stage.starts()
        if isPaused { stage.pauses() }
        stage.forget()
        #expect(stage.ask(.next) == .done)
        #expect(stage.player.state == .stopped && stage.player.reason == .endOfQueue && stage.announced == [""])
        #expect(stage.ask(.next) == nil)
        #expect(stage.pendingURIs == ["/a"])
    }

    @Test("next consumes what it leaves")
    func nextConsumes() {
        var stage = PlayerStage(["/a", "/b"], QueueModes(consumes: true))
        stage.starts()
        stage.send(.next)
        #expect(stage.player.queue.items.count == 2)
        stage.opens()
        #expect(stage.player.queue.items.map(\.uri) == ["/b"])
    }

    @Test("the volume is kept within its bounds and told once")
    func volume() {
        var stage = PlayerStage()
        #expect(stage.ask(.setVolume(level: 0.5, delta: nil, muted: nil)) == .done)
        #expect(stage.ask(.setVolume(level: nil, delta: 3, muted: true)) == .done)
        #expect(stage.player.volume == Volume(level: 1, muted: true))
        stage.send(.setVolume(level: -2, delta: nil, muted: nil))
        #expect(stage.player.volume == Volume(level: 0, muted: true))
        stage.forget()
        stage.send(.setVolume(level: 0, delta: -1, muted: true))
        #expect(stage.events.isEmpty)
        stage.send(.setVolume(level: 0.25, delta: nil, muted: false))
        let quiet = Volume(level: 0.25)
        #expect(stage.events == [.volumeChanged(quiet, source: .client)] && stage.actions.contains(.applyVolume(quiet)))
    }

    @Test("a mixer's volume is taken over, and the echo of our own is not news")
    func mixerVolume() {
        var stage = PlayerStage()
        stage.send(.setVolume(level: 0.25, delta: nil, muted: nil))
        stage.forget()
        stage.tell(.volumeChanged(level: 0.250_1, muted: false))
        #expect(stage.events.isEmpty)
        stage.tell(.volumeChanged(level: 1.5, muted: true))
        #expect(stage.events == [.volumeChanged(Volume(level: 1, muted: true), source: .system)])
        #expect(!stage.actions.contains { if case .applyVolume = $0 { true } else { false } })
    }
}
