import AudioTypes
import Synchronization
import Testing

@testable import RealtimeAudio

@Suite("Rendering: playing")
struct RenderPlayTests {
    @Test("plays what the ring holds, every frame once, at any sequence of quanta", arguments: 0..<24)
    func anyQuanta(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let capacity = [1, 2, 4, 64, 1_024, 8_192][seed % 6]
        let harness = RenderHarness(capacity: capacity, startingAt: seed % 2 == 0 ? 0 : UInt64.max - 700)
        let total = min(20_000, capacity * 200)
        harness.renderer.setPlays(true)
        harness.mark(.begin, 1)
        var written = 0
        var heard: [Float] = []
        while heard.count < total {
            let count = min(harness.writable, total - written)
            if count > 0, written + count == total { harness.mark(.end, 1, after: count) }
            harness.write(numbered(count, from: written + 1))
            written += count
            let quantum = Int.random(in: 1...max(1, min(3_000, written - heard.count)), using: &random)
            heard += harness.render(min(quantum, written - heard.count))
            #expect(!harness.wrotePastItsEnd)
        }
        #expect(heard == numbered(total))
        #expect(harness.underrunFrames == 0)
    }

    @Test("fills exactly what the graph asks for, at every quantum", arguments: [1, 2, 31, 64, 1_024, 8_192, 16_000])
    func fillsExactly(quantum: Int) {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(100))
        let cycle = harness.render(quantum)
        #expect(cycle == Array((numbered(100) + silence(16_000)).prefix(quantum)))
        #expect(!harness.wrotePastItsEnd)
    }

    @Test("leaves a file's first and last frames as they are")
    func untouched() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.render(64)
        harness.segment(1, steady(1_000))
        for _ in 0..<20 { harness.render(64) }
        #expect(harness.output[0] == silence(64) + steady(1_000) + silence(20 * 64 - 1_000))
    }

    @Test("plays a file of one frame")
    func oneFrame() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, [0.5])
        #expect(harness.render(4) == [0.5, 0, 0, 0])
        #expect(harness.kinds() == [.began, .ended])
        #expect(harness.underrunFrames == 0)
    }

    @Test("plays a file of no frames: it begins and ends and is not heard")
    func noFrames() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, [])
        harness.segment(2, [0.5])
        #expect(harness.render(3) == [0.5, 0, 0])
        #expect(harness.events.map(\.segment) == [1, 1, 2, 2])
        #expect(harness.kinds() == [.began, .ended, .began, .ended])
        #expect(harness.events.allSatisfy { $0.kind == .ended && $0.segment == 2 || $0.heardAt == harness.heard(at: 0) })
    }

    @Test("does nothing where the graph asks for no frames")
    func noFramesAskedFor() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(10))
        harness.render(4)
        let anchor = harness.renderer.clock()
        let events = harness.events
        harness.render(0)
        #expect(harness.renderer.clock() == anchor)
        #expect(harness.events == events)
        #expect(harness.render(4) == numbered(4, from: 5))
    }

    @Test("plays 1 to 8 channels, each its own", arguments: 1...8)
    func channels(count: Int) {
        let harness = RenderHarness(channelCount: count, capacity: 256, startingAt: UInt64.max - 100)
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(200))
        for _ in 0..<4 { harness.render(64) }
        for channel in 0..<count {
            #expect(harness.output[channel] == numbered(200, from: 1 + channel) + silence(56))
        }
    }

    @Test("is silent before anything was said, and counts no underrun")
    func nothing() {
        let harness = RenderHarness(channelCount: 2)
        #expect(harness.render(100) == silence(100))
        harness.renderer.setPlays(true)
        #expect(harness.render(100) == silence(100))
        #expect(harness.events.isEmpty)
        #expect(harness.underrunFrames == 0)
    }

    @Test("counts cycles and shows the last quantum")
    func counters() {
        let harness = RenderHarness()
        for quantum in [64, 128, 32] { harness.render(quantum) }
        let counters = harness.renderer.state
        #expect(counters.pointee.counters.callbacks.load(ordering: .relaxed) == 3)
        #expect(counters.pointee.counters.quantum.load(ordering: .relaxed) == 32)
    }
}
