import AudioTypes
import Testing

@testable import PlayerModel

@Suite("What comes sooner in a queue that shuffles")
struct DrawingWeightsTests {
    private static let day = 86_400.0

    @Test(
        "a rating doubles the weight with each two and a half points, and none is in the middle",
        arguments: [(10, 4), (7.5, 2), (5, 1), (nil, 1), (2.5, 0.5), (0, 0.25), (99, 4), (-3, 0.25)] as [(Double?, Double)])
    func ratings(_ case: (rating: Double?, weight: Double)) {
        let facts = DrawingFacts(rating: `case`.rating, lastPlayed: 0)
        #expect(facts.weight(by: [.rating], now: 0) == `case`.weight)
    }

    @Test(
        "what was played lately weighs less, until thirty days are over",
        arguments: [(nil, 1), (0, 1.0 / 16), (1, 1.0 / 16), (15, 0.5), (30, 1), (900, 1), (-5, 1.0 / 16)] as [(Double?, Double)])
    func lastPlayed(_ case: (days: Double?, weight: Double)) {
        let facts = DrawingFacts(rating: 10, lastPlayed: `case`.days.map { 1e9 - $0 * Self.day })
        #expect(facts.weight(by: [.leastRecent], now: 1e9) == `case`.weight)
        #expect(facts.weight(by: [], now: 1e9) == 1 && facts.weight(by: [.leastRecent, .rating], now: 1e9) == 4 * `case`.weight)
    }

    /// How often each id is the first of 20,000 drawn orders.
    private func firsts(_ queue: PlayQueue) -> [Int64: Int] {
        var (queue, firsts) = (queue, [Int64: Int]())
        for _ in 0..<20_000 {
            queue.reshuffle()
            firsts[queue.rounds.upcoming[0], default: 0] += 1
        }
        return firsts
    }

    @Test("a song is the first as often as its weight is a part of all weights")
    func songs() {
        var queue = PlayQueue.filled(4, QueueModes(shuffles: true), seed: 7)
        _ = queue.weigh([1: 4, 2: 2, 3: 0.5], redraws: false)
        let firsts = firsts(queue)
        // The fourth has no weight of its own, which is 1. Four standard deviations are 283 at most.
        for (id, weight) in [(1, 4), (2, 2), (3, 0.5), (4, 1)] as [(Int64, Double)] {
            #expect(abs(Double(firsts[id] ?? 0) - 20_000 * weight / 7.5) < 283, "\(firsts)")
        }
    }

    @Test("an album is it as often as the mean of its songs says, however many there are")
    func albums() throws {
        var queue = try PlayQueue.of("AAAAAABB", seed: 7)
        _ = queue.weigh([1: 3, 2: 3, 3: 0, 4: 0, 5: 0, 6: 0, 7: 1, 8: 5], redraws: false)
        let firsts = firsts(queue)
        #expect(abs((firsts[1] ?? 0) - 5_000) < 245 && abs((firsts[7] ?? 0) - 15_000) < 245, "\(firsts)")
    }

    @Test("without weights each order is as likely as any other, and drawn as it always was")
    func none() {
        var (plain, weighed) = (
            PlayQueue.filled(50, QueueModes(shuffles: true)), PlayQueue.filled(50, QueueModes(shuffles: true))
        )
        _ = weighed.weigh([1: 1_000], redraws: false)
        _ = weighed.weigh([:], redraws: false)
        plain.reshuffle()
        weighed.reshuffle()
        #expect(plain.rounds.upcoming == weighed.rounds.upcoming)
    }

    @Test("weights that become known draw anew what is to come, and nothing that was played comes again")
    func redraws() {
        var queue = PlayQueue.filled(40, QueueModes(shuffles: true))
        let played = queue.playOn(10)
        let rest = queue.rounds.upcoming
        let last = rest[29]
        let isOther = queue.weigh([last: 1e12], redraws: true)
        #expect(isOther && queue.rounds.upcoming.first == last && Set(queue.rounds.upcoming) == Set(rest))
        #expect(queue.rounds.played == Array(played.dropLast()) && queue.currentID == played.last)
        let order = queue.rounds.upcoming
        let staysSo = queue.weigh([rest[28]: 1e12], redraws: false)
        #expect(!staysSo && queue.rounds.upcoming == order)
    }

    @Test("a later round is drawn by them, too")
    func later() {
        var queue = PlayQueue.filled(9, QueueModes(repeats: .all, shuffles: true))
        _ = queue.weigh([5: 1e12], redraws: true)
        let order = (1...27).compactMap { queue.item(ahead: $0)?.id }
        #expect([order[0], order[9], order[18]] == [5, 5, 5])
    }
}
