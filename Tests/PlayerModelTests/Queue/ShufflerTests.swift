import Testing

@testable import PlayerModel

@Suite("The rounds of a queue that shuffles")
struct ShufflerTests {
    private func drawn(_ ids: ClosedRange<Int64> = 1...5, seed: UInt64 = 1) -> Shuffler {
        var rounds = Shuffler(seed: seed)
        rounds.draw(from: Array(ids))
        return rounds
    }

    @Test("a round has each id once, and the same seed draws the same round")
    func round() {
        #expect(drawn().upcoming.sorted() == [1, 2, 3, 4, 5] && drawn().played.isEmpty)
        #expect(drawn().upcoming == drawn().upcoming)
        #expect(drawn(1...50, seed: 2).upcoming != drawn(1...50, seed: 3).upcoming)
    }

    @Test("to look ahead draws later rounds, which stay as they were seen", arguments: UInt64(1)...20)
    func lookingAhead(seed: UInt64) {
        var rounds = drawn(1...3, seed: seed)
        #expect(rounds.id(inThisRound: 3) == rounds.upcoming[2] && rounds.id(inThisRound: 4) == nil)
        let seen = (1...9).compactMap { rounds.id(ahead: $0, current: nil) { [1, 2, 3] } }
        #expect(Set(seen[3..<6]) == [1, 2, 3] && Set(seen[6...]) == [1, 2, 3])
        #expect(seen[2] != seen[3] && seen[5] != seen[6], "no id comes twice in a row")
        #expect((1...9).compactMap { rounds.id(ahead: $0, current: nil) { [] } } == seen)
        rounds.beginRound(with: seen[3]) { [] }
        #expect(rounds.upcoming == Array(seen[4..<6]))
    }

    @Test("to go on passes ids that could not be played; a chosen id is only taken out")
    func advance() {
        var rounds = drawn()
        let order = rounds.upcoming
        rounds.take(order[3])
        #expect(rounds.upcoming == [order[0], order[1], order[2], order[4]])
        #expect(rounds.advance(to: order[2]) && rounds.upcoming == [order[4]])
        #expect(rounds.advance(to: order[0]) == false, "it is not in this round any more")
    }

    @Test("to go back puts the id that was left in front of the round")
    func goBack() {
        var rounds = drawn(3...4)
        let order = rounds.upcoming
        rounds.leave(1, keeping: 10)
        rounds.goBack(to: 1, from: 2)
        #expect(rounds.played.isEmpty && rounds.upcoming == [2] + order)
    }

    @Test("no more ids that were played are kept than the limit allows, and the oldest go first")
    func limit() {
        var rounds = drawn()
        for id in Int64(1)...5 { rounds.leave(id, keeping: 3) }
        #expect(rounds.played == [3, 4, 5])
    }

    @Test("new ids are mixed into the round, which keeps its order; or they come next", arguments: UInt64(1)...20)
    func mixing(seed: UInt64) {
        var rounds = drawn(1...5, seed: seed)
        let order = rounds.upcoming
        rounds.mixIn([6, 7])
        #expect(rounds.upcoming.filter { $0 < 6 } == order && rounds.upcoming.count == 7)
        rounds.takeNext([9, 8])
        #expect(rounds.upcoming.prefix(2) == [9, 8])
        rounds.mixInBehindNext([10])
        #expect(rounds.upcoming.first == 9 && rounds.upcoming.contains(10))
        rounds.remove([9, 1])
        rounds.passOver([8])
        #expect(Set(rounds.upcoming) == [2, 3, 4, 5, 6, 7, 10])
    }

    @Test("nothing is mixed in behind the next id if nothing is left of the round")
    func mixingIntoNothing() {
        var rounds = Shuffler(seed: 1)
        rounds.mixInBehindNext([1])
        #expect(rounds.upcoming.isEmpty)
    }
}
