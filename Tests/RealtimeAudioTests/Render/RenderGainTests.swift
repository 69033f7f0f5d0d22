import AudioTypes
import Testing

@testable import RealtimeAudio

@Suite("Rendering: mute and gain")
struct RenderGainTests {
    static let fade = RenderHarness.fade
    static let quanta = [1, 16, 64, 333, 1_024]

    private func playing(_ samples: [Float]) -> RenderHarness {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.begin(1, samples)
        harness.render(100)
        return harness
    }

    @Test("a mute ramps to silence while time goes on, and back", arguments: quanta)
    func mute(quantum: Int) {
        let harness = playing(steady(8_000))
        harness.renderer.setMuted(true)
        while harness.rendered < 2_000 { harness.render(quantum) }
        #expect(harness.output[0].last == 0)
        let anchor = harness.renderer.clock()
        #expect(anchor?.isMoving == true)
        harness.renderer.setMuted(false)
        while harness.rendered < 3_500 { harness.render(quantum) }
        #expect(largestStep(in: harness.output[0]) <= steepestStep())
        #expect(harness.output[0].last == 1)
    }

    @Test("a mute takes nothing out of the audio: what follows is where it would have been")
    func muteKeepsTime() {
        let harness = playing(numbered(4_000))
        harness.renderer.setMuted(true)
        harness.render(1_000)
        harness.renderer.setMuted(false)
        harness.render(1_000)
        #expect(harness.render(100) == numbered(100, from: 2_101))
    }

    @Test("what begins muted is never heard", arguments: quanta)
    func mutedFromTheStart(quantum: Int) {
        let harness = RenderHarness()
        harness.renderer.setMuted(true)
        harness.renderer.setPlays(true)
        harness.segment(1, steady(2_000))
        while harness.rendered < 1_500 { harness.render(quantum) }
        #expect(harness.output[0].allSatisfy { $0 == 0 })
    }

    @Test("what was muted during a pause is not heard when it goes on")
    func mutedWhilePaused() {
        let harness = playing(steady(4_000))
        harness.renderer.setPlays(false)
        harness.render(1_000)
        harness.renderer.setMuted(true)
        harness.renderer.setPlays(true)
        #expect(harness.render(1_000) == silence(1_000))
    }

    @Test("a file begins untouched where it was unmuted before")
    func unmutedBefore() {
        let harness = RenderHarness()
        harness.renderer.setMuted(true)
        harness.renderer.setPlays(true)
        harness.segment(1, steady(10))
        harness.render(64)
        harness.renderer.setMuted(false)
        harness.segment(2, steady(64))
        #expect(harness.render(64) == steady(64))
    }

    @Test("a gain is reached in a straight line in a fade's time, at any quantum", arguments: quanta)
    func gain(quantum: Int) {
        let harness = playing(steady(8_000))
        harness.renderer.setGain(0.25)
        while harness.rendered < 100 + Self.fade + quantum { harness.render(quantum) }
        let ramp = harness.output[0][100..<(100 + Self.fade)]
        #expect(largestStep(in: harness.output[0]) <= 0.75 / Float(Self.fade) * 1.01)
        #expect(abs((ramp.dropFirst(Self.fade / 2).first ?? 0) - 0.625) < 0.002)
        #expect(harness.output[0][(100 + Self.fade)...].allSatisfy { $0 == 0.25 })
    }

    @Test("a gain back at 1 leaves every sample as it is", arguments: quanta)
    func backToUnity(quantum: Int) {
        let harness = playing(numbered(8_000))
        harness.renderer.setGain(0.3)
        for _ in 0..<3 { harness.render(quantum) }
        harness.renderer.setGain(1)
        let start = harness.rendered
        while harness.rendered < start + Self.fade { harness.render(quantum) }
        let next = harness.rendered
        #expect(harness.render(500) == numbered(500, from: next + 1))
    }

    @Test("gains that change again and again never step", arguments: 0..<8)
    func manyGains(seed: Int) {
        let harness = playing(steady(8_000))
        var random = SeededGenerator(seed: UInt64(seed))
        while harness.rendered < 7_000 {
            harness.renderer.setGain(Float.random(in: 0...2, using: &random))
            harness.render(Int.random(in: 1...700, using: &random))
        }
        #expect(largestStep(in: harness.output[0]) <= 2 / Float(Self.fade) * 1.01)
    }

    @Test("a gain set before a file begins holds from its first frame")
    func gainBeforeTheStart() {
        let harness = RenderHarness()
        harness.renderer.setGain(0.5)
        harness.renderer.setPlays(true)
        harness.segment(1, steady(64))
        #expect(harness.render(64) == steady(64, level: 0.5))
    }

    @Test("gain, mute and pause together never step", arguments: 0..<8)
    func allTogether(seed: Int) {
        let harness = playing(steady(8_000))
        var random = SeededGenerator(seed: UInt64(seed))
        while harness.rendered < 7_500 {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: harness.renderer.setGain(Float.random(in: 0...1, using: &random))
            case 1: harness.renderer.setMuted(Bool.random(using: &random))
            default: harness.renderer.setPlays(Bool.random(using: &random))
            }
            harness.render(Int.random(in: 1...400, using: &random))
        }
        // Three ramps at once: each bounded by its own slope.
        #expect(largestStep(in: harness.output[0]) <= 2 * steepestStep() + 1 / Float(Self.fade))
    }
}
