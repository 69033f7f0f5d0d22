import FoundationEssentials
import Testing

@testable import PlayerModel

@Suite("The order of a shuffled queue, saved and restored")
struct SavedShuffleOrderTests {
    private func player(_ queue: PlayQueue) -> Player { Player(queue: queue) }

    /// What another run makes of what this one saved.
    private func restored(_ queue: PlayQueue) throws -> PlayQueue {
        let saved = try JSONEncoder().encode(player(queue).savedState)
        var later = Player(queue: PlayQueue(seed: 99))
        _ = later.restore(try JSONDecoder().decode(SavedState.self, from: saved))
        return later.queue
    }

    @Test(
        "what was played comes not again in its round, and is gone back to in order",
        arguments: QueueModes.Repeat.allCases, [0, 1, 5, 10, 14])
    func goesOn(repeats: QueueModes.Repeat, playedCount: Int) throws {
        var queue = PlayQueue.filled(10, QueueModes(repeats: repeats == .one ? .off : repeats, shuffles: true))
        let played = queue.playOn(playedCount)
        let round = Array(played.suffix(played.count > 10 ? played.count - 10 : played.count))
        var later = try restored(queue)
        #expect(later.currentID == played.last)
        var back = later
        for id in round.dropLast().reversed() {
            #expect(back.itemBefore()?.id == id)
            back.advance(to: id, by: .back)
        }
        #expect(Set(round + later.playOn(10 - round.count)) == Set(1...10))
    }

    @Test("it stays the same while one item follows another, or is gone back to")
    func steps() {
        var queue = PlayQueue.filled(10, QueueModes(repeats: .all, shuffles: true))
        let first = player(queue).savedState
        _ = queue.playOn(4)
        #expect(player(queue).savedState.differsOnlyInPlace(from: first))
        if let item = queue.itemBefore() { queue.advance(to: item.id, by: .back) }
        #expect(player(queue).savedState.differsOnlyInPlace(from: first))
        queue.advance(to: queue.rounds.upcoming[4], by: .jump)
        #expect(!player(queue).savedState.differsOnlyInPlace(from: first))
    }

    @Test("a newer place is a place in it")
    func place() {
        var queue = PlayQueue.filled(10, QueueModes(shuffles: true))
        _ = queue.playOn(3)
        var state = player(queue).savedState
        state.serial = 1
        let order = queue.shuffleOrder?.ids ?? []
        var later = Player()
        _ = later.restore(state.with(HeardPlace(itemID: order[5], seconds: 2, wasPlaying: true, serial: 2)))
        #expect(later.queue.rounds.played == Array(order[..<5]) && later.queue.rounds.upcoming == Array(order[6...]))
    }

    @Test("items it does not name come too, and those that are gone do not")
    func strange() {
        var queue = PlayQueue.filled(4, QueueModes(shuffles: true))
        queue.restore(SavedShuffleOrder(played: [9, 2, 9, 2, 3], current: nil, upcoming: []))
        #expect(Set(queue.playOn(9)) == Set(1...4))
        queue.restore(SavedShuffleOrder(played: [], current: nil, upcoming: []))
        #expect(queue.playOn(9).count == 3, "all but the current one")
    }

    @Test("there is none where the queue does not shuffle")
    func none() {
        #expect(player(.filled(3)).savedState.shuffleOrder == nil)
    }
}
