import Testing

@testable import PlayerModel

@Suite("A loop in frames")
struct FrameLoopTests {
    @Test("counts like the media up to its end, and goes back to its beginning each time")
    func endless() {
        let loop = FrameLoop(start: 100, end: 150)
        #expect([0, 99, 149, 149.5].map { loop.place(of: $0) } == [0, 99, 149, 149.5])
        #expect([150, 151, 199, 200, 1_150].map { loop.place(of: $0) } == [100, 101, 149, 100, 100])
        #expect([0, 149, 150, 199, 200].map { loop.returns(by: $0) } == [0, 0, 1, 1, 2])
        #expect(loop.nextTurn(after: 0) == 150 && loop.nextTurn(after: 150) == 200 && loop.nextTurn(after: 199) == 200)
        #expect(!loop.isOver(by: 1e12))
    }

    @Test("leaves the part behind its last pass")
    func counted() {
        let loop = FrameLoop(start: 100, end: 150, passes: 3)
        #expect([149, 150, 249].map { loop.place(of: $0) } == [149, 100, 149])
        #expect(loop.place(of: 250) == 150 && loop.place(of: 300) == 200)
        #expect(loop.returns(by: 249) == 2 && loop.returns(by: 1_000) == 2)
        #expect(loop.nextTurn(after: 249) == 250 && loop.nextTurn(after: 250) == nil)
        #expect(!loop.isOver(by: 249.9) && loop.isOver(by: 250))
        #expect(FrameLoop(start: 0, end: 10, passes: 1).nextTurn(after: 10) == nil)
    }

    @Test("has at least one frame and one pass")
    func bounds() {
        let loop = FrameLoop(start: 5, end: 2, passes: -1)
        #expect(loop.end == 6 && loop.passes == 1 && FrameLoop(start: -3, end: 2).start == 0)
    }
}
