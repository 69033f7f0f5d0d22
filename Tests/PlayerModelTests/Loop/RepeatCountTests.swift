import AudioTypes
import FoundationEssentials
import Testing

@testable import PlayerModel

@Suite("An item that is heard so many times")
struct RepeatCountTests {
    private func modes(_ stage: PlayerStage) -> QueueModes { stage.player.queue.modes }

    @Test("begins again as often, and then the queue goes on and repeats nothing any more")
    func counted() {
        var stage = PlayerStage(["/a", "/b"])
        stage.send(.setModes(repeats: .one, shuffles: nil, consumes: nil, count: 3))
        stage.starts()
        for left in [2, 1] {
            stage.decodes()
            #expect(stage.pendingURIs == ["/a"])
            stage.opens()
            stage.hears(.ended)
            stage.hears(.began, stage.player.numbers.segment)
            #expect(modes(stage) == QueueModes(repeats: .one, repeatsLeft: left))
        }
        stage.decodes()
        #expect(stage.pendingURIs == ["/b"])
        stage.opens()
        stage.hears(.ended)
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.player.item?.uri == "/b" && modes(stage) == QueueModes())
        stage.decodes()
        stage.hears(.ended)
        #expect(stage.player.reason == .endOfQueue)
        stage.checkLeftovers()
    }

    @Test("goes on behind a next item that cannot be opened, which is tried once, as if nothing repeated itself")
    func failure() {
        var stage = PlayerStage(["/a", "/b", "/c"], QueueModes(repeats: .one, repeatsLeft: 1))
        stage.starts()
        stage.decodes()
        stage.failsToOpen()
        #expect(stage.pendingURIs == ["/c"], "while the last pass is still heard")
        stage.opens()
        stage.hears(.ended)
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.player.item?.uri == "/c" && modes(stage) == QueueModes())
        #expect(stage.events.filter { if case .itemFailed = $0 { true } else { false } }.count == 1)
        stage.checkLeftovers()
        // One that has passes left is tried again only once.
        var itself = PlayerStage(["/a", "/b"], QueueModes(repeats: .one, repeatsLeft: 3))
        itself.starts()
        itself.decodes()
        itself.failsToOpen()
        #expect(itself.pendingURIs.isEmpty)
        itself.hears(.ended)
        #expect(itself.pendingURIs == ["/b"])
        var last = PlayerStage(["/a", "/b"], QueueModes(repeats: .one, repeatsLeft: 1))
        last.starts()
        last.decodes()
        last.failsToOpen()
        last.hears(.ended)
        #expect(last.player.state == .stopped && last.player.reason == .endOfQueue && modes(last) == QueueModes())
    }

    @Test("is counted ahead where items are short, and a stop behind a later one stays where it is")
    func ahead() {
        var queue = PlayQueue()
        queue.restore(
            items: (1...3).map { QueueItem(id: $0, uri: "/\($0)") }, currentID: 1,
            modes: QueueModes(repeats: .one, repeatsLeft: 3),
            nextID: 4)
        let ahead = (1...5).map { queue.item(ahead: $0)?.id }
        #expect(ahead == [1, 1, 2, 3, nil])
        var player = Player(queue: queue)
        player.stopAfter = .item(2)
        let stops = (1...5).map { player.stops(before: $0) }
        #expect(stops == [false, false, false, true, true])
    }

    @Test("ends where somebody goes on, and at the end of the queue", arguments: [PlayerCommand.next, .playItem(2)])
    func ends(command: PlayerCommand) {
        var stage = PlayerStage(["/a", "/b"], QueueModes(repeats: .one, repeatsLeft: 5))
        stage.starts()
        stage.send(.playItem(1))
        stage.opens()
        #expect(modes(stage).repeatsLeft == 5, "to play it anew is no repetition")
        stage.send(command)
        stage.opens()
        #expect(modes(stage) == QueueModes())
        var last = PlayerStage(["/a"], QueueModes(repeats: .one, repeatsLeft: 1))
        last.starts()
        last.decodes()
        last.forget()
        last.hears(.ended)
        #expect(last.player.state == .stopped && modes(last) == QueueModes())
        #expect(last.events.contains { if case .queueChanged = $0 { true } else { false } }, "clients see modes with the queue")
    }

    @Test("stays through a restart and a change of other modes, and has bounds")
    func saved() throws {
        let modes = QueueModes(repeats: .one, consumes: true, repeatsLeft: 7)
        let json = try JSONEncoder().encode(modes)
        #expect(try JSONDecoder().decode(QueueModes.self, from: json) == modes)
        var stage = PlayerStage(["/a"], modes)
        stage.send(.setModes(repeats: nil, shuffles: true, consumes: nil))
        #expect(self.modes(stage).repeatsLeft == 7)
        stage.send(.setModes(repeats: .one, shuffles: nil, consumes: nil))
        #expect(self.modes(stage).repeatsLeft == nil)
        #expect(
            QueueModes(repeats: .one, repeatsLeft: 0).repeatsLeft == 1
                && QueueModes(repeats: .all, repeatsLeft: 3).repeatsLeft == nil)
        #expect(QueueModes(repeats: .one, repeatsLeft: 5_000).repeatsLeft == 1_000)
    }
}
