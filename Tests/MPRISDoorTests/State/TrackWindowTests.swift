import Testing

@testable import MPRISDoor
@testable import PlayerModel

@Suite("The part of the queue that is published")
struct TrackWindowTests {
    /// Returns a queue of so many items. A later one has a larger revision, like the queue of a player that goes on.
    private func queue(_ count: Int, current: Int64?, after earlier: Int = 0) -> PlayQueue {
        var queue = PlayQueue()
        let items = (0..<count).map { QueueItem(id: Int64($0) + 1, uri: "/\($0)") }
        for _ in 0...earlier { queue.restore(items: items, currentID: current, modes: QueueModes(), nextID: 0) }
        return queue
    }

    @Test("a short queue is published as a whole", arguments: [0, 1, 99, 100])
    func short(count: Int) {
        var window = TrackWindow()
        window.update(queue(count, current: nil), current: nil)
        #expect(window.tracks.map(\.id) == Array(1..<Int64(count) + 1))
    }

    @Test("in a long queue the part moves only near its edge, and the current track is always well within it")
    func long() throws {
        var window = TrackWindow()
        var moves = 0
        var last: [Int64] = []
        for id in Int64(1)...1_000 {
            window.update(queue(1_000, current: id), current: nil)
            let ids = window.tracks.map(\.id)
            if ids != last { moves += 1 }
            last = ids
            #expect(ids.count == TrackWindow.size)
            let place = try #require(ids.firstIndex(of: id))
            #expect(place >= min(TrackWindow.margin, Int(id) - 1))
            #expect(ids.count - 1 - place >= min(TrackWindow.margin, 1_000 - Int(id)))
        }
        #expect(moves <= 1_000 / 40 + 1, "\(moves)")
    }

    @Test("a jump to a far place takes the part there, and a queue that shrinks takes it back")
    func jumps() {
        var window = TrackWindow()
        window.update(queue(1_000, current: 900), current: nil)
        #expect(window.tracks.contains { $0.id == 900 })
        window.update(queue(5, current: 2, after: 1), current: nil)
        #expect(window.tracks.map(\.id) == [1, 2, 3, 4, 5])
        window.update(queue(0, current: nil, after: 2), current: nil)
        #expect(window.tracks.isEmpty)
    }

    @Test("an item that gets another title with a later revision is published with it, and the others as they were")
    func changed() {
        var window = TrackWindow()
        var items = (0..<3).map { QueueItem(id: Int64($0) + 1, uri: "/\($0)") }
        var queue = PlayQueue()
        for title in ["before", "after"] {
            items[1] = QueueItem(id: 2, uri: "/1", title: title)
            queue.restore(items: items, currentID: nil, modes: QueueModes(), nextID: 0)
            window.update(queue, current: nil)
            #expect(window.tracks.map(\.title) == ["0", title, "2"])
        }
    }

    @Test("what the open item tells of itself is in the list as well")
    func current() {
        var window = TrackWindow()
        let queue = queue(3, current: 2)
        window.update(queue, current: nil)
        #expect(window.tracks[1].length == nil)
        window.update(queue, current: PublishedTrack(queue.items[1], duration: 2))
        #expect(window.tracks.map(\.length) == [nil, 2_000_000, nil])
    }
}
