import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("Silences that the player knows to be left out")
struct SilenceTests {
    private func stage(_ speed: Double = 1) -> PlayerStage {
        var stage = PlayerStage(["/a", "/b"])
        stage.player.configure {
            $0.options.skipSilence = .mild
            $0.options.speed = speed
        }
        stage.starts(.song(60))
        return stage
    }

    /// The worker leaves out `seconds` from second `given` of what it gives on, in all.
    private func leavesOut(_ stage: inout PlayerStage, _ seconds: Double, at given: Double) {
        let cut = SilenceCut(frame: Int64(given * 44_100), skipped: Int64(seconds * 44_100))
        stage.tell(.silenceSkipped(segment: stage.player.current?.segment ?? 0, cut))
    }

    @Test("which ones is an option that changes at once, and is not for live streams and parts that are repeated")
    func option() {
        var stage = PlayerStage(["/a"])
        stage.starts(.song(60))
        #expect(stage.player.skippedSilence == nil)
        stage.goesOn(to: 5)
        stage.send(.setOptions([.skipSilence: "strong"]))
        #expect(stage.begun.map(\.silence) == [SilenceRule(.strong)] && stage.begun.map(\.frame.value) == [220_500])
        #expect(stage.player.skippedSilence == 0)
        stage.send(.loop(from: 1, to: 9))
        #expect(stage.begun.last?.silence == nil)
        stage.send(.setLoop(nil))
        #expect(stage.begun.last?.silence == SilenceRule(.strong))
        // A part with a count has an end, and what follows it is not repeated.
        stage.send(.loop(from: 1, to: 9, count: 2))
        #expect(stage.begun.last?.silence?.from == 9 * 44_100 && stage.begun.last?.silence?.level == SilenceRule(.strong)?.level)
        var stream = PlayerStage(["http://h/a"])
        stream.player.configure { $0.options.skipSilence = .mild }
        stream.send(.play)
        stream.opens(nil, .stream(nil))
        #expect(stream.begun.map(\.silence) == [nil] && stream.player.skippedSilence == nil)
    }

    @Test("have the position jump, and are told with what was saved", arguments: [1, 2])
    func position(speed: Double) {
        var stage = stage(speed)
        leavesOut(&stage, 4, at: 10)
        leavesOut(&stage, 10, at: 20)
        stage.forget()
        stage.goesOn(to: 9 / speed)
        #expect(stage.seconds == 9 && abs((stage.player.timeToSilence ?? 0) - Int64(1e9 / speed) - 1_000_000) < 1_000)
        stage.goesOn(to: 11 / speed)
        #expect(stage.seconds == 15 && stage.player.timeToSilence == 0)
        stage.act { $0.lookAtSilence() }
        #expect(stage.events.contains(.silenceSkipped(seconds: 4, total: 4)) && stage.player.skippedSilence == 4)
        stage.goesOn(to: 22 / speed)
        stage.act { $0.lookAtSilence() }
        #expect(stage.seconds == 32 && stage.events.contains(.silenceSkipped(seconds: 6, total: 10)))
        #expect(stage.player.timeToSilence == nil)
        // Where it stands after a pause, a seek begins to count anew.
        stage.pauses(at: 22 / speed)
        #expect(stage.seconds == 32)
        stage.tell(.serverLost(message: "gone"))
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.seconds == 32 && stage.begun.last?.frame.value == Int64(32 * 44_100 / speed))
        stage.checkLeftovers()
    }

    @Test("are left out behind the last pass of a part, and in what follows it", arguments: [1, 2])
    func behindLoop(speed: Double) {
        var stage = stage(speed)
        stage.send(.loop(from: 2, to: 4, count: 3))
        stage.hears(.began)
        // Ten seconds of the media are left out from second 5 on, which is heard as second 9: the part was played two times more.
        leavesOut(&stage, 10, at: 5)
        stage.forget()
        stage.goesOn(to: 3 / speed)
        #expect(stage.seconds == 3)
        stage.goesOn(to: 8.5 / speed)
        #expect(stage.seconds == 4.5)
        stage.act { $0.lookAtLoop() }
        #expect(stage.player.loop == nil && abs((stage.player.timeToSilence ?? 0) - Int64(0.5e9 / speed) - 1_000_000) < 1_000)
        stage.goesOn(to: 9.5 / speed)
        #expect(stage.seconds == 15.5 && stage.player.timeToSilence == 0)
        stage.act { $0.lookAtSilence() }
        #expect(stage.events.contains(.silenceSkipped(seconds: 10, total: 10)))
        stage.decodes(frames: 54 * 44_100)
        stage.opens()
        #expect(stage.appended.map(\.silence) == [SilenceRule(.mild)])
        stage.pauses(at: 9.5 / speed)
        #expect(stage.seconds == 15.5)
        stage.tell(.serverLost(message: "gone"))
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.seconds == 15.5 && stage.begun.last?.frame.value == Int64(15.5 * 44_100 / speed))
        stage.checkLeftovers()
    }

    @Test("count as time saved and not as heard, and the end is that of the media")
    func listening() {
        var stage = stage()
        leavesOut(&stage, 20, at: 30)
        stage.decodes(frames: 40 * 44_100)
        stage.opens()
        stage.goesOn(to: 39)
        #expect(stage.seconds == 59)
        stage.hears(.ended)
        stage.hears(.began, stage.player.numbers.segment)
        let reports = stage.actions.compactMap { if case .listened(let report) = $0 { report } else { nil } }
        #expect(reports.map(\.end) == [.completed] && abs((reports.first?.seconds ?? 0) - 40) < 1e-6)
        #expect(stage.player.skippedSilence == 0, "of the next item nothing was left out yet")
    }

    @Test("bring a chapter nearer that is behind them")
    func chapters() {
        var song = SourceDescription.song(60)
        song.chapters = [MediaChapter(start: 0, end: 30, title: "One"), MediaChapter(start: 30, end: 60, title: "Two")]
        var stage = PlayerStage(["/a"])
        stage.player.configure { $0.options.skipSilence = .mild }
        stage.starts(song)
        stage.act { $0.followChapters(true) }
        leavesOut(&stage, 10, at: 20)
        stage.goesOn(to: 19.75)
        #expect(stage.player.timeToChapter.map { $0 <= 501_000_000 } ?? false, "it looks again soon")
        stage.goesOn(to: 20.1)
        #expect(stage.player.chapterIndex == 1 && stage.player.timeToChapter == 0)
    }

    @Test("places in them belong to the frame behind them")
    func places() {
        var cuts = SilenceCuts()
        cuts.add(SilenceCut(frame: 100, skipped: 50))
        cuts.add(SilenceCut(frame: 200, skipped: 80))
        cuts.add(SilenceCut(frame: 150, skipped: 90))
        #expect(cuts.cuts.count == 2, "no cut lies before one that is known")
        #expect([99, 100, 199, 200, 300].map { cuts.skipped(by: $0) } == [0, 50, 50, 80, 80])
        #expect([99, 100, 149, 150, 249, 250, 279, 280].map { cuts.given(at: $0) } == [99, 100, 100, 100, 199, 200, 200, 200])
    }
}
