import Testing

@testable import PlayerModel

@Suite("The reported fill")
struct FillReportTests {
    @Test("a fill is reported in steps, from a fill inside its range on")
    func fill() {
        var fill = FillReport()
        #expect(fill.begin(at: -1, now: 0) == 0 && fill.begin(at: 7, now: 0) == 1 && fill.begin(at: 0.5, now: 0) == 0.5)
        #expect(!fill.grow(to: 0.6) && fill.grow(to: 0.75) && !fill.grow(to: 0.9) && fill.grow(to: 0.96))
        #expect(fill.begin(at: 0, now: 0) == 0 && fill.grow(to: 0.2))
    }
}
