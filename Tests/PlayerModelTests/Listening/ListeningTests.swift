import AudioTypes
import FoundationEssentials
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("What was heard of an item")
struct ListeningTests {
    @Test("pauses and seeks do not count, only what was heard")
    func heardTime() throws {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts(.song(600))
        stage.goesOn(to: 20)
        stage.pauses(at: 20)
        stage.player.now += 3_600_000_000_000
        stage.send(.play)
        stage.goesOn(to: 30)
        stage.send(.seekTo(500))
        stage.hears(.began, at: 500 * 44_100)
        stage.goesOn(to: 505)
        stage.send(.next)
        stage.opens()
        let report = try #require(stage.reports.first)
        #expect(stage.reports.count == 1 && report.item.uri == "/a" && report.duration == 600)
        #expect(abs(report.seconds - 35) < 0.1 && report.end == .skipped)
        #expect(!report.countsAsPlay && report.countsAsSkip)
    }

    @Test("has the state saved when the first frame is heard, which may be long after everything else")
    func savedWhenHeard() {
        var stage = PlayerStage(["/a"])
        stage.send(.playItem(1))
        stage.opens()
        stage.forget()
        stage.hears(.began)
        #expect(stage.actions.contains(.save))
        stage.forget()
        stage.hears(.began)
        #expect(!stage.actions.contains(.save))
    }

    @Test("an item that is heard to its end is completed, and the next one begins its own count")
    func completed() throws {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.preparesNext()
        stage.goesOn(to: 9)
        stage.hears(.began, stage.player.numbers.segment)
        let first = try #require(stage.reports.first)
        #expect(first.item.uri == "/a" && first.end == .completed && abs(first.seconds - 10) < 0.01)
        #expect(first.countsAsPlay && !first.countsAsSkip)
        stage.forget()
        stage.goesOn(to: 3)
        stage.send(.stop)
        let second = try #require(stage.reports.first)
        #expect(second.item.uri == "/b" && second.end == .left && abs(second.seconds - 3) < 0.1)
        #expect(!second.countsAsSkip, "who stops does not skip")
    }

    @Test("the last item of the queue is completed when its end was heard")
    func endOfQueue() throws {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.decodes()
        stage.goesOn(to: 10)
        stage.hears(.ended, at: 441_000)
        #expect(stage.player.state == .stopped)
        let report = try #require(stage.reports.first)
        #expect(report.end == .completed && abs(report.seconds - 10) < 0.01)
    }

    @Test("an item that repeats itself is a play each time")
    func repeats() {
        var stage = PlayerStage(["/a"], QueueModes(repeats: .one))
        stage.starts()
        for _ in 0..<2 {
            stage.preparesNext()
            stage.hears(.began, stage.player.numbers.segment)
        }
        #expect(stage.reports.map(\.end) == [.completed, .completed])
        #expect(stage.reports.allSatisfy { abs($0.seconds - 10) < 0.01 })
    }

    @Test("nothing is reported of an item of which nothing was heard, such as one that is passed over while paused")
    func unheard() {
        var stage = PlayerStage(["/a", "/b", "/c"])
        stage.send(.play)
        stage.opens()
        stage.send(.next)
        stage.opens()
        stage.send(.stop)
        #expect(stage.reports.isEmpty)
    }

    @Test("a server that is lost in between does not end the listening")
    func lostServer() throws {
        var stage = PlayerStage(["/a"])
        stage.starts(.song(600))
        stage.goesOn(to: 100)
        stage.tell(.serverLost(message: "gone"))
        stage.tell(.serverConnected(version: "1.0"))
        stage.hears(.began, at: 100 * 44_100)
        stage.goesOn(to: 150)
        #expect(stage.reports.isEmpty)
        stage.act { $0.endListening() }
        let report = try #require(stage.reports.first)
        #expect(abs(report.seconds - 150) < 0.2 && report.end == .left)
    }

    @Test(
        "half of an item or four minutes of it make a play",
        arguments: [
            (100.0, 50.0, true), (100, 49, false), (3_600, 240, true), (3_600, 239, false), (nil, 240, true), (nil, 99, false),
        ])
    func plays(duration: Double?, seconds: Double, counts: Bool) {
        let report = ListeningReport(
            item: QueueItem(id: 1, uri: "/a"), seconds: seconds, duration: duration, startedAt: 0, end: .skipped)
        #expect(report.countsAsPlay == counts && report.countsAsSkip == !counts)
    }
}

@Suite("Media that goes on where it was left")
struct ResumingTests {
    private func stage(_ uris: [String], leastMinutes: Double = 20) -> PlayerStage {
        var stage = PlayerStage(uris)
        stage.player.configure { $0.resume = ResumeRule(leastSeconds: leastMinutes * 60) }
        return stage
    }

    private func book(leftAt: Double? = nil) -> SourceDescription {
        var description = SourceDescription.song(3_600)
        description.leftAt = leftAt
        return description
    }

    @Test("it begins at the place at which it was left, and that is told")
    func goesOn() throws {
        var stage = stage(["/book", "/b"])
        stage.send(.play)
        stage.opens(nil, book(leftAt: 1_234.5))
        #expect(stage.begun.first?.frame == FrameCount(seconds: 1_234.5, at: .cd))
        #expect(stage.player.resumedFrom == 1_234.5)
        stage.hears(.began, at: Int64(1_234.5 * 44_100))
        #expect(stage.events.contains { if case .resumed(let item, 1_234.5) = $0 { item.uri == "/book" } else { false } })
        #expect(stage.seconds == 1_234.5)
    }

    @Test("a position that is asked for wins, also one that is asked for while it is opened")
    func explicit() {
        var stage = stage(["/book"])
        stage.send(.playPlace(0, at: 0))
        stage.opens(nil, book(leftAt: 1_000))
        #expect(stage.begun.first?.frame == .zero && stage.player.resumedFrom == nil)
        stage = self.stage(["/book"])
        stage.send(.play)
        stage.send(.seekTo(5))
        stage.opens(nil, book(leftAt: 1_000))
        #expect(stage.begun.first?.frame == FrameCount(seconds: 5, at: .cd))
    }

    @Test(
        "who plays the current item once more, or goes back to it, gets its beginning",
        arguments: [PlayerCommand.playPlace(0), .previous])
    func again(command: PlayerCommand) {
        var stage = stage(["/book"])
        stage.starts(book(leftAt: 1_000))
        stage.forget()
        stage.send(command)
        stage.opens(nil, book(leftAt: 1_000))
        #expect(stage.begun.first?.frame == .zero)
    }

    @Test("an item of the queue that follows without a gap goes on as well")
    func ahead() {
        var stage = stage(["/a", "/book"])
        stage.starts()
        stage.decodes()
        stage.opens(nil, book(leftAt: 600))
        #expect(stage.appended.first?.frame == FrameCount(seconds: 600, at: .cd))
        stage.hears(.began, stage.player.numbers.segment, at: 600 * 44_100)
        #expect(stage.player.resumedFrom == 600)
    }

    @Test("the place is kept when it is left, and forgotten at its end")
    func places() throws {
        var stage = stage(["/book", "/b"])
        stage.starts(book())
        stage.goesOn(to: 700)
        stage.send(.next)
        stage.opens()
        guard case .keep(let seconds)? = stage.reports.first?.place else { throw TestFailure("nothing was kept") }
        #expect(abs(seconds - 700) < 0.1)
        stage.send(.previous)
        stage.opens(nil, book())
        stage.hears(.began)
        stage.forget()
        stage.goesOn(to: 3_580)
        stage.send(.next)
        stage.opens()
        #expect(stage.reports.last?.place == .forget)
    }

    @Test("songs have no place, and nothing has one for its length while nobody asked for that")
    func songs() {
        for minutes in [0.0, 20] {
            var stage = stage(["/a", "/b"], leastMinutes: minutes)
            stage.starts(minutes == 0 ? book() : .song(300))
            stage.goesOn(to: 200)
            stage.send(.next)
            stage.opens()
            #expect(stage.reports.first.map { $0.place == nil } ?? false)
        }
    }

    @Test("spoken media goes on however short it is, unless nobody wants that, and what has no end never does")
    func spoken() {
        let rule = ResumeRule(leastSeconds: 1_200)
        #expect(rule.applies(to: "/a.mp3", duration: 300, isSpoken: true))
        #expect(!rule.applies(to: "/a.mp3", duration: 300, isSpoken: false))
        #expect(rule.applies(to: "/a.mp3", duration: 1_200, isSpoken: false))
        #expect(!rule.applies(to: "/a.mp3", duration: nil, isSpoken: true), "a station has no end")
        #expect(!rule.applies(to: "/a.mp3", duration: 40, isSpoken: true), "nothing is left between its beginning and its end")
        #expect(!rule.applies(to: "file:///a.flac#t=10,4000", duration: 3_990, isSpoken: true))
        #expect(!rule.applies(to: "stream:7", duration: 3_990, isSpoken: true))
        // The defaults.
        #expect(ResumeRule().applies(to: "/a.mp3", duration: 300, isSpoken: true))
        #expect(!ResumeRule().applies(to: "/a.mp3", duration: 90_000, isSpoken: false))
        let lengthOnly = ResumeRule(leastSeconds: 1_200, includesSpoken: false)
        #expect(!lengthOnly.applies(to: "/a.mp3", duration: 300, isSpoken: true))
        #expect(lengthOnly.applies(to: "/a.mp3", duration: 1_200, isSpoken: true))
        let off = ResumeRule(includesSpoken: false)
        #expect(!off.applies(to: "/a.m4b", duration: 9_000, isSpoken: true))
    }

    @Test(
        "what the media says when it is opened decides, and stays with the item",
        arguments: [
            (["genre": "Podcast"], true), (["media_type": "2"], true), (["genre": "Jazz"], false), (["media_type": "1"], false),
            ([:], false),
        ] as [([String: String], Bool)])
    func marks(tags: [String: String], goesOn: Bool) throws {
        var stage = PlayerStage(["/episode", "/b"])
        var episode = SourceDescription.song(300)
        episode.tags = tags
        stage.starts(episode)
        stage.goesOn(to: 200)
        stage.send(.next)
        stage.opens()
        let report = try #require(stage.reports.first)
        #expect((report.place != nil) == goesOn)
        // A run that is killed has only the item as it was saved.
        let saved = try JSONDecoder().decode(QueueItem.self, from: JSONEncoder().encode(stage.player.queue.items[0]))
        #expect(saved.isSpoken == goesOn && ResumeRule().applies(to: saved) == goesOn)
    }

    @Test("a file that is no book any more when it is opened again is music")
    func corrected() {
        var stage = PlayerStage(["/episode"])
        var episode = SourceDescription.song(300)
        episode.tags = ["media_type": "21"]
        stage.starts(episode)
        #expect(stage.player.queue.items[0].isSpoken)
        stage.send(.playPlace(0))
        stage.opens(nil, .song(300))
        #expect(!stage.player.queue.items[0].isSpoken)
    }

    @Test(
        "who leaves at the very beginning or at the end begins anew",
        arguments: [(5.0, false), (11, true), (3_500, true), (3_575, false)])
    func edges(seconds: Double, isKept: Bool) {
        #expect((ResumeRule(leastSeconds: 60).change(leftAt: seconds, of: 3_600) == .keep(seconds)) == isKept)
    }
}

@Suite("Chapters of the current item")
struct ChapterTests {
    private var book: SourceDescription {
        var description = SourceDescription.song(100)
        description.chapters = MediaChapter.ordered([
            MediaChapter(start: 0, end: nil, title: "One"), MediaChapter(start: 30, end: nil, title: "Two"),
            MediaChapter(start: 60, end: 90, title: "Three"),
        ])
        return description
    }

    @Test("the chapter at the position is the current one, and none in a gap")
    func current() {
        var stage = PlayerStage(["/a"])
        stage.starts(book)
        for (seconds, index) in [(0.0, 0), (29.9, 0), (30, 1), (75, 2)] {
            stage.goesOn(to: seconds)
            #expect(stage.player.chapterIndex == index, "\(seconds)")
        }
        stage.goesOn(to: 95)
        #expect(stage.player.chapterIndex == nil)
    }

    @Test(
        "a chapter is gone to by its index, by next and by previous",
        arguments: [
            (ChapterTarget.index(2), 60.0), (.next, 60), (.previous, 30), (.index(0), 0),
        ])
    func goTo(target: ChapterTarget, seconds: Double) {
        var stage = PlayerStage(["/a"])
        stage.starts(book)
        stage.goesOn(to: 40)
        stage.forget()
        #expect(stage.ask(.seekToChapter(target)) == .done)
        #expect(stage.begun.first?.frame == FrameCount(seconds: seconds, at: .cd))
    }

    @Test("previous goes to the chapter before if the current one has only just begun")
    func previousOfBeginning() {
        var stage = PlayerStage(["/a"])
        stage.starts(book)
        stage.goesOn(to: 31)
        stage.forget()
        stage.send(.seekToChapter(.previous))
        #expect(stage.begun.first?.frame == .zero)
    }

    @Test("next goes to the next item behind the last chapter")
    func nextItem() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts(book)
        stage.goesOn(to: 70)
        stage.send(.seekToChapter(.next))
        #expect(stage.pendingURIs == ["/b"])
    }

    @Test("what has no chapters, or too few, is refused with its name")
    func refused() {
        var stage = PlayerStage(["/a"])
        #expect(stage.ask(.seekToChapter(.next))?.code == .nothingToPlay)
        stage.starts()
        #expect(stage.ask(.seekToChapter(.next))?.code == .chapterNotFound)
        stage = PlayerStage(["/a"])
        stage.starts(book)
        #expect(stage.ask(.seekToChapter(.index(3)))?.code == .chapterNotFound)
    }

    @Test("another chapter is told when it is heard, and nobody looks unless somebody follows")
    func told() {
        var stage = PlayerStage(["/a"])
        stage.starts(book)
        #expect(stage.player.timeToChapter == nil)
        stage.act { $0.followChapters(true) }
        stage.goesOn(to: 28)
        #expect(stage.player.timeToChapter.map { abs($0 - 2_000_000_000) < 50_000_000 } ?? false)
        stage.goesOn(to: 30.5)
        #expect(stage.player.timeToChapter == 0)
        stage.act { $0.announceChapter() }
        #expect(stage.events.contains { if case .chapterChanged(let chapter, 1) = $0 { chapter?.title == "Two" } else { false } })
        #expect(stage.player.timeToChapter.map { abs($0 - 29_500_000_000) < 50_000_000 } ?? false)
        stage.pauses(at: 31)
        #expect(stage.player.timeToChapter == nil)
    }

    @Test("a line of lyrics is told when it is heard, and again after a seek, and nobody looks unless somebody follows")
    func lyricLines() throws {
        func told(_ stage: PlayerStage) -> [Int?] {
            stage.events.compactMap { if case .lyricLine(_, let index) = $0 { .some(index) } else { nil } }
        }
        let lyrics = try #require(LRC.lyrics(in: "[00:10.00]One\n[00:20.00]Two"))
        var stage = PlayerStage(["/a"])
        stage.starts(book)
        let item = try #require(stage.player.item?.id)
        stage.act { $0.take(lyrics, ofItem: item) }
        #expect(stage.player.timeToLyricLine == nil)
        stage.act { $0.followLyrics(true) }
        #expect(stage.player.timeToLyricLine == nil)
        stage.act { $0.take(lyrics, ofItem: item) }
        stage.goesOn(to: 8)
        #expect(stage.player.timeToLyricLine.map { abs($0 - 2_000_000_000) < 50_000_000 } ?? false)
        stage.goesOn(to: 10.5)
        #expect(stage.player.timeToLyricLine == 0)
        stage.act { $0.announceLyricLine() }
        #expect(told(stage) == [0])
        #expect(stage.player.timeToLyricLine.map { abs($0 - 9_500_000_000) < 50_000_000 } ?? false)
        stage.goesOn(to: 21)
        stage.act { $0.announceLyricLine() }
        #expect(told(stage) == [0, 1])
        #expect(stage.player.timeToLyricLine == nil)
        // Those of another item, which come late, change nothing; nor is a line told twice.
        stage.act { $0.take(nil, ofItem: item + 1) }
        stage.act { $0.announceLyricLine() }
        #expect(told(stage) == [0, 1])
        stage.act { $0.take(nil, ofItem: item) }
        #expect(told(stage) == [0, 1, nil])
        stage.act { $0.followLyrics(false) }
        #expect(stage.player.timeToLyricLine == nil)
    }
}

private struct TestFailure: Error {
    let sentence: String
    init(_ sentence: String) { self.sentence = sentence }
}

extension PlayerStage {
    /// What was reported of items that were heard.
    fileprivate var reports: [ListeningReport] {
        actions.compactMap { if case .listened(let report) = $0 { report } else { nil } }
    }
}
