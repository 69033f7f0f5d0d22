import AudioTypes
import Testing

@testable import RealtimeAudio

@Suite("Rendering: underruns")
struct RenderUnderrunTests {
    @Test("are silence, counted in frames, told once a run")
    func counted() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(100))
        harness.render(164)
        harness.render(64)
        harness.render(32)
        #expect(harness.output[0] == numbered(100) + silence(160))
        #expect(harness.underrunFrames == 160)
        #expect(harness.underruns == 1)
        #expect(harness.kinds() == [.began, .starved])
        #expect(harness.event(.starved)?.mediaFrame == 100)
        #expect(harness.event(.starved)?.heardAt == harness.heard(at: 100))
        harness.write(numbered(10, from: 101))
        #expect(harness.render(20) == numbered(10, from: 101) + silence(10))
        #expect(harness.underruns == 2)
        #expect(harness.underrunFrames == 170)
        #expect(harness.kinds() == [.began, .starved, .starved])
    }

    @Test("silence after the end of a segment is none")
    func afterTheEnd() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(100))
        for _ in 0..<4 { harness.render(64) }
        #expect(harness.underrunFrames == 0)
        #expect(harness.kinds() == [.began, .ended])
    }

    @Test("waiting for a segment's first frame is none, and the segment begins when that frame is heard")
    func beforeTheFirstFrame() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.mark(.begin, 1, at: 500)
        harness.render(64)
        harness.render(64)
        #expect(harness.events.isEmpty)
        #expect(harness.underrunFrames == 0)
        harness.write(numbered(64))
        #expect(harness.render(64) == numbered(64))
        #expect(harness.event(.began)?.heardAt == harness.heard(at: 128))
        #expect(harness.event(.began)?.mediaFrame == 500)
    }

    @Test("silence between two segments of one generation is one, counted when the second begins")
    func betweenSegments() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(64))
        harness.mark(.begin, 2)
        harness.render(128)
        harness.render(128)
        #expect(harness.underrunFrames == 0)
        harness.write(numbered(64, from: 65))
        #expect(harness.render(64) == numbered(64, from: 65))
        #expect(harness.underrunFrames == 192 && harness.underruns == 1)
        #expect(harness.kinds() == [.began, .ended, .began])
    }

    @Test("silence between a segment and one of another generation is none, and none where a pause is")
    func betweenGenerations() {
        let harness = RenderHarness(fade: 1)
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(64))
        harness.render(128)
        harness.change(generation: 1)
        harness.segment(2, numbered(64))
        harness.render(64)
        harness.renderer.setPlays(false)
        harness.render(256)
        harness.segment(3, numbered(64))
        harness.renderer.setPlays(true)
        #expect(harness.render(64) == numbered(64))
        #expect(harness.underrunFrames == 0)
    }

    @Test("none is counted while paused")
    func paused() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(100))
        harness.render(100)
        harness.renderer.setPlays(false)
        harness.render(64)
        harness.render(64)
        #expect(harness.underrunFrames == 0)
    }

    @Test("none is counted while a cancelled segment is skipped")
    func skipping() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(64))
        harness.begin(2, numbered(64))
        harness.renderer.cancelSegments(after: 1, through: 2)
        harness.render(256)
        #expect(harness.underrunFrames == 0)
        #expect(harness.kinds() == [.began, .ended])
    }
}
