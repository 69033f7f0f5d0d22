import SystemSupport
import Testing

@Suite("Waiting before the next attempt")
struct BackoffTests {
    private var backoff = Backoff(first: 1_000_000_000, longest: 30_000_000_000)

    @Test("attempts become rarer, up to the longest wait")
    mutating func doubling() {
        var seconds: [Int64] = []
        for _ in 1...7 { seconds.append(backoff.next() / 1_000_000_000) }
        #expect(seconds == [1, 2, 4, 8, 16, 30, 30])
    }

    @Test("what is lost soon after it came is not asked at once again, what lasted is")
    mutating func afterLoss() {
        for _ in 1...4 { _ = backoff.next() }
        backoff.lost(after: .seconds(30))
        var wait = backoff.next()
        #expect(wait == 16_000_000_000)
        backoff.lost(after: .seconds(31))
        wait = backoff.next()
        #expect(wait == 1_000_000_000)
    }
}
