import AudioTypes
import Testing

@testable import PlayerModel

@Suite("Stopping after an item")
struct StopAfterItemTests {
    /// A queue of which the first item is heard and the second is in the ring behind it.
    private func playing(_ modes: QueueModes = QueueModes(), _ uris: [String] = ["/a", "/b", "/c"]) -> PlayerStage {
        var stage = PlayerStage(uris, modes)
        stage.starts()
        stage.preparesNext()
        stage.forget()
        return stage
    }

    @Test("takes back what is in the ring behind the current item, and stops at its last frame, before the next item")
    func current() throws {
        var stage = playing()
        let ahead = try #require(stage.player.tracks.ahead.first)
        #expect(stage.ask(.stopAfter(.currentItem)) == .done)
        #expect(stage.actions.contains(.cancelSegments(after: ahead.segment - 1, through: ahead.segment)))
        #expect(stage.actions.contains(.close(ahead.token)) && stage.player.tracks.ahead.isEmpty && stage.pending.isEmpty)
        #expect(stage.player.state == .playing && stage.player.pendingStop == .currentItem)
        stage.hears(.ended, at: 441_000)
        #expect(stage.player.state == .stopped && stage.player.reason == .stopAfter && stage.player.pendingStop == nil)
        #expect(stage.player.item?.uri == "/b" && stage.announced == ["/b"])
        #expect(stage.begun.isEmpty)
        stage.send(.play)
        #expect(stage.pendingURIs == ["/b"])
        stage.opens()
        stage.checkLeftovers()
    }

    @Test("opens the next item again where the stop is taken back")
    func takenBack() {
        var stage = playing()
        stage.send(.stopAfter(.currentItem))
        stage.send(.stopAfter(nil))
        #expect(stage.pendingURIs == ["/b"] && stage.player.pendingStop == nil)
        stage.opens()
        stage.checkLeftovers()
    }

    @Test("reports each change, and nothing where nothing changes")
    func reports() {
        var stage = playing()
        stage.send(.stopAfter(.item(2)))
        stage.send(.stopAfter(.item(2)))
        stage.send(.stopAfter(nil))
        stage.send(.stopAfter(nil))
        let told: [StopReport?] = stage.actions.compactMap {
            if case .emit(.stopAfterChanged(let stop)) = $0 { .some(stop) } else { nil }
        }
        #expect(told == [.item(2), nil])
        #expect(stage.ask(.stopAfter(.item(99)))?.code == .queueItemNotFound)
    }

    @Test("plays on up to the item that was named, and through a pause")
    func laterItem() {
        var stage = playing()
        stage.send(.stopAfter(.item(2)))
        #expect(stage.player.tracks.ahead.map(\.item.uri) == ["/b"])
        stage.pauses()
        stage.send(.play)
        stage.hears(.ended)
        stage.hears(.began, stage.player.numbers.segment)
        stage.decodes()
        #expect(stage.pending.isEmpty)
        stage.hears(.ended)
        #expect(stage.player.state == .stopped && stage.player.reason == .stopAfter && stage.player.item?.uri == "/c")
        stage.checkLeftovers()
    }

    @Test("stops after whatever item is current by then, where a person goes on meanwhile")
    func skip() {
        var stage = playing()
        stage.send(.stopAfter(.currentItem))
        stage.send(.next)
        stage.opens()
        stage.hears(.began)
        stage.decodes()
        stage.hears(.ended)
        #expect(stage.player.state == .stopped && stage.player.item?.uri == "/c")
    }

    @Test("counts once where an item or the queue repeats: the next play begins with what would have followed")
    func repeats() {
        var one = PlayerStage(["/a", "/b"], QueueModes(repeats: .one))
        one.starts()
        one.send(.stopAfter(.currentItem))
        one.decodes()
        one.hears(.ended)
        #expect(one.player.state == .stopped && one.player.item?.uri == "/a")
        var all = PlayerStage(["/a"], QueueModes(repeats: .all))
        all.starts()
        all.send(.stopAfter(.item(1)))
        all.decodes()
        all.hears(.ended)
        #expect(all.player.state == .stopped && all.player.item?.uri == "/a")
        var last = PlayerStage(["/a"])
        last.starts()
        last.send(.stopAfter(.currentItem))
        last.decodes()
        last.hears(.ended)
        #expect(last.player.state == .stopped && last.player.reason == .stopAfter && last.player.item == nil)
    }

    @Test("stops in the place of an item that cannot be played")
    func unplayable() {
        var stage = playing()
        stage.send(.stopAfter(.item(3)))
        stage.hears(.ended)
        stage.hears(.began, stage.player.numbers.segment)
        stage.decodes()
        stage.failsToOpen()
        stage.hears(.ended)
        #expect(stage.player.state == .stopped && stage.player.reason == .stopAfter)
        stage.checkLeftovers()
        var first = PlayerStage(["/a", "/b"])
        first.send(.stopAfter(.item(1)))
        first.send(.play)
        first.failsToOpen()
        #expect(first.player.state == .stopped && first.pending.isEmpty && first.player.item?.uri == "/b")
        first.checkLeftovers()
    }

    @Test("is forgotten when its item leaves the queue, and when playback stops in another way")
    func forgotten() {
        var stage = playing()
        stage.send(.stopAfter(.item(3)))
        stage.send(.remove([3]))
        #expect(stage.player.pendingStop == nil)
        stage.send(.stopAfter(.currentItem))
        stage.send(.stop)
        #expect(stage.player.pendingStop == nil && stage.player.reason == .user)
    }

    @Test("removes the item that was heard from a queue that consumes")
    func consumes() {
        var stage = playing(QueueModes(consumes: true))
        stage.send(.stopAfter(.currentItem))
        stage.hears(.ended)
        #expect(stage.player.queue.items.map(\.uri) == ["/b", "/c"] && stage.player.queue.currentIndex == 0)
    }

    @Test("holds for the next run", arguments: [StopRequest.currentItem, .item(2)])
    func saved(_ wanted: StopRequest) {
        var stage = playing()
        stage.send(.stopAfter(wanted))
        var next = Player()
        _ = next.restore(stage.player.savedState)
        #expect(next.pendingStop == stage.player.pendingStop && next.pendingStop != nil)
        var forgetful = stage.player.savedState
        forgetful.forgetQueue()
        var other = Player()
        _ = other.restore(forgetful)
        #expect(other.pendingStop == nil)
    }

    @Test("stops after each item until it is taken back, also through stops and restarts")
    func each() {
        var stage = playing()
        #expect(stage.ask(.stopAfter(.eachItem)) == .done)
        for next in ["/b", "/c"] {
            stage.decodes()
            stage.hears(.ended)
            #expect(stage.player.state == .stopped && stage.player.reason == .stopAfter && stage.player.item?.uri == next)
            #expect(stage.player.pendingStop == .eachItem)
            stage.send(.play)
            stage.opens()
            stage.hears(.began)
            #expect(stage.player.state == .playing && stage.player.tracks.ahead.isEmpty)
        }
        // The end of the queue, and a person's stop.
        stage.decodes()
        stage.hears(.ended)
        #expect(stage.player.state == .stopped && stage.player.item == nil && stage.player.pendingStop == .eachItem)
        stage.send(.play)
        stage.opens()
        stage.send(.stop)
        #expect(stage.player.pendingStop == .eachItem)
        stage.send(.stopAfter(nil))
        #expect(stage.player.pendingStop == nil)
    }

    @Test("a restart keeps that playback stops after each item")
    func savedEach() throws {
        let saved = SavedStop(.eachItem)
        #expect(StopAfter(saved, at: PlayerReadings()) == .eachItem)
        #expect(StopAfter(SavedStop(.currentItem), at: PlayerReadings()) == .currentItem)
    }
}
