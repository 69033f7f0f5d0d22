import MediaTypes
import Testing

@testable import PlayerModel

@Suite("Differences of queues")
struct QueueDifferenceTests {
    private static let items = (1...6).map { QueueItem(id: Int64($0), uri: "/\($0)") }

    @Test("an item that comes back keeps its place though others have left by themselves")
    func gaps() {
        var difference = QueueDifference()
        difference.addLost(Self.items[3], from: 3)
        var gaps = QueueGaps()
        // Of 1 2 3 5 6, first 2 leaves, and then 5.
        gaps.add(index: 1)
        gaps.add(index: 2)
        let left = [0, 2, 5].map { Self.items[$0] }
        let outcome = difference.applied(to: left, gaps)
        #expect(outcome.items.map(\.id) == [1, 3, 4, 6])
        #expect(outcome.gaps.places == [1, 4])
        #expect(outcome.inserted == [4])
        #expect(outcome.back.applied(to: outcome.items, QueueGaps()).items.map(\.id) == [1, 3, 6])
    }

    @Test("gaps behind gaps are counted in the queue of the first ones")
    func gapsBehindGaps() {
        let all = QueueGaps([0, 3]).followed(by: QueueGaps([0, 1, 3]))
        #expect(all.places == [0, 1, 2, 3, 5])
        #expect(all.slots(2) == [-1, -1, -1, -1, 0, -1, 1])
    }

    @Test("the stream of a client does not come back, and its place is counted")
    func stream() {
        let old = [Self.items[0], QueueItem(id: 8, uri: "stream:1"), Self.items[1]]
        let outcome = QueueDifference(replaced: old, by: 0).applied(to: [], QueueGaps())
        #expect(outcome.items.map(\.id) == [1, 2])
        #expect(outcome.gaps.places == [1])
    }

    @Test("a change of one item in a hundred thousand takes a few bytes")
    func size() throws {
        var queue = PlayQueue.filled(100_000)
        try queue.remove([50_000])
        try queue.move([7], to: 90_000)
        _ = try queue.add(["/new"])
        let sizes = queue.history.undoable.flatMap(\.changes).map { change in
            if case .order(let difference, _) = change.what { difference.bytes } else { 0 }
        }
        #expect(sizes.count == 3 && sizes.allSatisfy { $0 < 500 })
    }

    @Test("of very large changes only the newest are kept, but the newest of all always")
    func bounded() throws {
        var queue = PlayQueue()
        for round in 0..<6 {
            _ = try queue.add((0..<50_000).map { "/music/an artist/an album of \(round)/\($0) - a title.flac" })
            queue.clear()
        }
        // Each of the six queues takes more than half of the room that there is besides the newest change.
        #expect(queue.history.undoable.count == 4)
        #expect(try queue.revert(.undo, from: QueuePlace()).report.count == 50_000)
        #expect(queue.items.first?.uri == "/music/an artist/an album of 5/0 - a title.flac")
    }
}
