import AudioTypes
import Testing

@testable import RealtimeAudio

@Suite("Rendering: pause and resume")
struct RenderPauseTests {
    static let fade = RenderHarness.fade
    static let quanta = [16, 64, 333, 1_024, 4_096]

    /// Plays `count` samples from the middle of full-level audio.
    private func playing(_ samples: [Float]) -> RenderHarness {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.begin(1, samples, at: 1_000)
        harness.render(100)
        return harness
    }

    @Test("a pause fades out in 10 ms without a step, then is silent", arguments: quanta)
    func fadesOut(quantum: Int) {
        let harness = playing(steady(6_000))
        harness.renderer.setPlays(false)
        while harness.rendered < 3_000 { harness.render(quantum) }
        let output = harness.output[0]
        #expect(largestStep(in: output) <= steepestStep())
        #expect(output[..<100].allSatisfy { $0 == 1 })
        #expect(output[100 + Self.fade - 1] > 0)
        #expect(output[(100 + Self.fade)...].allSatisfy { $0 == 0 })
        // Equal power: at half the time 3 dB less.
        #expect(abs(output[100 + Self.fade / 2] - Float(0.5).squareRoot()) < 0.01)
    }

    @Test("a finished pause is reported once, in the first cycle that holds nothing of the fade", arguments: quanta)
    func reported(quantum: Int) {
        let harness = playing(steady(6_000))
        harness.delay = 77
        harness.renderer.setPlays(false)
        while harness.rendered < 10_000 { harness.render(quantum) }
        let pauses = harness.events.filter { $0.kind == .paused }
        #expect(pauses.count == 1)
        #expect(pauses.first?.segment == 1)
        #expect(pauses.first?.mediaFrame == Int64(1_000 + 100 + Self.fade))
        let cycles = (Self.fade + quantum - 1) / quantum
        #expect(pauses.first?.heardAt == harness.heard(at: 100 + cycles * quantum))
    }

    @Test("a resume goes on with the very next frame and loses none", arguments: quanta)
    func resumes(quantum: Int) throws {
        let harness = playing(numbered(8_000))
        harness.renderer.setPlays(false)
        while harness.rendered < 5_000 { harness.render(quantum) }
        let next = try #require(harness.event(.paused)).mediaFrame - 1_000
        let start = harness.rendered
        harness.renderer.setPlays(true)
        while harness.rendered < start + 1_000 { harness.render(quantum) }
        let heard = Array(harness.output[0][start...])
        // After the ramp every sample is its own number again.
        #expect(heard[Self.fade] == Float(Int(next) + 1 + Self.fade))
        for frame in 0..<Self.fade {
            let gain = heard[frame] / Float(Int(next) + 1 + frame)
            #expect(gain > 0 && gain <= 1)
        }
    }

    @Test("a resume ramps in without a step", arguments: [16, 64, 333, 1_024])
    func rampsIn(quantum: Int) {
        let harness = playing(steady(8_000))
        harness.renderer.setPlays(false)
        while harness.rendered < 2_000 { harness.render(quantum) }
        harness.renderer.setPlays(true)
        while harness.rendered < 3_500 { harness.render(quantum) }
        #expect(largestStep(in: harness.output[0]) <= steepestStep())
        #expect(harness.output[0].last == 1)
    }

    @Test("pausing and resuming in the middle of a fade turns round without a step", arguments: 0..<12)
    func reverses(seed: Int) {
        let harness = playing(steady(8_000))
        var random = SeededGenerator(seed: UInt64(seed))
        var plays = true
        while harness.rendered < 7_000 {
            plays.toggle()
            harness.renderer.setPlays(plays)
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                harness.render(Int.random(in: 1...200, using: &random))
            }
        }
        #expect(largestStep(in: harness.output[0]) <= steepestStep())
    }

    @Test("a pause asked for before anything was rendered is answered")
    func pauseBeforeTheFirstCycle() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.renderer.setPlays(false)
        harness.render(64)
        #expect(harness.kinds() == [.paused])
    }

    @Test("a second pause is answered too, even where no frame was heard between the two")
    func pauseTwice() {
        let harness = playing(steady(6_000))
        harness.renderer.setPlays(false)
        harness.render(1_000)
        harness.render(64)
        harness.renderer.setPlays(true)
        harness.renderer.setPlays(false)
        harness.render(64)
        harness.render(64)
        #expect(harness.kinds().filter { $0 == .paused }.count == 2)
    }

    @Test("a pause while the ring is empty is answered at once")
    func pauseWhileStarving() {
        let harness = playing(steady(100))
        harness.render(64)
        harness.renderer.setPlays(false)
        harness.render(64)
        harness.render(64)
        #expect(harness.kinds() == [.began, .starved, .paused])
        #expect(harness.event(.paused)?.mediaFrame == 1_100)
        #expect(harness.underrunFrames == 64)
    }

    @Test("a pause whose fade runs out of audio is silent from there on, and answered in the next cycle")
    func fadeRunsDry() {
        let harness = playing(steady(200))
        harness.renderer.setPlays(false)
        let cycle = harness.render(256)
        #expect(cycle[100...].allSatisfy { $0 == 0 })
        #expect(harness.kinds() == [.began])
        harness.render(256)
        #expect(harness.kinds() == [.began, .paused])
        #expect(harness.event(.paused)?.mediaFrame == 1_200)
    }

    @Test("a pause fades on over the boundary of two gapless tracks", arguments: quanta)
    func fadesOverABoundary(quantum: Int) {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, steady(200))
        harness.segment(2, steady(4_000))
        harness.render(100)
        harness.renderer.setPlays(false)
        while harness.rendered < 5_000 { harness.render(quantum) }
        #expect(largestStep(in: harness.output[0]) <= steepestStep())
        #expect(harness.event(.paused)?.segment == 2)
        #expect(harness.event(.paused)?.mediaFrame == Int64(Self.fade - 100))
    }

    @Test("a resume fades on over the boundary of two gapless tracks", arguments: quanta)
    func risesOverABoundary(quantum: Int) {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, steady(1_000))
        harness.segment(2, steady(4_000))
        harness.render(100)
        harness.renderer.setPlays(false)
        harness.render(700)
        harness.renderer.setPlays(true)
        while harness.rendered < 4_000 { harness.render(quantum) }
        #expect(largestStep(in: harness.output[0]) <= steepestStep())
    }

    @Test("what begins after a pause between two tracks begins untouched")
    func pausedAtABoundary() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, steady(100))
        harness.render(100)
        harness.renderer.setPlays(false)
        harness.render(64)
        #expect(harness.kinds() == [.began, .ended, .paused])
        harness.segment(2, steady(100))
        harness.render(64)
        harness.renderer.setPlays(true)
        #expect(harness.render(64) == steady(64))
    }

    @Test("a pause after a resume cut short by the end of the file still lets the next file begin untouched")
    func endDuringARise() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, steady(900))
        harness.render(100)
        harness.renderer.setPlays(false)
        harness.render(700)
        harness.renderer.setPlays(true)
        harness.render(1_000)
        #expect(harness.kinds().last == .ended)
        harness.segment(2, steady(64))
        #expect(harness.render(64) == steady(64))
    }

    @Test("with fades of no length every frame is heard as it is, before a pause and after")
    func noFades() {
        let harness = RenderHarness(fade: 0)
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(300))
        harness.render(100)
        harness.renderer.setPlays(false)
        harness.render(10)
        harness.renderer.setPlays(true)
        harness.render(100)
        #expect(harness.output[0].filter { $0 != 0 } == numbered(201))
    }
}
