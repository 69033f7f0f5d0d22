import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("A part that is heard over and over")
struct PlayerLoopTests {
    /// A player that plays ten seconds, and repeats the third and fourth of them.
    private func stage(speed: Double = 1, count: Int? = nil, at seconds: Double = 0) -> PlayerStage {
        var stage = PlayerStage(["/a", "/b"])
        stage.player.configure { $0.options.speed = speed }
        stage.starts()
        stage.goesOn(to: seconds / speed)
        stage.send(.loop(from: 2, to: 4, count: count))
        stage.hears(.began, at: stage.begun.last?.frame.value ?? 0)
        return stage
    }

    private func told(_ stage: PlayerStage) -> [MediaLoop?] {
        stage.events.compactMap { if case .loopChanged(let loop) = $0 { .some(loop) } else { nil } }
    }

    @Test("is decoded as such from where playback is, and is told")
    func begins() {
        let stage = stage(at: 1)
        #expect(stage.begun.map(\.frame.value) == [44_100])
        #expect(stage.begun.first?.loop == FrameLoop(start: 88_200, end: 176_400))
        #expect(told(stage) == [MediaLoop(from: 2, to: 4)] && stage.player.state == .playing)
    }

    @Test("begins at its beginning where playback is behind it")
    func behind() {
        #expect(stage(at: 5).begun.map(\.frame.value) == [88_200])
        var paused = PlayerStage(["/a"])
        paused.starts()
        paused.pauses(at: 6)
        paused.forget()
        #expect(paused.ask(.loop(from: 2, to: 4)) == .done)
        #expect(paused.seconds == 2 && paused.player.state == .paused)
        #expect(paused.events.contains { if case .positionChanged(let place) = $0 { place.seconds == 2 } else { false } })
    }

    @Test("has the position go back with it, and tells each time", arguments: [1, 1.5])
    func position(speed: Double) {
        var stage = stage(speed: speed)
        stage.forget()
        stage.goesOn(to: 3 / speed)
        #expect(abs((stage.seconds ?? 0) - 3) < 1e-4)
        let time = Int64(1_001_000_000 / speed)
        #expect(abs((stage.player.timeToLoop ?? 0) - time) < 2_000_000)
        stage.goesOn(to: 4.5 / speed)
        #expect(abs((stage.seconds ?? 0) - 2.5) < 1e-4 && stage.player.timeToLoop == 0)
        stage.act { $0.lookAtLoop() }
        let places = stage.events.compactMap { if case .positionChanged(let place) = $0 { place.seconds } else { nil } }
        #expect(places.count == 1 && abs((places.first ?? 0) - 2.5) < 1e-4 && told(stage).isEmpty)
        stage.goesOn(to: 103.25 / speed)
        #expect(abs((stage.seconds ?? 0) - 3.25) < 1e-3)
        // Counted on between two readings of the clock, it goes back as well.
        stage.player.now += Int64(1_000_000_000 / speed)
        #expect(abs(stage.player.secondsNow - 2.25) < 1e-3)
        stage.checkLeftovers()
    }

    @Test("tells the place behind a turn also where the newest reading of the clock is from before it")
    func countedOnAtTurn() {
        var stage = stage()
        stage.goesOn(to: 3.99)
        stage.forget()
        stage.player.now += 20_000_000
        stage.act { $0.lookAtLoop() }
        let places = stage.events.compactMap { if case .positionChanged(let place) = $0 { place } else { nil } }
        #expect(places.count == 1 && abs((places.first?.seconds ?? 0) - 2.01) < 1e-4)
        #expect(places.first?.monotonic == Double(stage.player.now) / 1e9 && places.first?.rate == 1)
    }

    @Test("stands at its beginning where the clock goes back over a turn, which does not turn again")
    func clockGoesBack() {
        var stage = stage()
        stage.goesOn(to: 4.01)
        stage.act { $0.lookAtLoop() }
        stage.forget()
        stage.goesOn(to: 3.95)
        #expect(abs((stage.seconds ?? 0) - 2) < 1e-4 && abs(stage.player.secondsNow - 2) < 1e-4)
        #expect(stage.player.timeToLoop ?? 0 > 1_900_000_000, "nothing is due")
        stage.act { $0.lookAtLoop() }
        #expect(stage.events.isEmpty)
        stage.goesOn(to: 4.5)
        #expect(abs((stage.seconds ?? 0) - 2.5) < 1e-4)
        stage.goesOn(to: 6.5)
        stage.act { $0.lookAtLoop() }
        #expect(stage.events.count == 1, "the next turn")
    }

    @Test("tells the turns of a short part four times a second, and its end at once")
    func short() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.goesOn(to: 2)
        stage.send(.loop(from: 2, to: 2.1, count: 10))
        stage.hears(.began, at: 88_200)
        stage.forget()
        var (told, place) = (0, 2.0)
        let start = stage.player.now
        while stage.player.loop != nil, told < 100 {
            guard let time = stage.player.timeToLoop else { break }
            place += Double(max(time, 1)) / 1e9
            stage.player.now += max(time, 1)
            stage.player.anchor = RenderAnchor(
                now: stage.player.now, delay: 0, mediaFrame: Int64(place * 44_100), segment: stage.player.current?.segment ?? 0,
                isMoving: true)
            stage.act { $0.lookAtLoop() }
            told += 1
        }
        #expect(told == 4 || told == 5, "\(told) in a second")
        let seconds = Double(stage.player.now - start) / 1e9
        #expect(abs(seconds - 1) < 0.01 && stage.player.loop == nil, "\(seconds)")
        #expect(abs((stage.seconds ?? 0) - 2.1) < 0.01)
    }

    @Test("has as many passes left as before when the server goes while it plays")
    func countedThroughLoss() {
        var stage = stage(count: 5)
        stage.goesOn(to: 8.5)
        stage.act { $0.lookAtLoop() }
        #expect(stage.player.loop?.left == 2)
        stage.tell(.serverLost(message: "gone"))
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.player.loop?.left == 2 && stage.begun.last?.loop?.passes == 2)
    }

    @Test("is heard as often as was wanted, and then what is behind it")
    func counted() {
        var stage = stage(count: 3)
        #expect(stage.begun.last?.loop?.passes == 3)
        stage.forget()
        for (second, left) in [(5.0, 2), (7, 1)] {
            stage.goesOn(to: second)
            stage.act { $0.lookAtLoop() }
            #expect(stage.player.loop?.left == left && stage.player.loop?.count == 3)
        }
        stage.goesOn(to: 8.5)
        stage.act { $0.lookAtLoop() }
        #expect(stage.player.loop == nil && told(stage).last == .some(nil) && stage.seconds == 4.5)
        #expect(told(stage).map { $0?.left } == [2, 1, nil] && stage.player.timeToLoop == nil)
        stage.decodes(frames: 441_000 + 2 * 88_200)
        #expect(stage.pendingURIs == ["/b"], "the queue goes on")
        stage.hears(.ended)
        let heard = stage.actions.compactMap { if case .listened(let report) = $0 { report } else { nil } }
        #expect(heard.isEmpty)
        stage.opens()
        stage.hears(.began, stage.player.numbers.segment)
        let reports = stage.actions.compactMap { if case .listened(let report) = $0 { report } else { nil } }
        #expect(reports.map(\.end) == [.completed] && abs((reports.first?.seconds ?? 0) - 14) < 1e-6, "all passes were heard")
        stage.checkLeftovers()
    }

    @Test("stays through seeks, changes of speed and pauses, with the passes that are left")
    func stays() {
        var stage = stage(count: 5)
        stage.goesOn(to: 6.5)
        stage.send(.setSpeed(2))
        #expect(stage.begun.last?.frame.value == 2 * 55_125 / 2 && stage.begun.last?.loop?.passes == 3)
        #expect(stage.player.loop?.left == 3)
        stage.hears(.began, at: 55_125)
        stage.send(.seekTo(7))
        #expect(stage.begun.last?.loop == nil && stage.player.loop != nil, "behind it, nothing is repeated")
        stage.hears(.began, at: 7 * 22_050)
        #expect(stage.player.timeToLoop == nil && stage.seconds == 7)
        stage.send(.seekTo(1))
        #expect(stage.begun.last?.loop?.passes == 3)
        stage.hears(.began, at: 22_050)
        stage.goesOn(to: 2.25)
        stage.pauses(at: 2.25)
        #expect(stage.seconds == 2.5)
        stage.tell(.serverLost(message: "gone"))
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.seconds == 2.5 && stage.begun.last?.frame.value == 55_125 && stage.begun.last?.loop?.passes == 2)
    }

    @Test("is taken back where playback is")
    func off() {
        var stage = stage()
        stage.goesOn(to: 7)
        stage.forget()
        #expect(stage.ask(.setLoop(nil)) == .done)
        #expect(stage.begun.map(\.frame.value) == [3 * 44_100] && stage.begun.last?.loop == nil && told(stage) == [nil])
        stage.forget()
        #expect(stage.ask(.setLoop(nil)) == .done)
        #expect(stage.actions.count == 1)
    }

    @Test("ends with its item", arguments: [PlayerCommand.next, .stop, .playPlace(0)])
    func ends(command: PlayerCommand) {
        var stage = stage()
        stage.forget()
        stage.send(command)
        if stage.player.opening != nil { stage.opens() }
        #expect(told(stage) == [nil] && stage.player.loop == nil)
        #expect(stage.begun.allSatisfy { $0.loop == nil })
    }

    @Test("is not one of nothing, of what one cannot seek in, and of less than a tenth of a second")
    func refused() {
        var stage = PlayerStage(["/a"])
        #expect(stage.ask(.loop(from: 1, to: 2))?.code == .nothingToPlay)
        stage.starts()
        #expect(stage.ask(.loop(from: 1, to: 1.05))?.code == .rangeNotAllowed)
        #expect(stage.ask(.loop(from: 9.95, to: 99))?.code == .rangeNotAllowed)
        #expect(stage.ask(.loop(from: 5, to: 99)) == .done && stage.player.loop?.to == 10)
        var stream = PlayerStage(["http://h/a"])
        stream.starts(.stream(nil))
        #expect(stream.ask(.loop(from: 1, to: 2))?.code == .notSeekable)
    }

    @Test("tells the chapter again that it goes back to")
    func chapters() {
        var song = SourceDescription.song()
        song.chapters = [MediaChapter(start: 0, end: 3, title: "One"), MediaChapter(start: 3, end: 10, title: "Two")]
        var stage = PlayerStage(["/a"])
        stage.starts(song)
        stage.act { $0.followChapters(true) }
        stage.send(.loop(from: 2, to: 4))
        stage.hears(.began)
        var indices: [Int?] = []
        for second in [3.5, 4.5, 5.5] {
            stage.goesOn(to: second)
            #expect(stage.player.timeToChapter == 0)
            stage.act { $0.announceChapter() }
            indices.append(stage.player.chapterIndex)
            #expect((stage.player.timeToChapter ?? 0) <= 1_001_000_000)
        }
        #expect(indices == [1, 0, 1])
    }
}
