import Testing

@testable import PlayerModel

@Suite("The wait of a short item")
struct JoinWaitTests {
    @Test("a short item waits half a second for the next one, and no longer")
    func join() {
        var wait = JoinWait()
        #expect(!wait.isHolding)
        wait.begin(at: 1_000)
        #expect(wait.isHolding && !wait.isTooLong(at: 500_000_999) && wait.isTooLong(at: 500_001_000))
        wait.begin(at: 2_000)
        #expect(!wait.isTooLong(at: 500_001_000))
        wait.end()
        #expect(!wait.isHolding)
    }
}
