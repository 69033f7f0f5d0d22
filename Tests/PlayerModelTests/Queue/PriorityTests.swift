import AudioTypes
import FoundationEssentials
import Testing

@testable import PlayerModel

@Suite("Priorities")
struct PriorityTests {
    private func shuffled(_ count: Int, seed: UInt64) -> PlayQueue { .filled(count, QueueModes(shuffles: true), seed: seed) }

    @Test("items of a higher priority come first, and those of the same come in any order", arguments: UInt64(1)...20)
    func order(seed: UInt64) throws {
        var queue = shuffled(9, seed: seed)
        try queue.setPriority(5, of: [2, 3])
        try queue.setPriority(9, of: [7])
        try queue.setPriority(5, of: [4])
        let played = queue.playOn(9)
        #expect(played.first == 7 && Set(played[1...3]) == [2, 3, 4] && Set(played).count == 9)
        try queue.setPriority(1, of: [5])
    }

    @Test("items of the same priority do not always come in the same order")
    func chance() throws {
        let orders = try (UInt64(1)...30).map { seed in
            var queue = shuffled(9, seed: seed)
            for id in Int64(1)...3 { try queue.setPriority(5, of: [id]) }
            return queue.playOn(3)
        }
        #expect(Set(orders).count > 1)
    }

    @Test("without shuffling the order stays as it is")
    func unshuffled() throws {
        var queue = PlayQueue.filled(4)
        try queue.setPriority(200, of: [3])
        #expect(queue.playOn(4) == [1, 2, 3, 4])
    }

    @Test(
        "a priority that is there before shuffling is switched on counts, and so it does in later rounds",
        arguments: UInt64(1)...9)
    func later(seed: UInt64) throws {
        var queue = PlayQueue.filled(5, seed: seed)
        try queue.setPriority(3, of: [4])
        queue.setModes(QueueModes(repeats: .all, shuffles: true))
        #expect(queue.following() == 4 && queue.following(6) == 4)
    }

    @Test("the priority of an item ends when it is played, and clients see that")
    func ends() throws {
        var queue = shuffled(4, seed: 1)
        try queue.setPriority(7, of: [3])
        let revision = queue.revision
        queue.advance(to: 3, by: .forward)
        #expect(queue.items.allSatisfy { $0.priority == 0 } && queue.revision == revision + 1)
        queue.advance(to: 1, by: .jump)
        #expect(queue.revision == revision + 1, "an item without a priority changes nothing")
    }

    @Test(
        "an item that was played gets another turn if it is raised above the current one, and not otherwise",
        arguments: UInt64(1)...9)
    func again(seed: UInt64) throws {
        var queue = shuffled(6, seed: seed)
        let played = queue.playOn(3)
        try queue.setPriority(1, of: [played[0]])
        #expect(queue.following() == played[0])
        try queue.setPriority(2, of: [played[2]])
        #expect(queue.following() == played[0], "the current item has no other turn")
        try queue.setPriority(0, of: [played[1]])
        #expect(queue.playOn(9).count == 4)
    }

    @Test("new items come behind those that have a priority", arguments: UInt64(1)...9)
    func additions(seed: UInt64) throws {
        var queue = shuffled(5, seed: seed)
        try queue.setPriority(9, of: [1, 2, 3, 4, 5])
        _ = try queue.add((6...20).map { "/\($0)" })
        #expect(Set(queue.playOn(5)) == [1, 2, 3, 4, 5])
    }

    @Test("an unknown id changes nothing, and a priority that is there already neither")
    func nothing() throws {
        var queue = shuffled(3, seed: 1)
        let revision = queue.revision
        #expect(throws: PlaybackError.self) { try queue.setPriority(3, of: [1, 99]) }
        try queue.setPriority(0, of: [1, 2])
        #expect(queue.revision == revision && queue.items.allSatisfy { $0.priority == 0 })
    }

    @Test("priorities survive a restart")
    func saved() throws {
        var queue = PlayQueue.filled(3)
        try queue.setPriority(200, of: [2])
        let items = try JSONDecoder().decode([QueueItem].self, from: JSONEncoder().encode(queue.items))
        #expect(items.map(\.priority) == [0, 200, 0])
    }
}

@Suite("Consuming")
struct ConsumeOnceTests {
    @Test("a queue that consumes once loses the item that was played, and then consumes no more")
    func once() {
        var stage = PlayerStage(["/a", "/b", "/c"])
        stage.ask(.setModes(repeats: nil, shuffles: nil, consumes: nil, consumesOnce: true)).map { #expect($0 == .done) }
        #expect(stage.player.queue.modes == QueueModes(consumesOnce: true) && stage.player.queue.modes.consumes)
        stage.starts()
        stage.preparesNext()
        stage.hears(.began, stage.player.tracks.ahead[0].segment)
        #expect(stage.player.queue.ids == [2, 3] && stage.player.queue.modes == QueueModes())
        #expect(stage.events.contains { if case .queueChanged(_, 2) = $0 { true } else { false } })
        stage.preparesNext()
        stage.hears(.began, stage.player.tracks.ahead[0].segment)
        #expect(stage.player.queue.ids == [2, 3])
        stage.checkLeftovers()
    }

    @Test("to say whether the queue consumes ends that it does so once")
    func told() {
        var stage = PlayerStage(["/a"])
        stage.send(.setModes(repeats: nil, shuffles: nil, consumes: nil, consumesOnce: true))
        stage.send(.setModes(repeats: .all, shuffles: nil, consumes: nil))
        #expect(stage.player.queue.modes.consumesOnce)
        stage.send(.setModes(repeats: nil, shuffles: nil, consumes: true))
        #expect(stage.player.queue.modes.consumes && !stage.player.queue.modes.consumesOnce)
    }

    @Test("modes of an older state, which does not know it, are read")
    func older() throws {
        let modes = try JSONDecoder().decode(
            QueueModes.self, from: Data(#"{"repeats":"all","shuffles":true,"consumes":true}"#.utf8))
        #expect(modes == QueueModes(repeats: .all, shuffles: true, consumes: true))
        let once = QueueModes(consumesOnce: true)
        #expect(try JSONDecoder().decode(QueueModes.self, from: JSONEncoder().encode(once)) == once)
    }
}
