import MediaTypes
import Testing

@testable import PlayerModel

@Suite("Items of the queue that could not be played")
struct QueueFailureTests {
    private func failed(_ stage: PlayerStage) -> [String] {
        stage.player.queue.items.filter { stage.player.queue.failures[$0.id] != nil }.map(\.uri)
    }

    @Test("an item that is skipped says why in the queue, until it can be opened")
    func ahead() {
        var stage = PlayerStage(["/good", "/bad", "/good2"])
        stage.starts()
        stage.decodes()
        stage.failsToOpen()
        #expect(failed(stage) == ["/bad"] && stage.player.queue.latestFailure == .missing)
        stage.opens()
        #expect(failed(stage) == ["/bad"])
        stage.send(.playPlace(1))
        stage.opens()
        #expect(failed(stage).isEmpty && stage.player.queue.latestFailure == nil)
    }

    @Test("who steps to the next item is told what was left out on the way")
    func answered() {
        var stage = PlayerStage(["/good", "/bad", "/good2"])
        stage.starts()
        stage.send(.next)
        stage.failsToOpen()
        stage.opens()
        let answers = stage.actions.compactMap { if case .answer(_, let answer) = $0 { answer } else { nil } }
        guard case .partlyDone(let skipped) = answers.last else { return #expect(Bool(false), "\(answers)") }
        #expect(skipped.map(\.uri) == ["/bad"])
    }

    @Test("the entries of a list that cannot be opened are told, and marked in the queue")
    func entries() {
        var stage = PlayerStage([])
        stage.send(.playList("/list.m3u", at: nil))
        stage.lists(["/bad", "/good"])
        stage.failsToOpen()
        stage.opens()
        #expect(failed(stage) == ["/bad"] && stage.player.item?.uri == "/good")
    }

    @Test("a failure leaves with its item, and what is no fault of the media is none")
    func leaves() throws {
        var queue = PlayQueue()
        let ids = try queue.add([QueueItem(id: 0, uri: "/a"), QueueItem(id: 0, uri: "/b")], QueueInsertion())
        queue.note(PlaybackError(.mediaServicesFailed, "away"), of: ids[0])
        queue.note(PlaybackError(.limitExceeded, "too many"), of: ids[0])
        queue.note(.missing, of: 77)
        #expect(queue.failures.isEmpty)
        for id in ids { queue.note(.missing, of: id) }
        try queue.remove([ids[1]])
        #expect(Array(queue.failures.keys) == [ids[0]] && queue.latestFailure == nil)
        queue.clear()
        #expect(queue.failures.isEmpty)
    }
}
