import AudioTypes
import Testing

@testable import PlayerModel

@Suite("Going on without a gap")
struct GaplessTests {
    @Test("each item is opened once the one before is decoded, and announced when it is heard")
    func chain() {
        var stage = PlayerStage(["/a", "/b", "/c"])
        stage.starts()
        #expect(stage.pending.isEmpty)
        stage.decodes()
        #expect(stage.pendingURIs == ["/b"])
        stage.opens()
        stage.decodes()
        #expect(stage.pendingURIs == ["/c"])
        stage.opens()
        let segments = stage.player.tracks.ahead.map(\.segment)
        #expect(stage.announced.isEmpty && stage.player.item?.uri == "/a")
        stage.hears(.ended)
        stage.hears(.began, segments[0])
        #expect(stage.announced == ["/b"] && stage.player.queue.currentIndex == 1)
        stage.hears(.began, segments[1])
        #expect(stage.announced == ["/b", "/c"])
        stage.checkLeftovers()
        #expect(stage.begun.isEmpty)
    }

    @Test("the end of the last item is the end of the queue")
    func end() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.decodes()
        #expect(stage.player.state == .playing)
        stage.hears(.ended, at: 441_000)
        #expect(stage.player.state == .stopped && stage.player.reason == .endOfQueue && stage.announced == [""])
        #expect(stage.player.queue.current == nil)
        stage.checkLeftovers()
    }

    @Test("the end is also seen where the callback is faster than the worker's word")
    func endBeforeDecoded() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.hears(.ended, at: 441_000)
        #expect(stage.player.state == .playing)
        stage.decodes()
        #expect(stage.player.state == .stopped)
    }

    @Test("the end of an item waits for the next one that is still being opened")
    func endWhileOpening() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.decodes()
        stage.hears(.ended)
        #expect(stage.player.state == .playing)
        stage.opens()
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.player.item?.uri == "/b")
    }

    @Test("the queue ends where the last item turns out to be missing")
    func endWhileOpeningFails() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.decodes()
        stage.hears(.ended)
        stage.failsToOpen()
        #expect(stage.player.state == .stopped && stage.player.reason == .endOfQueue && stage.failures == ["/b"])
    }

    @Test("an item that cannot be opened is reported once, and skipped")
    func skipping() {
        var stage = PlayerStage(["/a", "/x", "/y", "/b"])
        stage.starts()
        stage.decodes()
        stage.failsToOpen()
        stage.failsToOpen()
        #expect(stage.failures == ["/x", "/y"] && stage.pendingURIs == ["/b"])
        stage.opens()
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.player.queue.currentIndex == 3)
    }

    @Test("missing items at the end of the queue are reported once, not again when the end is heard")
    func missingTail() {
        var stage = PlayerStage(["/a", "/x", "/y"])
        stage.starts()
        stage.decodes()
        stage.failsToOpen()
        stage.failsToOpen()
        stage.hears(.ended)
        #expect(stage.failures == ["/x", "/y"] && stage.pending.isEmpty && stage.player.state == .stopped)
    }

    @Test("an item that repeats itself begins again with a new position, not as a new item")
    func repeatOne() {
        var stage = PlayerStage(["/a", "/b"], QueueModes(repeats: .one))
        stage.starts()
        stage.preparesNext()
        stage.hears(.ended)
        stage.goesOn(to: 0)
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.announced.isEmpty && stage.player.item?.uri == "/a")
        let positions = stage.events.compactMap { if case .positionChanged(let to) = $0 { to.seconds } else { nil } }
        #expect(positions == [0])
    }

    @Test("an item that repeats itself and vanishes is reported once, and the one behind it follows")
    func repeatOneVanishes() {
        var stage = PlayerStage(["/a", "/b"], QueueModes(repeats: .one))
        stage.starts()
        stage.decodes()
        stage.failsToOpen()
        #expect(stage.pending.isEmpty)
        stage.hears(.ended)
        #expect(stage.failures == ["/a"] && stage.player.state == .playing && stage.pendingURIs == ["/b"])
        stage.opens()
        stage.hears(.began)
        #expect(stage.announced == ["/b"] && stage.player.state == .playing)
    }

    @Test("the last item that repeats itself and vanishes ends the queue after one report")
    func lastRepeatsAndVanishes() {
        var stage = PlayerStage(["/a"], QueueModes(repeats: .one))
        stage.starts()
        stage.decodes()
        stage.failsToOpen()
        stage.hears(.ended)
        #expect(stage.failures == ["/a"] && stage.player.state == .stopped && stage.pending.isEmpty)
    }

    @Test("a queue that repeats comes round")
    func repeatAll() {
        var stage = PlayerStage(["/a", "/b"], QueueModes(repeats: .all))
        stage.starts()
        for expected in ["/b", "/a", "/b"] {
            stage.preparesNext()
            stage.hears(.began, stage.player.numbers.segment)
            #expect(stage.player.item?.uri == expected)
        }
        #expect(stage.announced == ["/b", "/a", "/b"])
    }

    @Test("a queue that consumes loses each item once the next is heard, and the last at the end")
    func consume() {
        var stage = PlayerStage(["/a", "/b"], QueueModes(consumes: true))
        stage.starts()
        stage.preparesNext()
        #expect(stage.player.queue.items.count == 2)
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.player.queue.items.map(\.uri) == ["/b"])
        stage.decodes()
        stage.hears(.ended)
        #expect(stage.player.queue.items.isEmpty && stage.player.state == .stopped)
    }

    @Test("an item that repeats itself until it cannot be opened any more leaves a queue that consumes")
    func consumeWhatRepeats() {
        var stage = PlayerStage(["/a", "/b", "/c"], QueueModes(repeats: .one, consumes: true))
        stage.starts()
        stage.decodes()
        stage.failsToOpen()
        stage.hears(.ended)
        #expect(stage.pendingURIs == ["/b"])
        stage.failsToOpen()
        stage.opens()
        #expect(stage.player.item?.uri == "/c" && stage.player.queue.items.map(\.uri) == ["/b", "/c"])
        stage.checkLeftovers()
    }

    @Test("an item that never began does not leave a queue that consumes")
    func consumeOnlyWhatWasHeard() {
        var stage = PlayerStage(["/a", "/b"], QueueModes(consumes: true))
        stage.send(.play)
        stage.opens()
        stage.tell(.failedToBegin(segment: stage.player.numbers.segment, .missing))
        stage.opens()
        #expect(stage.player.item?.uri == "/b" && stage.player.queue.items.map(\.uri) == ["/a", "/b"])
    }

    @Test("a queue that consumes and repeats ends with its last item")
    func consumeAndRepeat() {
        var stage = PlayerStage(["/a", "/b"], QueueModes(repeats: .all, consumes: true))
        stage.starts()
        stage.preparesNext()
        stage.hears(.began, stage.player.numbers.segment)
        stage.decodes()
        #expect(stage.pending.isEmpty)
        stage.hears(.ended)
        #expect(stage.player.state == .stopped && stage.player.queue.items.isEmpty)
    }

    @Test("an item that breaks off is reported, and the next follows")
    func breaksOff() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.tell(.failed(segment: stage.player.numbers.segment, frames: 100, .missing))
        #expect(stage.failures == ["/a"] && stage.pendingURIs == ["/b"] && stage.player.state == .playing)
    }

    @Test("nothing is tried for ever where everything opens and nothing gives a frame", arguments: QueueModes.Repeat.allCases)
    func barren(repeats: QueueModes.Repeat) {
        var stage = PlayerStage(["/a", "/b", "/c"], QueueModes(repeats: repeats))
        stage.send(.play)
        var tries = 0
        while !stage.pending.isEmpty, tries < 50 {
            stage.opens()
            stage.tell(.failed(segment: stage.player.numbers.segment, frames: 0, .missing))
            tries += 1
        }
        #expect(tries < 10)
        for track in stage.player.tracks.ahead { stage.hears(.began, track.segment) }
        stage.hears(.ended)
        #expect(stage.player.state == .stopped)
        stage.checkLeftovers()
    }

    @Test("not every tiny item of a long queue is held open at once")
    func tinyItems() {
        var stage = PlayerStage((0..<1_000).map { "/\($0)" })
        stage.starts()
        stage.decodes(frames: 1)
        while !stage.pending.isEmpty {
            stage.opens()
            stage.decodes(frames: 1)
        }
        #expect(stage.player.tracks.ahead.count < 200)
        while stage.player.state == .playing {
            guard let next = stage.player.tracks.ahead.first else {
                stage.hears(.ended)
                continue
            }
            stage.hears(.began, next.segment)
            while !stage.pending.isEmpty {
                stage.opens()
                stage.decodes(frames: 1)
            }
        }
        #expect(stage.announced.count == 1_000)
        stage.checkLeftovers()
    }

    @Test("an item of another format is appended at the format that runs")
    func otherFormat() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.decodes()
        stage.opens(nil, .song(rate: .video))
        let formats = stage.actions.compactMap { if case .append(let start) = $0 { start.format.sampleRate } else { nil } }
        #expect(formats == [.cd] && stage.player.tracks.format?.sampleRate == .cd)
    }
}
