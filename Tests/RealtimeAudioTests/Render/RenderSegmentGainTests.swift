import Testing

@testable import RealtimeAudio

@Suite("Rendering: each segment with its own gain")
struct RenderSegmentGainTests {
    static let fade = RenderHarness.fade
    static let quanta = [1, 16, 64, 333, 1_024]

    @Test("the gain changes at the very frame where the segment does", arguments: quanta)
    func boundary(quantum: Int) {
        let harness = RenderHarness(channelCount: 2)
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(777), gain: 0.5)
        harness.segment(2, numbered(500, from: 778), gain: 1.75)
        harness.segment(3, numbered(300, from: 1_278))
        while harness.rendered < 2_000 { harness.render(quantum) }
        for channel in 0..<2 {
            let source = numbered(1_577).map { $0 + Float(channel) }
            #expect(Array(harness.output[channel][..<777]) == source[..<777].map { $0 * 0.5 })
            #expect(Array(harness.output[channel][777..<1_277]) == source[777..<1_277].map { $0 * 1.75 })
            #expect(Array(harness.output[channel][1_277..<1_577]) == Array(source[1_277...]))
        }
    }

    @Test("segments of one gain join as if they were one", arguments: quanta)
    func sameGain(quantum: Int) {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, steady(777), gain: 0.3)
        harness.segment(2, steady(777), gain: 0.3)
        while harness.rendered < 1_554 { harness.render(quantum) }
        #expect(largestStep(in: Array(harness.output[0].prefix(1_554))) == 0)
    }

    @Test("it is on top of the gain that is ramped, and of the fades", arguments: quanta)
    func combined(quantum: Int) {
        let plain = RenderHarness()
        let gained = RenderHarness()
        for (harness, gain) in [(plain, Float(1)), (gained, 0.25)] {
            harness.renderer.setPlays(true)
            harness.begin(1, steady(8_000), gain: gain)
            while harness.rendered < 1_024 { harness.render(quantum) }
            harness.renderer.setGain(0.5)
            while harness.rendered < 2_048 { harness.render(quantum) }
            harness.renderer.setMuted(true)
            while harness.rendered < 3_072 { harness.render(quantum) }
            harness.renderer.setMuted(false)
            harness.renderer.setPlays(false)
            while harness.rendered < 4_096 { harness.render(quantum) }
            harness.renderer.setPlays(true)
            while harness.rendered < 5_120 { harness.render(quantum) }
        }
        #expect(zip(plain.output[0], gained.output[0]).allSatisfy { abs($0 * 0.25 - $1) < 1e-6 })
        #expect(gained.output[0].last == 0.125)
    }

    @Test("a seek fades out with the old gain and in with the new one")
    func seek() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.begin(1, steady(4_000), gain: 0.5)
        harness.render(1_000)
        harness.change(generation: 1)
        harness.begin(2, steady(4_000), at: 9_000, rampsIn: true, gain: 0.75)
        harness.render(2_000)
        #expect(largestStep(in: harness.output[0]) <= steepestStep() * 0.75)
        #expect(harness.output[0].max() == 0.75)
        #expect(Array(harness.output[0].suffix(500)) == steady(500, level: 0.75))
    }

    @Test("a segment that was taken back leaves no gain behind")
    func cancelled() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, steady(500), gain: 0.5)
        harness.segment(2, steady(500), gain: 0.1)
        harness.renderer.cancelSegments(after: 1, through: 2)
        harness.segment(3, steady(500), gain: 2)
        #expect(harness.render(1_000) == steady(500, level: 0.5) + steady(500, level: 2))
    }
}
