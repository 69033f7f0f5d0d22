import Testing

@testable import RealtimeAudio

@Suite("Rendering: what is no number")
struct RenderDamageTests {
    /// Numbers of all kinds, some of them none.
    private static let damaged: [Float] = [
        0.5, .nan, 1, .infinity, -0.25, -.infinity, -.nan, .signalingNaN, -0.0, .leastNonzeroMagnitude, 3e38, -3e38, 0.75,
    ]

    @Test("infinity and what is no number are silent, everything else is untouched bit by bit")
    func copied() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, Self.damaged)
        let wanted = Self.damaged.map { $0.isFinite ? $0 : 0 }
        // The harness adds the channel's number, 0, which takes the sign of nothing but a zero.
        #expect(harness.render(Self.damaged.count).map(\.bitPattern) == wanted.map { ($0 + 0).bitPattern })
    }

    @Test("nothing that is not finite leaves, whatever the gains and fades", arguments: [Float(0.5), 2, 1_000, .infinity, .nan])
    func multiplied(gain: Float) {
        let harness = RenderHarness()
        let samples = Array(repeating: Self.damaged, count: 500).flatMap { $0 }
        harness.renderer.setPlays(true)
        harness.begin(1, samples, gain: gain)
        harness.render(1_000)
        harness.renderer.setMuted(true)
        harness.render(1_000)
        harness.renderer.setMuted(false)
        harness.renderer.setGain(0.3)
        harness.render(1_500)
        harness.renderer.setPlays(false)
        harness.render(1_000)
        #expect(harness.output[0].allSatisfy { $0.isFinite })
        #expect(gain > 2 || !gain.isFinite || harness.output[0].contains { $0 != 0 })
    }
}
