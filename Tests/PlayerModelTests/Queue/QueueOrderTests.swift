import TestSupport
import Testing

@testable import PlayerModel

@Suite("What follows what")
struct QueueOrderTests {
    @Test("without modes the queue is played once")
    func once() {
        var queue = PlayQueue.filled(3)
        #expect(queue.playOn(5) == [1, 2, 3])
        #expect(queue.following() == nil && queue.afterSkip == nil)
        #expect(queue.itemBefore()?.id == 2)
    }

    @Test("repeating all comes round, also far ahead and backwards")
    func all() {
        var queue = PlayQueue.filled(3, QueueModes(repeats: .all))
        #expect(queue.playOn(7) == [1, 2, 3, 1, 2, 3, 1])
        #expect(queue.following(8) == 3)
        #expect(queue.itemBefore()?.id == 3)
    }

    @Test("repeating one stays, but a skip leaves it", arguments: [false, true])
    func one(shuffles: Bool) throws {
        var queue = PlayQueue.filled(3, QueueModes(repeats: .one, shuffles: shuffles))
        let first = try #require(queue.afterSkip)
        queue.advance(to: first, by: .forward)
        #expect(queue.playOn(4) == Array(repeating: first, count: 4))
        #expect(queue.following(9) == first)
        let skipped = try #require(queue.afterSkip)
        #expect(skipped != first)
    }

    @Test("an empty queue has nothing in any direction", arguments: [QueueModes.Repeat.off, .one, .all], [false, true])
    func empty(repeats: QueueModes.Repeat, shuffles: Bool) {
        let queue = PlayQueue.filled(0, QueueModes(repeats: repeats, shuffles: shuffles))
        #expect(queue.following() == nil && queue.afterSkip == nil && queue.itemBefore() == nil)
    }

    @Test("a queue that consumes and repeats comes round to the others only")
    func consuming() throws {
        var queue = PlayQueue.filled(3, QueueModes(repeats: .all, consumes: true))
        queue.advance(to: 2, by: .jump)
        #expect(queue.following() == 3 && queue.following(2) == 1)
        #expect(queue.following(3) == nil)
        try queue.remove([1, 3])
        #expect(queue.following() == nil)
    }
}

@Suite("Shuffling")
struct ShuffleTests {
    @Test("each item comes once before any comes again", arguments: 1...8)
    func rounds(count: Int) {
        var queue = PlayQueue.filled(count, QueueModes(repeats: .all, shuffles: true), seed: UInt64(count))
        for _ in 0..<5 { #expect(Set(queue.playOn(count)).count == count) }
    }

    @Test("without repeating it ends after one round, and a new start plays all again")
    func oneRound() {
        var queue = PlayQueue.filled(6, QueueModes(shuffles: true))
        #expect(queue.playOn(10).sorted() == [1, 2, 3, 4, 5, 6])
        queue.finish()
        #expect(queue.playOn(10).sorted() == [1, 2, 3, 4, 5, 6])
    }

    @Test("what is looked at ahead is what comes")
    func foresight() {
        for seed in UInt64(0)..<50 {
            var queue = PlayQueue.filled(3, QueueModes(repeats: .all, shuffles: true), seed: seed)
            _ = queue.playOn(1)
            let foreseen = (1...10).compactMap { queue.item(ahead: $0)?.id }
            #expect(queue.playOn(10) == foreseen)
        }
    }

    @Test("no item comes twice in a row where a round ends")
    func noEcho() {
        for seed in UInt64(0)..<100 {
            var queue = PlayQueue.filled(3, QueueModes(repeats: .all, shuffles: true), seed: seed)
            let played = queue.playOn(30)
            #expect(zip(played, played.dropFirst()).allSatisfy { $0 != $1 })
        }
    }

    @Test("going back walks the real order, and forward again comes the same way", arguments: UInt64(0)..<20)
    func backAndForth(seed: UInt64) {
        var queue = PlayQueue.filled(4, QueueModes(repeats: .all, shuffles: true), seed: seed)
        let played = queue.playOn(9)
        var back: [Int64] = []
        while let before = queue.itemBefore() {
            queue.advance(to: before.id, by: .back)
            back.append(before.id)
        }
        #expect(back == played.dropLast().reversed())
        #expect(queue.playOn(8) == Array(played.dropFirst()))
    }

    @Test("changing the repeat mode keeps the round under way")
    func modeChange() {
        var queue = PlayQueue.filled(5, QueueModes(shuffles: true))
        let first = queue.playOn(2)
        queue.setModes(QueueModes(repeats: .all, shuffles: true))
        queue.setModes(QueueModes(shuffles: true))
        #expect((first + queue.playOn(9)).sorted() == [1, 2, 3, 4, 5])
    }

    @Test("added items come in this round, and leave the order of the others alone")
    func adding() throws {
        var queue = PlayQueue.filled(6, QueueModes(repeats: .all, shuffles: true))
        let first = queue.playOn(2)
        let foreseen = (1...4).compactMap { queue.item(ahead: $0)?.id }
        let added = try queue.add(["/x", "/y"])
        let rest = queue.playOn(6)
        #expect(rest.filter { !added.contains($0) } == foreseen)
        #expect(Set(first + rest).count == 8)
    }

    @Test("an item that someone chose does not take the turn of the others")
    func jumping() {
        var queue = PlayQueue.filled(5, QueueModes(shuffles: true))
        let first = queue.playOn(1)
        let chosen = queue.item(ahead: 4)?.id ?? 0
        queue.advance(to: chosen, by: .jump)
        #expect((first + [chosen] + queue.playOn(9)).sorted() == [1, 2, 3, 4, 5])
    }

    @Test("what could not be played has had its turn")
    func skippingTheBroken() {
        var queue = PlayQueue.filled(4, QueueModes(shuffles: true))
        let broken = queue.item(ahead: 1)?.id ?? 0
        let next = queue.item(ahead: 2)?.id ?? 0
        queue.advance(to: next, by: .forward)
        #expect(!queue.playOn(9).contains(broken))
    }

    @Test("a restored queue that shuffled goes on shuffling")
    func restoring() {
        let modes = QueueModes(shuffles: true)
        var queue = PlayQueue()
        queue.setModes(modes)
        queue.restore(items: PlayQueue.filled(4).items, currentID: 2, modes: modes, nextID: 5)
        #expect(queue.playOn(9).sorted() == [1, 3, 4])
    }
}
