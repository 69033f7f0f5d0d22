import Testing

@testable import MPDProtocol

@Suite("Wrong passwords")
struct GuessLedgerTests {
    private static let second: Int64 = 1_000_000_000

    @Test("where nobody was wrong, no password waits")
    func first() {
        var ledger = GuessLedger<String>()
        #expect(ledger.delay(of: "a", at: 0) == 0)
        ledger.wasWrong(by: "a", at: 0)
        #expect(ledger.delay(of: "b", at: 0) == 0)
        #expect(ledger.count == 1)
    }

    @Test("each wrong password makes the next one from there wait longer, up to some seconds")
    func growing() {
        var ledger = GuessLedger<String>()
        var waits: [Int64] = []
        var time: Int64 = 0
        for _ in 0..<7 {
            ledger.wasWrong(by: "a", at: time)
            let wait = ledger.delay(of: "a", at: time) ?? -1
            waits.append(wait)
            time += wait
        }
        #expect(waits == [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000].map { $0 * 1_000_000 })
    }

    @Test("passwords that come at once over many connections wait for each other, and too many are not looked at")
    func together() {
        var ledger = GuessLedger<String>()
        for _ in 0..<4 { ledger.wasWrong(by: "a", at: 0) }
        let waits = (0..<100).map { _ in ledger.delay(of: "a", at: 0) }
        #expect(Array(waits.prefix(5)) == [4, 8, 12, 16, 20].map { $0 * Self.second })
        #expect(waits.dropFirst(5).allSatisfy { $0 == nil })
        // An hour of guessing is a few hundred guesses.
        var looked = 0
        for second in 0..<3_600 {
            guard ledger.delay(of: "a", at: Int64(second) * Self.second) != nil else { continue }
            ledger.wasWrong(by: "a", at: Int64(second) * Self.second)
            looked += 1
        }
        #expect(looked < 500)
    }

    @Test("wrong passwords are forgotten, one in a minute")
    func forgetting() {
        var ledger = GuessLedger<String>()
        for _ in 0..<3 { ledger.wasWrong(by: "a", at: 0) }
        #expect(ledger.delay(of: "a", at: 60 * Self.second) == 0)
        #expect(ledger.delay(of: "a", at: 60 * Self.second) == Self.second)
        #expect(ledger.delay(of: "a", at: 190 * Self.second) == 0)
        #expect(ledger.count == 0)
    }

    @Test("a bounded number of places is remembered")
    func bounded() {
        var ledger = GuessLedger<Int>()
        for place in 0..<5_000 { ledger.wasWrong(by: place, at: Int64(place)) }
        #expect(ledger.count == GuessLedger<Int>.mostPlaces)
        #expect(ledger.delay(of: 4_999, at: 5_000) != 0)
    }
}
