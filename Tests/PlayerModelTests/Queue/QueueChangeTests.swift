import TestSupport
import Testing

@testable import PlayerModel

@Suite("Changes of the queue")
struct QueueChangeTests {
    @Test("items stand where they were added, and out-of-range places are clamped")
    func adding() throws {
        var queue = PlayQueue()
        #expect(try queue.add(["/a", "/b"]) == [1, 2])
        #expect(try queue.add(["/c"], at: 1) == [3])
        #expect(try queue.add(["/d"], at: -5) == [4])
        #expect(try queue.add(["/e"], at: 99) == [5])
        #expect(queue.ids == [4, 1, 3, 2, 5])
        #expect(queue.items.map(\.uri) == ["/d", "/a", "/c", "/b", "/e"])
    }

    @Test("a number is never given twice, also after the queue was cleared")
    func freshNumbers() throws {
        var queue = PlayQueue()
        let first = try queue.add(["/a", "/b"])
        try queue.remove([first[1]])
        let second = try queue.add(["/c"])
        queue.clear()
        let third = try queue.add(["/d"])
        #expect(Set(first + second + third).count == 4)
    }

    @Test("what does not fit is refused whole")
    func limit() throws {
        var queue = PlayQueue(limit: 3)
        _ = try queue.add(["/a", "/b"])
        let revision = queue.revision
        let error = #expect(throws: PlaybackError.self) { _ = try queue.add(["/c", "/d"]) }
        #expect(error?.code == .queueFull)
        #expect(queue.ids == [1, 2] && queue.revision == revision)
        _ = try queue.add(["/c"])
        #expect(queue.ids == [1, 2, 3])
    }

    @Test("removing one that is not there changes nothing")
    func removingTheMissing() throws {
        var queue = PlayQueue.filled(3)
        let revision = queue.revision
        let error = #expect(throws: PlaybackError.self) { try queue.remove([2, 9]) }
        #expect(error?.code == .queueItemNotFound)
        #expect(queue.ids == [1, 2, 3] && queue.revision == revision)
    }

    @Test("the item behind a removed current one takes its place", arguments: [false, true])
    func removingTheCurrent(shuffles: Bool) throws {
        var queue = PlayQueue.filled(5, QueueModes(shuffles: shuffles))
        _ = queue.playOn(2)
        let current = try #require(queue.currentID)
        let next = try #require(queue.following())
        try queue.remove([current])
        #expect(queue.currentID == next)
    }

    @Test("no item takes the place of the last")
    func removingTheLast() throws {
        var queue = PlayQueue.filled(2)
        queue.advance(to: 2, by: .jump)
        try queue.remove([2])
        #expect(queue.current == nil && queue.ids == [1])
    }

    @Test("items that stand side by side change places, and nothing changes for ids that are not there")
    func reordering() throws {
        var queue = PlayQueue.filled(5)
        queue.advance(to: 2, by: .jump)
        try queue.move([4, 3, 2], to: 1)
        #expect(queue.ids == [1, 4, 3, 2, 5])
        #expect(queue.currentIndex == 3)
        let revision = queue.revision
        try queue.move([1, 4, 3, 2, 5], to: 0)
        #expect(queue.ids == [1, 4, 3, 2, 5] && queue.revision == revision + 1)
        #expect(throws: PlaybackError.self) { try queue.move([4, 9, 2], to: 1) }
        try queue.move([4, 4, 2], to: 1)
        #expect(queue.ids == [1, 4, 2, 3, 5])
    }

    @Test("moved items stand together in the order asked for")
    func moving() throws {
        var queue = PlayQueue.filled(5)
        queue.advance(to: 4, by: .jump)
        try queue.move([4, 2, 4], to: 0)
        #expect(queue.ids == [4, 2, 1, 3, 5])
        #expect(queue.currentIndex == 0)
        try queue.move([4], to: 99)
        #expect(queue.ids == [2, 1, 3, 5, 4])
        let error = #expect(throws: PlaybackError.self) { try queue.move([1, 77], to: 0) }
        #expect(error?.code == .queueItemNotFound)
        #expect(queue.ids == [2, 1, 3, 5, 4])
    }

    @Test("every change is a new revision, and no change is none")
    func revisions() throws {
        var queue = PlayQueue()
        var seen = [queue.revision]
        _ = try queue.add(["/a", "/b"])
        seen.append(queue.revision)
        try queue.move([2], to: 0)
        seen.append(queue.revision)
        queue.setModes(QueueModes(repeats: .all))
        seen.append(queue.revision)
        queue.setModes(QueueModes(repeats: .all))
        try queue.remove([1])
        seen.append(queue.revision)
        queue.clear()
        seen.append(queue.revision)
        #expect(seen == Array(seen[0]...seen[0] + 5))
    }

    @Test("a hundred thousand items can be added, moved, removed and shuffled")
    func large() throws {
        var queue = PlayQueue()
        let ids = try queue.add((0..<100_000).map { "/\($0)" })
        try queue.move([ids[99_999]], to: 0)
        #expect(queue.items.first?.id == ids[99_999])
        try queue.remove(Array(ids[50_000..<60_000]))
        #expect(queue.items.count == 90_000)
        queue.setModes(QueueModes(repeats: .all, shuffles: true))
        _ = try queue.add((0..<10_000).map { "/more/\($0)" })
        #expect(Set(queue.playOn(10)).count == 10)
        #expect(throws: PlaybackError.self) { _ = try queue.add(["/one/too/many"]) }
    }

    @Test("saved numbers that cannot be are left out, whoever wrote them")
    func restoringNonsense() throws {
        var queue = PlayQueue()
        let items = [1, 1, -4, .max, 7].map { QueueItem(id: $0, uri: "/x") }
        queue.restore(items: items, currentID: .max, modes: QueueModes(), nextID: .max)
        #expect(queue.ids == [1, 7] && queue.current == nil)
        let added = try queue.add(["/y", "/z"])
        #expect(added.allSatisfy { $0 > 7 })
        try queue.move(added, to: 0)
    }
}
