import AudioTypes
import Testing

@testable import RealtimeAudio

@Suite("Render clock")
struct RenderClockTests {
    @Test("has nothing to say before the first cycle")
    func empty() {
        let clock = RenderClock()
        #expect(clock.read() == nil)
    }

    @Test("says what was published last")
    func newest() {
        let clock = RenderClock()
        clock.publish(now: 1, delay: 2, mediaFrame: 3, fadeEnd: 5, segment: 4, isMoving: true)
        clock.publish(now: .max, delay: -1, mediaFrame: -1_105, fadeEnd: 64, segment: .max, isMoving: false)
        #expect(
            clock.read()
                == RenderAnchor(
                    now: .max, delay: -1, mediaFrame: -1_105, fadeEnd: 64, segment: .max, isMoving: false))
    }
}
