import SystemSupport
import Testing

@testable import RealtimeAudio

@Suite("Rendering: waking the worker")
struct RenderWakeTests {
    /// A full ring of 1,024 frames that plays, and a worker asleep.
    private func playing() -> RenderHarness {
        let harness = RenderHarness(capacity: 1_024)
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(1_024))
        #expect(harness.renderer.producer.maySleep())
        return harness
    }

    @Test("happens once when the ring falls below half, however many cycles follow")
    func once() {
        let harness = playing()
        harness.render(512)
        #expect(!harness.worker.drain())
        harness.render(1)
        #expect(harness.worker.drain())
        for _ in 0..<4 { harness.render(100) }
        #expect(!harness.worker.drain())
    }

    @Test("happens again at the next fall, once the worker filled the ring and went to sleep")
    func again() {
        let harness = playing()
        harness.render(600)
        #expect(harness.worker.drain())
        harness.write(numbered(600))
        #expect(harness.renderer.producer.maySleep())
        harness.render(100)
        #expect(!harness.worker.drain())
        harness.render(500)
        #expect(harness.worker.drain())
    }

    @Test("is not needed by a worker that has nothing to decode")
    func nothingToDo() {
        let harness = playing()
        harness.renderer.producer.hasNothingToDo()
        harness.render(1_000)
        #expect(!harness.worker.drain())
    }

    @Test("a worker may not sleep where the ring is low already")
    func low() {
        let harness = RenderHarness(capacity: 1_024)
        harness.write(numbered(511))
        #expect(!harness.renderer.producer.maySleep())
        harness.write(numbered(1))
        #expect(harness.renderer.producer.maySleep())
    }

    @Test("happens in a ring of any size", arguments: [1, 2, 4])
    func smallRings(capacity: Int) {
        let harness = RenderHarness(capacity: capacity)
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(capacity))
        #expect(harness.renderer.producer.maySleep())
        harness.render(capacity)
        #expect(harness.worker.drain())
    }

    @Test("happens when a seek empties the ring")
    func seek() {
        let harness = playing()
        harness.change(generation: 1)
        harness.render(600)
        #expect(harness.worker.drain())
        #expect(harness.writable == 1_024)
    }

    @Test("the ring's fill is told from empty to full")
    func fill() {
        let harness = RenderHarness(capacity: 1_024)
        #expect(harness.renderer.fill == 0)
        harness.write(numbered(256))
        #expect(harness.renderer.fill == 0.25)
    }
}
