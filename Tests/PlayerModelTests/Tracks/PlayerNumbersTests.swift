import Testing

@testable import PlayerModel

@Suite("The numbers of sources, segments and generations")
struct PlayerNumbersTests {
    @Test("each number is new, and each kind is counted for itself")
    func grow() {
        var numbers = PlayerNumbers()
        #expect(numbers.segment == 0 && numbers.generation == 0)
        #expect([numbers.makeToken(), numbers.makeToken()] == [1, 2])
        #expect([numbers.makeSegment(), numbers.makeSegment()] == [1, 2] && numbers.segment == 2)
        numbers.beginGeneration()
        #expect(numbers.generation == 1 && numbers.segment == 2 && numbers.makeToken() == 3)
    }
}
