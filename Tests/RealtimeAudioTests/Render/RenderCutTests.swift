import AudioTypes
import Testing

@testable import RealtimeAudio

@Suite("Rendering: cut")
struct RenderCutTests {
    private func playing(_ samples: [Float]) -> RenderHarness {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.begin(1, samples)
        harness.render(100)
        return harness
    }

    @Test("is silent within the very cycle")
    func atOnce() {
        let harness = playing(steady(4_000))
        harness.renderer.setCut(true)
        #expect(harness.render(64) == silence(64))
    }

    @Test("keeps its place, reports no pause and ramps in after")
    func keepsItsPlace() {
        let harness = playing(numbered(4_000))
        harness.renderer.setCut(true)
        harness.render(1_000)
        #expect(harness.kinds() == [.began])
        #expect(harness.renderer.clock()?.isMoving == false)
        harness.renderer.setCut(false)
        let cycle = harness.render(1_000)
        #expect(cycle[RenderHarness.fade] == Float(101 + RenderHarness.fade))
        #expect((1...2).contains(cycle[0] * Float(RenderHarness.fade) / 101))
    }

    @Test("while the callback stands the position does not move, and the next frame follows with its own gain")
    func stands() {
        let harness = playing(numbered(4_000))
        harness.render(600)
        let time = CycleTime(now: 5_000_000, delay: 7)
        for _ in 0..<3 { harness.renderer.consumer.stand(time: time) }
        #expect(harness.renderer.clock()?.isMoving == false && harness.renderer.clock()?.mediaFrame == 700)
        #expect(harness.kinds() == [.began])
        #expect(harness.render(10) == (701...710).map { Float($0) })
        #expect(harness.renderer.clock()?.isMoving == true)
    }

    @Test("a pause and a jump that are asked for while the callback stands are answered then")
    func answersWhileItStands() {
        let harness = playing(numbered(4_000))
        harness.renderer.setPlays(false)
        harness.renderer.consumer.stand(time: CycleTime(now: 5_000_000, delay: 7))
        #expect(harness.render(64) == silence(64))
        #expect(harness.kinds() == [.began, .paused] && harness.event(.paused)?.heardAt == 5_000_007)
    }

    @Test("ramps in without a step")
    func rampsIn() {
        let harness = playing(steady(4_000))
        harness.renderer.setCut(true)
        harness.render(10)
        harness.renderer.setCut(false)
        #expect(largestStep(in: harness.render(1_000)) <= steepestStep())
    }

    @Test("a pause under a cut is answered at once and stays when the cut is over")
    func pauseUnderACut() {
        let harness = playing(numbered(4_000))
        harness.renderer.setCut(true)
        harness.renderer.setPlays(false)
        harness.render(64)
        #expect(harness.event(.paused)?.mediaFrame == 100)
        harness.renderer.setCut(false)
        #expect(harness.render(64) == silence(64))
    }

    @Test("a cut in the middle of a fade ends it")
    func cutInAFade() {
        let harness = playing(numbered(4_000))
        harness.renderer.setPlays(false)
        harness.render(200)
        harness.renderer.setCut(true)
        #expect(harness.render(64) == silence(64))
        #expect(harness.event(.paused)?.mediaFrame == 300)
    }

    @Test("no underrun is counted under a cut")
    func noUnderrun() {
        let harness = playing(numbered(100))
        harness.renderer.setCut(true)
        harness.render(64)
        #expect(harness.underrunFrames == 0)
    }
}
