import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("Another audio track")
struct TrackTests {
    private static let german = [LanguageCode("de")].compactMap(\.self)[0]

    /// A film with two tracks, of which one is played.
    private static func film(_ index: Int = 1, isSeekable: Bool = true, rate: SampleRate = .cd) -> SourceDescription {
        var description = SourceDescription.song(isSeekable: isSeekable, rate: rate)
        description.tracks = [SoundTrack(index: 1, language: LanguageCode("en")), SoundTrack(index: 2, language: german)]
        description.trackIndex = index
        return description
    }

    private func playing() -> PlayerStage {
        var stage = PlayerStage(["film", "song"])
        stage.starts(Self.film())
        stage.goesOn(to: 3)
        return stage
    }

    @Test("goes on at the place that is heard when it is open, without another item being told")
    func switches() throws {
        var stage = playing()
        let old = try #require(stage.player.current?.token)
        let request = stage.send(.selectTrack(.language(Self.german)))
        #expect(stage.actions.contains { if case .open(_, "film", _, .index(2)) = $0 { true } else { false } })
        #expect(stage.answers[request] == nil && stage.player.current?.token == old, "the old one is heard until then")
        stage.goesOn(to: 4)
        stage.opens(nil, Self.film(2))
        #expect(stage.begun.map(\.frame) == [FrameCount(4 * 44_100)])
        #expect(stage.answers[request] == .done)
        #expect(stage.announced.isEmpty && stage.player.state == .playing && stage.player.queue.currentID == 1)
        #expect(stage.player.queue.items[0].track == .language(Self.german), "it is played so again")
        stage.checkLeftovers()
    }

    @Test("of a paused player stays paused, at its place in frames of its own rate")
    func paused() throws {
        var stage = playing()
        stage.pauses(at: 3)
        stage.send(.selectTrack(.index(2)))
        stage.opens(nil, Self.film(2, rate: .video))
        #expect(stage.player.state == .paused && stage.seconds == 3)
        #expect(stage.begun.map(\.frame) == [FrameCount(3 * 48_000)])
        stage.checkLeftovers()
    }

    @Test("heeds a seek, a pause and a play that come while it opens")
    func meanwhile() {
        var stage = playing()
        stage.send(.selectTrack(.index(2)))
        stage.send(.seekTo(7))
        stage.pauses(at: 3)
        stage.opens(nil, Self.film(2))
        #expect(stage.player.state == .paused && stage.seconds == 7)
        stage.checkLeftovers()
        stage = playing()
        stage.pauses(at: 3)
        stage.send(.selectTrack(.index(2)))
        stage.send(.play)
        stage.opens(nil, Self.film(2))
        #expect(stage.player.state == .playing)
        stage.checkLeftovers()
    }

    @Test("begins where a relative seek has led from the position that was heard, and from what was sought before")
    func soughtFrom() {
        var stage = playing()
        stage.send(.selectTrack(.index(2)))
        stage.goesOn(to: 4)
        #expect(stage.ask(.seekBy(2)) == .done)
        stage.goesOn(to: 5)
        #expect(stage.ask(.seekBy(3)) == .done)
        stage.opens(nil, Self.film(2))
        #expect(stage.begun.map(\.frame) == [FrameCount(9 * 44_100)])
        stage.checkLeftovers()
    }

    @Test(
        "that cannot be opened leaves the item its choice, and what was sought meanwhile counts in the old one",
        arguments: [false, true])
    func soughtInVain(isPaused: Bool) {
        var stage = playing()
        if isPaused { stage.pauses(at: 3) }
        let request = stage.send(.selectTrack(.index(2)))
        stage.send(.seekTo(7))
        stage.failsToOpen()
        #expect(stage.answers[request]?.code == .media(.notFound))
        #expect(stage.begun.map(\.frame) == [FrameCount(7 * 44_100)])
        #expect(stage.player.state == (isPaused ? .paused : .playing))
        if isPaused { #expect(stage.seconds == 7) }
        #expect(stage.player.queue.items[0].track == nil && stage.player.queue.latestFailure == nil, "it can be played again")
        stage.checkLeftovers()
    }

    @Test("takes over what was sought while the one was opened that is not wanted any more")
    func soughtBefore() {
        var stage = playing()
        let request = stage.send(.selectTrack(.index(2)))
        stage.send(.seekTo(7))
        #expect(stage.ask(.selectTrack(.index(1))) == .done)
        #expect(stage.answers[request]?.code == .superseded)
        #expect(stage.begun.map(\.frame) == [FrameCount(7 * 44_100)])
        stage.send(.selectTrack(.index(2)))
        stage.send(.seekTo(8))
        stage.send(.selectTrack(.language(Self.german)))
        stage.opens(nil, Self.film(2))
        #expect(stage.begun.last?.frame == FrameCount(8 * 44_100))
        stage.checkLeftovers()
    }

    @Test("that is played already, or is chosen before the item is open, opens nothing")
    func nothingToDo() {
        var stage = playing()
        #expect(stage.ask(.selectTrack(.index(1))) == .done)
        #expect(stage.pending.isEmpty)
        stage = PlayerStage(["film"])
        #expect(stage.ask(.selectTrack(.index(1)))?.code == .nothingToPlay)
        stage.send(.play)
        #expect(stage.ask(.selectTrack(.index(1)))?.code == .nothingToPlay, "which tracks there are is not known yet")
        stage.opens(nil, Self.film())
        stage.checkLeftovers()
    }

    @Test("that does not exist, or in which one cannot go on, is refused, and the old one is heard")
    func refused() {
        var stage = playing()
        #expect(stage.ask(.selectTrack(.index(3)))?.code == .media(.unsupported))
        stage = PlayerStage(["film"])
        stage.starts(Self.film(isSeekable: false))
        #expect(stage.ask(.selectTrack(.index(2)))?.code == .notSeekable)
        stage = playing()
        let request = stage.send(.selectTrack(.index(2)))
        stage.failsToOpen()
        #expect(stage.answers[request]?.code == .media(.notFound) && stage.player.state == .playing)
        stage.checkLeftovers()
    }

    @Test("is chosen for what is played or added, also for each entry of a list")
    func chosenBefore() {
        var stage = PlayerStage()
        stage.send(.playURI("film", track: .index(2)))
        #expect(stage.actions.contains { if case .open(_, "film", _, .index(2)) = $0 { true } else { false } })
        stage.opens(nil, Self.film(2))
        #expect(stage.player.queue.items.map(\.track) == [.index(2)])
        stage.send(.addItems([QueueItem(id: 0, uri: "next")], QueueInsertion(track: .language(Self.german))))
        #expect(stage.player.queue.items.map(\.track) == [.index(2), .language(Self.german)])
        stage.send(.playList("list", track: .language(Self.german)))
        stage.lists(["one", "two"])
        stage.opens()
        #expect(stage.player.queue.items.map(\.track) == [.language(Self.german), .language(Self.german)])
        stage.checkLeftovers()
    }
}
