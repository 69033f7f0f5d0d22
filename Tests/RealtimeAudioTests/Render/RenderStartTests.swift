import AudioTypes
import Testing

@testable import RealtimeAudio

@Suite("Rendering: starts at a time, and lulls")
struct RenderStartTests {
    @Test("the first frame is heard at the very frame of that time, in whatever cycle that is", arguments: [0, 1, 63, 64, 1_000])
    func start(frame: Int) {
        let harness = RenderHarness()
        harness.delay = 3 * RenderHarness.frameDuration
        harness.renderer.setStart(at: harness.heard(at: frame))
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(128))
        while harness.rendered < frame + 128 { harness.render(64) }
        #expect(Array(harness.output[0].prefix(frame + 128)) == silence(frame) + numbered(128))
        #expect(harness.event(.began)?.heardAt == harness.heard(at: frame))
        #expect(harness.underruns == 0 || harness.underrunFrames <= 64)
    }

    @Test("a time that has passed, or none, is at once")
    func passed() {
        for time in [Int64(0), 1, -5] {
            let harness = RenderHarness()
            harness.render(64)
            harness.renderer.setStart(at: time)
            harness.renderer.setPlays(true)
            harness.begin(1, numbered(64))
            #expect(harness.render(64) == numbered(64))
        }
    }

    @Test("the farthest time of all is silence, and a play at once ends the wait")
    func farthest() {
        let harness = RenderHarness()
        harness.renderer.setStart(at: .max)
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(64))
        #expect(harness.render(64) == silence(64))
        harness.renderer.setStart(at: 0)
        #expect(harness.render(64) == numbered(64))
    }

    @Test("silence behind a lull is no underrun, until the next frame")
    func lull() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(64))
        harness.mark(.lull, 1, at: 64)
        for _ in 0..<4 { harness.render(64) }
        #expect(harness.underruns == 0 && harness.kinds() == [.began])
        harness.write(numbered(32, from: 65))
        #expect(harness.render(64) == numbered(32, from: 65) + silence(32))
        #expect(harness.underruns == 1 && harness.underrunFrames == 32)
    }
}
