import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("The speed at which media are played")
struct SpeedTests {
    /// A player that plays ten seconds at that speed.
    private func stage(_ speed: Double, _ uris: [String] = ["/a", "/b"], _ song: SourceDescription = .song()) -> PlayerStage {
        var stage = PlayerStage(uris)
        stage.player.configure { $0.options.speed = speed }
        stage.starts(song)
        return stage
    }

    @Test("is the nearest step of 0.05 from 0.25 to 4, is told and is saved")
    func option() {
        var stage = PlayerStage(["/a"])
        #expect(stage.ask(.setOptions([.speed: 1.5])) == .done)
        let told: [PlayerEvent] = [
            .optionsChanged(PlaybackOptions([.speed: 1.5])), .speedChanged(SpeedInForce(speed: 1.5, owner: nil)),
        ]
        #expect(stage.events == told && stage.actions.contains(.save))
        for (wanted, speed) in [(1.07, 1.05), (0.1, 0.25), (9, 4), (1.98, 2), (-.infinity, 0.25), (1.149_999_9, 1.15)] {
            stage.send(.setOptions([.speed: .number(wanted)]))
            #expect(stage.player.configuration.options.speed == speed)
        }
        stage.forget()
        stage.send(.setOptions([.speed: .number(.nan)]))
        #expect(stage.events.isEmpty)
    }

    @Test("changes at once: what plays goes on where its fade ends, and what is open behind it is opened again")
    func change() {
        var stage = stage(1)
        stage.preparesNext()
        stage.goesOn(to: 4)
        // The cycle and the fade behind it are still heard.
        stage.player.anchor?.fadeEnd = 4 * 44_100 + 2_206
        stage.forget()
        #expect(stage.ask(.setOptions([.speed: 2.0])) == .done)
        #expect(stage.begun.map(\.speed) == [2])
        #expect(stage.begun.map(\.frame.value) == [(4 * 44_100 + 2_206) / 2], "counted as it is heard")
        #expect(stage.player.state == .playing && abs((stage.seconds ?? 0) - (4 + 2_206 / 44_100.0)) < 1e-9)
        stage.hears(.began, at: (4 * 44_100 + 2_206) / 2)
        #expect(stage.player.position?.rate == 2)
        stage.preparesNext()
        #expect(stage.appended.map(\.speed) == [2] && stage.player.speed == 2)
        stage.checkLeftovers()
    }

    @Test("just behind a joint changes what is rendered by then, and not the end that the device still holds", arguments: [0, 1])
    func behindJoint(_ option: Int) {
        var stage = PlayerStage(["/a", "/b", "/c"])
        var song = SourceDescription.song()
        song.replayGain = ReplayGain(track: .init(decibels: -6))
        stage.starts(song)
        stage.decodes()
        stage.opens(nil, song)
        stage.goesOn(to: 9.9)
        let next = stage.player.numbers.segment
        // The loudspeaker is 200 ms behind, and still has the end of the first track.
        stage.player.anchor = RenderAnchor(
            now: stage.player.now, delay: 200_000_000, mediaFrame: 1_024, fadeEnd: 2_489, segment: next, isMoving: true)
        stage.forget()
        stage.send(.setOptions(option == 0 ? [.speed: 2.0] : [.replayGain: "track"]))
        #expect(stage.begun.map(\.token) == [2], "the second track")
        #expect(stage.begun.map(\.frame.value) == [option == 0 ? 1_245 : 2_489])
        #expect(stage.announced == ["/b"] && stage.player.item?.uri == "/b" && stage.player.state == .playing)
        stage.hears(.began, at: 2_489)
        #expect(stage.announced == ["/b"], "told once")
        let heard = stage.actions.compactMap { if case .listened(let report) = $0 { report.seconds } else { nil } }
        #expect(heard == [10], "the first one to its end")
        stage.preparesNext()
        stage.hears(.ended)
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.announced == ["/b", "/c"])
        stage.checkLeftovers()
    }

    @Test("goes on in what follows where the fade reaches over the joint, and leaves the last moments of the queue alone")
    func overJoint() {
        var stage = stage(1)
        stage.preparesNext()
        stage.goesOn(to: 9.99)
        stage.player.anchor?.fadeEnd = 441_100
        stage.forget()
        stage.send(.setOptions([.speed: 2.0]))
        #expect(stage.begun.map(\.frame.value) == [50] && stage.begun.map(\.token) == [2])
        stage.hears(.began, at: 50)
        stage.decodes(frames: 220_450)
        stage.goesOn(to: 4.999)
        stage.player.anchor?.fadeEnd = 220_700
        stage.forget()
        stage.send(.setOptions([.speed: 1.0]))
        #expect(stage.begun.isEmpty && stage.player.speed == 2)
        stage.hears(.ended)
        #expect(stage.player.state == .stopped && stage.player.reason == .endOfQueue)
        stage.checkLeftovers()
    }

    @Test("that changes, and every seek, tells the chapter only if it is another one")
    func chapterNews() {
        var song = SourceDescription.song()
        song.chapters = [MediaChapter(start: 0, end: 3, title: "One"), MediaChapter(start: 3, end: 10, title: "Two")]
        var stage = stage(1, ["/a"], song)
        stage.act { $0.followChapters(true) }
        stage.goesOn(to: 4)
        stage.act { $0.announceChapter() }
        stage.forget()
        for command in [PlayerCommand.setSpeed(2), .seekTo(5)] {
            stage.send(command)
            #expect(stage.player.timeToChapter != 0)
            stage.act { $0.announceChapter() }
            stage.hears(.began, at: stage.begun.last?.frame.value ?? 0)
            stage.act { $0.announceChapter() }
        }
        func told() -> [Int?] { stage.events.compactMap { if case .chapterChanged(_, let index) = $0 { index } else { nil } } }
        #expect(told().isEmpty)
        stage.send(.seekTo(1))
        stage.hears(.began, at: 22_050)
        stage.act { $0.announceChapter() }
        #expect(told() == [0])
    }

    @Test("moves the position: a second of sound is as many seconds of the media, less what is still on its way")
    func position() {
        var stage = stage(1.5)
        stage.player.now += 1_000_000_000
        stage.player.anchor = RenderAnchor(
            now: stage.player.now, delay: 200_000_000, mediaFrame: 88_200, segment: stage.player.current?.segment ?? 0,
            isMoving: true)
        #expect(abs((stage.seconds ?? 0) - (2 - 0.2) * 1.5) < 1e-9 && stage.player.position?.rate == 1.5)
        stage.player.now += 1_000_000_000
        #expect(abs(stage.player.secondsNow - 4.2) < 1e-9)
    }

    @Test("leaves a paused player where it is, also when the speed changes")
    func paused() {
        var stage = stage(1.5)
        stage.goesOn(to: 2)
        stage.pauses(at: 2)
        #expect(stage.seconds == 3)
        stage.send(.setOptions([.speed: 0.75]))
        #expect(stage.player.state == .paused && stage.seconds == 3 && !stage.actions.contains(.resume))
        #expect(stage.begun.map(\.frame.value).last == 176_400)
    }

    @Test("seeks by seconds of the media, to the nearest frame, and knows their end")
    func seeking() {
        var stage = stage(2)
        #expect(stage.ask(.seekTo(7)) == .done)
        #expect(stage.begun.last?.frame.value == 7 * 22_050 && stage.seconds == 7)
        stage.forget()
        stage.send(.seekTo(11))
        #expect(stage.pendingURIs == ["/b"], "past the end is the next item")
    }

    @Test("counts chapters, what was heard and where it ended by the media")
    func media() {
        var song = SourceDescription.song()
        song.chapters = [
            MediaChapter(start: 0, end: 3, title: "One"), MediaChapter(start: 3, end: 10, title: "Two"),
        ]
        var stage = stage(1.5, ["/a"], song)
        stage.act { $0.followChapters(true) }
        stage.goesOn(to: 1)
        // 1.5 s of the chapter are left: one second of sound.
        #expect(stage.player.timeToChapter == 1_001_000_000)
        stage.goesOn(to: 2)
        #expect(stage.player.chapterIndex == 1)
        stage.decodes(frames: 294_000)
        stage.forget()
        stage.hears(.ended)
        let heard = stage.actions.compactMap { if case .listened(let report) = $0 { report } else { nil } }
        #expect(heard.map(\.end) == [.completed] && abs((heard.first?.seconds ?? 0) - 10) < 1e-6, "\(heard)")
    }

    @Test("of live streams and of what one cannot seek in is 1, and the status says why")
    func live() {
        var stage = PlayerStage(["http://h/a"])
        stage.player.configure { $0.options.speed = 2 }
        stage.starts(.stream(nil))
        #expect(stage.player.speed == 1 && stage.player.speedObstacle == .live)
        stage.send(.setOptions([.speed: 3.0]))
        #expect(stage.begun.isEmpty && stage.player.speed == 1)
        stage.send(.setOptions([.speed: 1.0]))
        #expect(stage.player.speedObstacle == nil)
    }

    @Test("of what follows a live stream is the chosen one, and positions of each count by its own")
    func behindStream() {
        var stage = PlayerStage(["/a", "/b"])
        stage.player.configure { $0.options.speed = 2 }
        stage.starts(.song(isSeekable: false))
        stage.preparesNext()
        #expect(stage.appended.map(\.speed) == [2] && stage.player.speed == 1)
        let next = stage.player.numbers.segment
        let anchor = RenderAnchor(now: stage.player.now, delay: 0, mediaFrame: 44_100, segment: next, isMoving: true)
        #expect(stage.player.place(by: anchor, at: stage.player.now)?.seconds == 2)
        stage.hears(.began, next)
        #expect(stage.player.speed == 2 && stage.player.speedObstacle == nil)
        let heard = stage.actions.compactMap { if case .listened(let report) = $0 { report.seconds } else { nil } }
        #expect(heard == [10], "the stream has its own seconds")
    }

    @Test("leaves stops where they are: after so much time by the clock, or at the end of the item, wherever that is")
    func stops() {
        var stage = stage(1.5)
        stage.send(.stopAfter(.seconds(60, fade: 0)))
        #expect(stage.player.timeToStop == 60_000_000_000)
        stage.goesOn(to: 2)
        #expect(stage.player.timeToStop == 59_000_000_000 && stage.seconds == 3)
        stage.send(.stopAfter(.currentItem))
        stage.decodes(frames: 294_000)
        #expect(stage.pending.isEmpty, "nothing follows")
        stage.goesOn(to: 6.6)
        stage.send(.setSpeed(2))
        #expect(stage.begun.last.map { abs(Double($0.frame.value) - 9.9 * 22_050) < 1 } ?? false)
        stage.decodes(frames: 2_205)
        stage.hears(.began, at: 218_295)
        stage.hears(.ended)
        #expect(stage.player.state == .stopped && stage.player.reason == .stopAfter && stage.player.queue.current?.uri == "/b")
        stage.checkLeftovers()
    }

    @Test("has nothing to do with the place at which a book was left: that is told and kept by the media")
    func resuming() {
        var book = SourceDescription.song(3_600)
        book.leftAt = 1_200
        var stage = PlayerStage(["/book", "/b"])
        stage.player.configure {
            $0.resume = ResumeRule(leastSeconds: 1_200)
            $0.options.speed = 1.5
        }
        stage.send(.play)
        stage.opens(nil, book)
        #expect(stage.begun.first?.frame.value == 800 * 44_100 && stage.player.resumedFrom == 1_200)
        stage.hears(.began, at: 800 * 44_100)
        stage.goesOn(to: 900)
        #expect(stage.seconds == 1_350)
        stage.send(.stop)
        let places = stage.actions.compactMap { if case .listened(let report) = $0 { report.place } else { nil } }
        #expect(places == [.keep(1_350)])
    }

    @Test("leaves an overlap as long as it is heard, and at most half of what is heard of each track")
    func overlap() {
        var stage = PlayerStage(["/a/1", "/b/2"])
        stage.player.configure {
            $0.options.speed = 4
            $0.options.crossfadeSeconds = 1
        }
        stage.starts()
        stage.preparesNext()
        #expect(stage.appended.last?.join.overlap.value == 44_100)
        stage = PlayerStage(["/a/1", "/b/2"])
        stage.player.configure {
            $0.options.speed = 4
            $0.options.crossfadeSeconds = 3
        }
        stage.starts()
        stage.preparesNext()
        #expect(stage.appended.last?.join.overlap.value == 55_125)
    }
}
