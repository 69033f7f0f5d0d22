import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("How long an item is")
struct PlayerLengthTests {
    private static let estimated = SourceDescription.song(10, isEstimate: true)

    private func lengths(_ stage: PlayerStage) -> [Double?] { stage.player.queue.items.map(\.duration) }

    @Test("a seek behind an estimated end goes there, as there may be sound", arguments: [false, true])
    func seek(isPaused: Bool) {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts(Self.estimated)
        if isPaused { stage.pauses() }
        #expect(stage.ask(.seekTo(12)) == .done)
        #expect(stage.player.item?.uri == "/a" && stage.begun.first?.frame == FrameCount(529_200))
        #expect(stage.seconds == 12 && stage.pending.isEmpty)
    }

    @Test("where there is none, the next item follows by itself")
    func seekBehindTheEnd() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts(Self.estimated)
        stage.send(.seekTo(12))
        stage.tell(.decoded(segment: stage.player.numbers.segment, frames: 0, duration: 11))
        #expect(stage.seconds == 11 && stage.player.duration == 11)
        stage.opens()
        stage.hears(.ended)
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.player.item?.uri == "/b" && stage.player.state == .playing && stage.failures.isEmpty)
    }

    @Test("what is heard past an estimated end has a position there")
    func position() {
        var stage = PlayerStage(["/a"])
        stage.starts(Self.estimated)
        stage.goesOn(to: 10.5)
        #expect(stage.seconds == 10.5 && stage.player.savedState.seconds == 10.5)
    }

    @Test(
        "once an item was decoded to its end its length is known, told and kept, whatever was said before",
        arguments: [false, true])
    func heard(isEstimate: Bool) {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts(.song(10, isEstimate: isEstimate))
        #expect(stage.player.durationIsEstimate == isEstimate)
        let revision = stage.player.queue.revision
        stage.tell(.decoded(segment: stage.player.numbers.segment, frames: 500_000, duration: 11.25))
        #expect(stage.player.duration == 11.25 && !stage.player.durationIsEstimate && lengths(stage) == [11.25, nil])
        #expect(stage.events.contains(.queueChanged(revision: revision + 1, length: 2)) && stage.actions.contains(.save))
        stage.opens()
        stage.forget()
        // The other way round it is no news.
        stage.send(.seekTo(3))
        stage.tell(.decoded(segment: stage.player.numbers.segment, frames: 1, duration: 11.25))
        #expect(!stage.events.contains { if case .queueChanged = $0 { true } else { false } })
        // Opened anew, it is no estimate again.
        stage.send(.playItem(2))
        stage.opens()
        stage.send(.playItem(1))
        stage.opens(nil, .song(10, isEstimate: isEstimate))
        #expect(stage.player.duration == (isEstimate ? 11.25 : 10) && !stage.player.durationIsEstimate)
    }

    @Test("what was opened ahead is told the same")
    func ahead() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.decodes()
        stage.opens(nil, Self.estimated)
        stage.tell(.decoded(segment: stage.player.numbers.segment, frames: 352_800, duration: 8))
        #expect(lengths(stage) == [10, 8])
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.player.duration == 8 && !stage.player.durationIsEstimate)
    }

    @Test("how long a station was heard is no length of it")
    func station() {
        var stage = PlayerStage(["http://a/"])
        var station = SourceDescription.song(nil)
        station.isRemote = true
        stage.starts(station)
        stage.tell(.decoded(segment: stage.player.numbers.segment, frames: 1_000, duration: 7_200))
        #expect(lengths(stage) == [nil])
    }

    @Test("an item that was counted while it plays is known from then on, and its end is the end")
    func counted() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts(Self.estimated)
        #expect(stage.player.queue.unread(9).map(\.uri) == ["/b"])
        var nothing = MediaFacts()
        nothing.hasPicture = false
        let facts = nothing
        stage.act { $0.learn([2: facts]) }
        #expect(stage.player.queue.unread(9).map(\.uri) == ["/a"])
        stage.act { $0.learn([1: MediaFacts(heardDuration: 11)]) }
        #expect(stage.player.queue.unread(9).isEmpty)
        #expect(stage.player.duration == 11 && !stage.player.durationIsEstimate)
        stage.send(.seekTo(11))
        #expect(stage.pendingURIs == ["/b"])
    }

    @Test("a restored place behind an estimated end stays")
    func restored() {
        var stage = PlayerStage(["/a"])
        stage.starts(Self.estimated)
        stage.goesOn(to: 10.5)
        var next = PlayerStage()
        next.act { $0.restore(stage.player.savedState) }
        #expect(next.player.durationIsEstimate && next.seconds == 10.5)
        next.send(.seekTo(10.75))
        next.send(.play)
        next.opens(nil, Self.estimated)
        #expect(next.begun.first?.frame == FrameCount(seconds: 10.75, at: .cd))
    }

    @Test("what older states lack is looked into again: the tags of albums, and which durations are estimates")
    func olderState() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        var saved = stage.player.savedState
        var next = PlayerStage()
        next.act { $0.restore(saved) }
        #expect(!next.player.durationIsEstimate && next.player.queue.unread(9).isEmpty)
        saved.hasAlbumTags = nil
        next.act { $0.restore(saved) }
        #expect(!next.player.durationIsEstimate && next.player.queue.unread(9).count == 1)
        saved.marksEstimates = nil
        next.act { $0.restore(saved) }
        #expect(next.player.durationIsEstimate && next.player.queue.unread(9).count == 1)
    }
}
