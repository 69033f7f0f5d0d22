import Testing

@testable import PlayerModel

@Suite("What commands would achieve")
struct AbilitiesTests {
    private func player(_ count: Int, current: Int64?, _ modes: QueueModes = QueueModes()) -> Player {
        var player = PlayerStage((0..<count).map { "/\($0)" }, modes).player
        player.queue.setModes(modes)
        if let current { player.queue.advance(to: current, by: .jump) }
        return player
    }

    @Test("an empty queue can do nothing")
    func empty() {
        let player = player(0, current: nil)
        #expect(!player.hasSomethingToPlay && !player.hasNextItem && !player.hasPreviousItem && !player.canSeek)
    }

    @Test("there is an item behind each but the last, and before each but the first")
    func ends() {
        #expect(!player(2, current: 1).hasPreviousItem && player(2, current: 1).hasNextItem)
        #expect(player(2, current: 2).hasPreviousItem && !player(2, current: 2).hasNextItem)
        let all = QueueModes(repeats: .all)
        #expect(player(2, current: 1, all).hasPreviousItem && player(2, current: 2, all).hasNextItem)
    }

    @Test(
        "whatever the queue, the answer is that of the command",
        arguments: [QueueModes.Repeat.off, .one, .all], [(false, false), (true, false), (false, true), (true, true)])
    func agrees(repeats: QueueModes.Repeat, other: (Bool, Bool)) {
        let modes = QueueModes(repeats: repeats, shuffles: other.0, consumes: other.1)
        for count in 0...4 {
            for current in [nil] + (0..<Int64(count)).map({ $0 + 1 }) {
                let player = player(count, current: current, modes)
                var queue = player.queue
                let follows = queue.itemAfterSkip() != nil
                #expect(player.hasNextItem == follows, "\(count) \(String(describing: current))")
                #expect(player.hasPreviousItem == (queue.itemBefore() != nil))
            }
        }
    }

    @Test("the item that plays next is told, if nobody interferes")
    func upcoming() {
        #expect(player(0, current: nil).upcomingItem == nil)
        #expect(player(2, current: nil).upcomingItem == nil)
        #expect(player(2, current: 1).upcomingItem?.id == 2)
        #expect(player(2, current: 2).upcomingItem == nil)
        #expect(player(2, current: 2, QueueModes(repeats: .all)).upcomingItem?.id == 1)
        #expect(player(2, current: 1, QueueModes(repeats: .one)).upcomingItem?.id == 1)
        var stopping = player(2, current: 1)
        _ = stopping.handle(.stopAfter(.currentItem), request: 1)
        #expect(stopping.upcomingItem == nil)
    }

    @Test("what is told of a queue that shuffles comes true, also at the end of its round")
    func upcomingShuffled() {
        for current in Int64(1)...4 {
            let player = player(4, current: current, QueueModes(repeats: .all, shuffles: true))
            var queue = player.queue
            for _ in 0..<12 {
                guard let id = queue.item(ahead: 1)?.id else { return }
                var asked = player
                asked.queue = queue
                #expect(asked.upcomingItem?.id == id)
                queue.advance(to: id, by: .forward)
            }
        }
    }
}
