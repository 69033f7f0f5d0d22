import MediaTypes
import Testing

@testable import Network

@Suite("What is fetched ahead")
struct FeedTests {
    private static let second: Int64 = 1_000_000_000

    private func feed(isLive: Bool) throws -> Feed {
        var feed = Feed(attentionSeconds: 10)
        feed.content = RemoteContent(
            address: try WebAddress("http://example.org/"), reach: .everywhere, size: nil, isSeekable: false, isLive: isLive,
            mediaType: "", tags: [:], validator: nil)
        return feed
    }

    @Test("of a station, only while somebody reads it, and some seconds after", arguments: [true, false])
    func attention(isLive: Bool) throws {
        var feed = try feed(isLive: isLive)
        func wantsMore(at seconds: Int64) -> Bool { feed.wantsMore(room: 1, now: seconds * Self.second) }
        #expect(wantsMore(at: 1_000), "its first bytes are waited for")
        feed.satisfy(now: 1_000 * Self.second)
        #expect(wantsMore(at: 1_009))
        #expect(wantsMore(at: 1_011) == !isLive)
        let isTold = feed.await(now: 2_000 * Self.second)
        #expect(isTold, "the fetcher has to be told")
        let isToldAgain = feed.await(now: 2_000 * Self.second)
        #expect(wantsMore(at: 2_000) && !isToldAgain)
        feed.satisfy(now: 2_000 * Self.second)
        #expect(wantsMore(at: 2_009) && wantsMore(at: 2_011) == !isLive)
    }

    @Test("never more than there is room for, and nothing behind the end")
    func bounds() throws {
        var feed = try feed(isLive: true)
        #expect(feed.wantsMore(room: Feed.capacity, now: 0) && !feed.wantsMore(room: Feed.capacity + 1, now: 0))
        feed.isAtEnd = true
        #expect(!feed.wantsMore(room: 1, now: 0))
    }
}
