import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

/// A player with opener, worker and callback around it, each as fast or slow as chance has it. What they tell arrives in order
/// from each, and late.
private struct World {
    private enum Step: CaseIterable { case open, decode, play, hearWorker, hearCallback, look, seek }

    var stage: PlayerStage
    private var random: SeededGenerator
    private let rates: [SampleRate]
    private let fails: Set<String>
    /// What the worker is to put into the ring, and how far it and the callback have got.
    private var runs: [SegmentStart] = []
    private var decodedCount = 0
    private var endedCount = 0
    private var hasBegun = false
    private var plays = false
    private var seenActions = 0
    private var fromWorker: [WorkerEvent] = []
    private var fromCallback: [RenderEvent] = []

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let names = (0..<Int(2 + seed % 5)).map { number in
            switch Int.random(in: 0..<4, using: &random) {
            case 0: "http://\(number)"
            case 1: "stream:\(number)"
            default: "/\(number)"
            }
        }
        let followsFormat = seed % 3 == 0
        rates = names.map { _ in followsFormat && Bool.random(using: &random) ? .video : .cd }
        // The first is left alone, so that what comes out is what goes on by itself.
        fails = Set(names.dropFirst().filter { _ in Int.random(in: 0..<5, using: &random) == 0 })
        self.random = random
        stage = PlayerStage(names)
        stage.player.configure { $0.followsFormat = followsFormat }
        stage.player.configure { $0.options.crossfadeSeconds = seed % 2 == 0 ? 1 : 0 }
    }

    /// Plays the queue; whether it came to an end.
    mutating func run() -> Bool {
        stage.send(.play)
        for _ in 0..<3_000 where stage.player.state != .stopped || stage.player.opening != nil {
            step()
            follow()
        }
        return stage.player.state == .stopped
    }

    private mutating func step() {
        stage.player.now += 10_000_000
        switch Step.allCases.randomElement(using: &random) ?? .look {
        case .open: open()
        case .decode: decode()
        case .play: callBack()
        case .hearWorker: if !fromWorker.isEmpty { stage.tell(fromWorker.removeFirst()) }
        case .hearCallback: if !fromCallback.isEmpty { stage.tell(fromCallback.removeFirst()) }
        case .look: stage.act { $0.lookAgain() }
        case .seek:
            guard Int.random(in: 0..<10, using: &random) == 0 else { return }
            let duration = stage.player.sourceDescription?.duration ?? 0
            stage.send(.seekTo([0, 0.999].randomElement(using: &random).map { $0 * duration } ?? 0))
        }
    }

    private mutating func open() {
        guard let place = stage.pending.indices.randomElement(using: &random) else { return }
        let uri = stage.pendingURIs[place]
        if fails.contains(uri) { return stage.failsToOpen(stage.pending[place]) }
        let rate = stage.player.queue.items.firstIndex { $0.uri == uri }.map { rates[$0] } ?? .cd
        let isFile = uri.hasPrefix("/")
        let seconds = [0.001, 0.1, 10].randomElement(using: &random)
        stage.opens(stage.pending[place], isFile ? .song(seconds, rate: rate) : .stream(nil))
    }

    private mutating func decode() {
        guard decodedCount < runs.count else { return }
        fromWorker.append(.decoded(segment: runs[decodedCount].segment, frames: 10))
        decodedCount += 1
    }

    private mutating func callBack() {
        guard plays, endedCount < decodedCount else { return }
        let run = runs[endedCount]
        fromCallback.append(
            RenderEvent(
                kind: hasBegun ? .ended : .began, segment: run.segment, mediaFrame: run.frame.value, heardAt: 0,
                generation: run.generation))
        if hasBegun { endedCount += 1 }
        hasBegun.toggle()
    }

    /// Does what the player asked for since the last step.
    private mutating func follow() {
        for action in stage.actions[seenActions...] {
            switch action {
            case .begin(let start):
                runs = [start]
                (decodedCount, endedCount, hasBegun) = (0, 0, false)
            case .append(let start): runs.append(start)
            case .resume: plays = true
            case .hold, .fadeOut: plays = false
            default: break
            }
        }
        seenActions = stage.actions.count
    }

    /// What the player told of each item, in order; an empty one for the end.
    var told: [String] {
        stage.events.compactMap { event in
            switch event {
            case .itemChanged(let item, _): item?.uri ?? ""
            case .itemFailed(let item, _): "failed " + item.uri
            default: nil
            }
        }
    }

    /// For the report of a failure.
    var situation: String {
        let player = stage.player
        return """
            \(player.state), waits \(player.tracks.waitsForNext), opening \(player.opening?.uri ?? "-"), ahead \(player.tracks.ahead.map(\.segment)), \
            opening ahead \(player.next.opening?.item.uri ?? "-"), plays \(plays), in the ring \(runs.map(\.segment)), \
            decoded \(decodedCount), ended \(endedCount)
            """
    }

    func wanted(_ names: [String]) -> [String] { names.filter { !fails.contains($0) } + [""] }
    func wantedFailures(_ names: [String]) -> [String] { names.filter { fails.contains($0) } }
}

@Suite("However fast the parts around the player are")
struct EveryItemTests {
    @Test("every item is heard once, or reported once, before the queue is over", arguments: UInt64(1)...300)
    func order(seed: UInt64) {
        var world = World(seed: seed)
        let names = world.stage.player.queue.items.map(\.uri)
        let isOver = world.run()
        #expect(isOver, "\(world.told), \(world.situation)")
        #expect(world.stage.announced == world.wanted(names), "\(names): \(world.told)")
        #expect(Set(world.stage.failures) == Set(world.wantedFailures(names)), "\(names): \(world.told)")
    }
}
