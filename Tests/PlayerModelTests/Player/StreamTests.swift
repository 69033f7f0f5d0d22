import AudioTypes
import TestSupport
import Testing

@testable import PlayerModel

@Suite("An item that a client sends")
struct ClientStreamTests {
    private let stream = QueueItem(id: 0, uri: "stream:1", title: "Speech")

    /// Says that it is to be played; its id.
    private func play(_ stage: inout PlayerStage) throws -> Int64 {
        guard case .added(let ids) = stage.ask(.playStream(stream)) else { throw PlaybackError.missing }
        return try #require(ids.first)
    }

    @Test("has its id at once, and replaces the queue once it is open")
    func plays() throws {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        let id = try play(&stage)
        #expect(stage.player.queue.items.map(\.uri) == ["/a", "/b"] && stage.player.state == .playing)
        stage.opens(nil, .stream(nil))
        #expect(stage.player.queue.items.map(\.id) == [id] && stage.player.item?.title == "Speech")
        #expect(stage.player.state == .buffering)
        #expect(stage.ask(.seekTo(1)).map { $0.code == .notSeekable } == true)
        #expect(stage.ask(.add(["/c"], position: nil)) == .added([id + 1]), "its number is its own")
        stage.checkLeftovers()
    }

    @Test("is followed by what was added before it was open")
    func followed() throws {
        var stage = PlayerStage(["/a", "/b"])
        let id = try play(&stage)
        #expect(stage.ask(.add(["/c"], position: 0)) == .added([id + 1]))
        stage.opens(nil, .stream(nil))
        #expect(stage.player.queue.items.map(\.id) == [id, id + 1])
    }

    @Test("that cannot be understood is reported, and leaves what plays and the queue as they were")
    func fails() throws {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        let id = try play(&stage)
        stage.failsToOpen()
        #expect(stage.events == [.itemFailed(QueueItem(id: id, uri: "stream:1", title: "Speech"), .missing)])
        #expect(stage.player.queue.items.map(\.uri) == ["/a", "/b"] && stage.player.state == .playing)
        stage.checkLeftovers()
    }

    @Test("can be taken away by its id before it is in the queue, alone and with others")
    func removed() throws {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        let first = try play(&stage)
        #expect(stage.ask(.remove([first])) == .done && stage.pending.isEmpty)
        let second = try play(&stage)
        #expect(stage.ask(.remove([2, second])) == .done && stage.player.queue.items.map(\.uri) == ["/a"])
        #expect(stage.ask(.remove([second]))?.code == .queueItemNotFound)
        stage.checkLeftovers()
    }

    @Test("is waited for where it follows and is not open in time")
    func follows() {
        var stage = PlayerStage(["/a", "stream:1"])
        stage.starts()
        stage.decodes()
        stage.hears(.ended)
        #expect(stage.states == [.buffering])
    }

    @Test("ends the queue where it would repeat itself for ever")
    func repeats() {
        for modes in [QueueModes(repeats: .one), QueueModes(repeats: .all)] {
            var stage = PlayerStage(["stream:1"], modes)
            stage.starts(.stream(nil))
            stage.decodes()
            stage.failsToOpen()
            #expect(stage.pending.isEmpty)
            stage.hears(.ended)
            #expect(stage.player.state == .stopped && stage.failures == ["stream:1"])
        }
    }

    @Test("is reported where the sound server goes before it is open")
    func lostServer() throws {
        var stage = PlayerStage()
        _ = try play(&stage)
        stage.tell(.serverLost(message: "gone"))
        #expect(stage.failures == ["stream:1"] && stage.pending.isEmpty)
        #expect(stage.ask(.playStream(stream))?.code == .mediaServicesFailed)
    }

    @Test("is not restored: the items around it are, and the one behind it is the current one", arguments: [Int64(1), 2, 4])
    func restored(current: Int64) {
        let uris = ["/a", "stream:1", "/b", "stream:2"]
        var saved = PlayerStage(uris).player.savedState
        saved.currentID = current
        saved.seconds = 5
        #expect(saved.leaveOutStreams().map(\.uri) == ["stream:1", "stream:2"])
        #expect(saved.items.map(\.uri) == ["/a", "/b"])
        #expect(saved.currentID == [1: 1, 2: 3, 4: nil][current])
        #expect(saved.seconds == (current == 1 ? 5 : 0))
        #expect(saved.leaveOutStreams().isEmpty)
    }

    @Test("is not restored where the queue shuffles either: what is next in that order is the current one")
    func restoredShuffled() throws {
        var stage = PlayerStage(["/a", "stream:1", "/b", "/c", "stream:2"], QueueModes(shuffles: true))
        stage.send(.playItem(2))
        stage.opens(nil, .stream(nil))
        stage.player.queue.restore(SavedShuffleOrder(played: [], current: 2, upcoming: [5, 4, 1, 3]))
        var saved = stage.player.savedState
        _ = saved.leaveOutStreams()
        #expect(saved.currentID == 4 && saved.wasStopped == true)
        var next = PlayerStage()
        _ = next.player.restore(saved)
        #expect(next.player.queue.rounds.upcoming == [1, 3])
        saved = stage.player.savedState
        saved.shuffleOrder = SavedShuffleOrder(played: [4, 1, 3], current: 2, upcoming: [5])
        _ = saved.leaveOutStreams()
        #expect(saved.currentID == nil)
    }
}
