import MediaTypes
import Testing

@testable import PlayerModel

@Suite("Pages of the queue")
struct QueuePageTests {
    private func queue(_ items: [QueueItem]) throws -> PlayQueue {
        var queue = PlayQueue()
        _ = try queue.add(items, QueueInsertion())
        return queue
    }

    @Test("have a thousand items at most, whatever is asked for, and together every item once")
    func count() throws {
        let queue = try queue((0..<2_500).map { QueueItem(id: 0, uri: "/\($0)") })
        #expect(queue.page(from: 0, count: nil).count == 1_000 && queue.page(from: 0, count: 5_000).count == 1_000)
        #expect(queue.page(from: 10, count: 3).map(\.uri) == ["/10", "/11", "/12"])
        var (all, next): ([String], Int) = ([], 0)
        while next < queue.items.count {
            let page = queue.page(from: next, count: nil)
            all += page.map(\.uri)
            next = page.endIndex
        }
        #expect(all == queue.items.map(\.uri))
        #expect(queue.page(from: 9_999, count: nil).isEmpty && queue.page(from: 0, count: 0).isEmpty)
    }

    @Test("have a bounded number of bytes, and an item where there is one")
    func bytes() throws {
        let long = String(repeating: "x", count: 16_000)
        let queue = try queue((0..<100).map { QueueItem(id: 0, uri: "/\($0)\(long)", title: long) })
        #expect((1...10).contains(queue.page(from: 0, count: nil).count))
        let huge = String(repeating: "x", count: 1 << 20)
        let other = try self.queue([QueueItem(id: 0, uri: huge), QueueItem(id: 0, uri: "/b")])
        #expect(other.page(from: 0, count: nil).count == 1 && other.page(from: 1, count: nil).map(\.uri) == ["/b"])
    }

    @Test("count the tags of albums as well")
    func albumTags() throws {
        var item = QueueItem(id: 0, uri: "/a")
        item.takeOwn(MediaFacts(tags: ["albumartist": String(repeating: "x", count: 500)], duration: nil))
        #expect(try queue(Array(repeating: item, count: 1_000)).page(from: 0, count: nil).count < 500)
    }

    @Test("texts of the queue are cut at 512 bytes, on a whole character")
    func texts() {
        let shown = QueueText.shown(String(repeating: "ü", count: 400))
        #expect(shown?.utf8.count == 511 && shown?.hasSuffix("ü…") == true)
        #expect(QueueText.shown("") == nil && QueueText.shown("short") == "short")
    }
}
