import AudioTypes
import MediaTypes
import TestSupport
import Testing

@testable import PlayerModel

/// Commands and events in an order that no person would think of.
private struct Chaos {
    var random: SeededGenerator
    var stage: PlayerStage
    /// What the last steps were, for the report of a failure.
    var story: [String] = []
    /// Whether the user is the last who paused.
    var isUserPaused = false

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        let modes = QueueModes(
            repeats: QueueModes.Repeat.allCases[Int(seed % 3)], shuffles: seed % 2 == 0, consumes: seed % 5 == 0,
            shufflesBy: seed % 4 == 0 ? .albums : .songs)
        stage = PlayerStage((0..<Int(seed % 7)).map { "/\($0)" }, modes)
        stage.player.configure { $0.followsFormat = seed % 4 == 1 }
        stage.player.configure { $0.options.crossfadeSeconds = seed % 3 == 0 ? 3 : 0 }
    }

    mutating func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func anyItem() -> Int64 { stage.player.queue.items.randomElement(using: &random)?.id ?? 99 }

    mutating func anyCommand() -> PlayerCommand {
        switch pick(0..<35) {
        case 33: pick(0..<2) == 0 ? .nextAlbum : .previousAlbum
        case 34: .setModes(repeats: nil, shuffles: nil, consumes: nil, shufflesBy: pick(0..<2) == 0 ? .albums : .songs)
        case 25: .loop(from: Double(pick(-1..<9)), to: Double(pick(0..<12)), count: pick(0..<2) == 0 ? nil : pick(0..<4))
        case 26:
            pick(0..<2) == 0
                ? .setLoop(nil)
                : .setOptions([
                    .skipSilence: pick(0..<2) == 0 ? "mild" : "off", .crossfadeBy: pick(0..<2) == 0 ? "content" : "time",
                ])
        case 30, 31: .revert(.undo, mayPlay: pick(0..<4) > 0)
        case 32: .revert(.redo)
        case 27: .setModes(repeats: .one, shuffles: nil, consumes: nil, count: pick(0..<4))
        case 28: .setSpeed(pick(0..<3) == 0 ? nil : Double(pick(0..<17)) / 4, for: [.item, .book, .all][pick(0..<3)])
        case 29: .setSpeed(Double(pick(1..<5)) / 2)
        case 0: .playURI("/u\(pick(0..<9))")
        case 1: .playItem(anyItem())
        case 2, 3: .play
        case 4, 5: .pause
        case 6: .toggle
        case 7: .stop
        case 8, 9: .next
        case 10: .previous
        case 11: .seekTo(Double(pick(-2..<13)))
        case 22: .setPriority(UInt8(pick(0..<4)), of: [anyItem()])
        case 23:
            .setOptions([
                .crossfade: .number(Double(pick(0..<4))),
                .replayGain: .word(ReplayGainMode.allCases.randomElement(using: &random)?.rawValue ?? ""),
            ])
        case 24: .setModes(repeats: nil, shuffles: nil, consumes: nil, consumesOnce: true)
        case 20: .playPlace(pick(0..<5))
        case 21: .seekToPart(Double(pick(0..<5)) / 4)
        case 12: .seekBy(Double(pick(-5..<6)))
        case 13: .add(["/n"], position: pick(0..<4))
        case 14: .remove([anyItem()])
        case 15: .move([anyItem()], position: pick(0..<5))
        case 17: .playStream(QueueItem(id: 0, uri: "stream:\(pick(0..<9))"))
        case 19:
            .stopAfter([nil, .currentItem, .item(anyItem()), .seconds(Double(pick(0..<30)), fade: 5)][pick(0..<4)])
        case 16: pick(0..<6) == 0 ? .clear : .setVolume(level: nil, delta: 0.1, muted: nil)
        default:
            .setModes(
                repeats: QueueModes.Repeat.allCases.randomElement(using: &random), shuffles: pick(0..<2) == 0,
                consumes: pick(0..<4) == 0)
        }
    }

    mutating func anySegment() -> UInt64 {
        let known = ([stage.player.current].compactMap { $0 } + stage.player.tracks.ahead).map(\.segment)
        return pick(0..<4) == 0
            ? UInt64(pick(0..<max(1, Int(stage.player.numbers.segment) + 1))) : known.randomElement(using: &random) ?? 0
    }

    mutating func anyOpening() -> SourceToken? { (stage.pending + stage.givenUp).randomElement(using: &random) }

    mutating func step() {
        let wasPaused = stage.player.state == .paused
        let before = stage.actions.count
        var mayPlay = false
        switch pick(0..<23) {
        case 20, 21:
            stage.player.progress = DecodeReading(segment: anySegment(), frame: Int64(pick(0..<500_000)))
            story.append("looked at \(stage.player.progress.map { "\($0.frame) of \($0.segment)" } ?? "nothing")")
            stage.act { $0.lookAtBuffer() + $0.lookAtStop() }
            let cut = SilenceCut(frame: Int64(pick(0..<500_000)), skipped: Int64(pick(0..<100_000)))
            stage.tell(.silenceSkipped(segment: anySegment(), cut))
            stage.act { $0.lookAtLoop() + $0.lookAtSilence() }
        case 22:
            let change = TagChange(frame: FrameCount(Int64(pick(0..<500_000))), tags: ["title": "\(pick(0..<9))"])
            stage.tell(.tagsChanged(segment: anySegment(), change))
            stage.act { $0.announceTags() }
        case 0..<7:
            let command = anyCommand()
            story.append("\(command)")
            mayPlay = true
            if case .revert = command {} else { isUserPaused = command == .pause }
            stage.send(command)
        case 7..<12:
            guard let token = anyOpening() else { return }
            // A wait that a command began may end in sound, also after a pause of something else.
            mayPlay = stage.player.opening.map { $0.token == token && $0.hold == nil } ?? false
            story.append("opened \(token)")
            if pick(0..<5) == 0 {
                stage.failsToOpen(token)
            } else {
                let stream = SourceDescription.stream(pick(0..<2) == 0 ? 10 : nil)
                let song = SourceDescription.song(10, isSeekable: pick(0..<6) != 0, rate: pick(0..<3) == 0 ? .video : .cd)
                stage.opens(token, pick(0..<4) == 0 ? stream : song)
            }
        case 12..<14:
            let segment = anySegment()
            story.append("decoded \(segment)")
            switch pick(0..<8) {
            case 0: stage.tell(.failed(segment: segment, frames: 0, .missing))
            case 1: stage.tell(.failedToBegin(segment: segment, .missing))
            case 2: stage.tell(.overlapped(segment: segment, frames: Int64(pick(0..<132_300))))
            default: stage.tell(.decoded(segment: segment, frames: 441_000))
            }
        case 14..<18:
            let kind = [RenderEvent.Kind.began, .began, .ended, .paused, .dropped, .starved].randomElement(using: &random)
            let segment = anySegment()
            story.append("\(kind ?? .began) \(segment)")
            stage.hears(kind ?? .began, segment, at: Int64(pick(0..<500_000)))
        case 18: stage.goesOn(to: Double(pick(0..<12)))
        default:
            let isLost = stage.player.serverIsLost
            story.append(isLost ? "back" : "lost")
            mayPlay = stage.player.reason == .mediaServicesLost
            stage.tell(isLost ? .serverConnected(version: "1") : .serverLost(message: "gone"))
        }
        let news = stage.actions[before...]
        if !mayPlay, wasPaused, news.contains(.resume) || stage.player.state == .playing {
            Issue.record("a paused player plays by itself after \(story.suffix(12))")
        }
        if isUserPaused, stage.player.state == .playing { Issue.record("the user's pause is not kept: \(story.suffix(12))") }
    }
}

@Suite("Whatever happens")
struct RandomPlayerTests {
    @Test(
        "requests are answered once, sources closed once, a pause is kept, and positions stay inside", arguments: UInt64(1)...120)
    func promises(seed: UInt64) {
        var chaos = Chaos(seed: seed)
        for _ in 0..<400 {
            chaos.step()
            chaos.stage.checkLeftovers()
            guard !chaos.stage.isBroken else {
                Issue.record("after \(chaos.story.suffix(15))")
                return
            }
        }
        chaos.stage.send(.stop)
        chaos.stage.checkLeftovers()
        #expect(chaos.stage.player.state == .stopped)
    }
}
