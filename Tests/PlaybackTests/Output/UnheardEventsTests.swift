import AudioTypes
import Testing

@testable import Playback

@Suite("Events of audio that is not heard yet")
struct UnheardEventsTests {
    private func event(_ segment: UInt64, at time: Int64) -> RenderEvent {
        RenderEvent(kind: .began, segment: segment, mediaFrame: 0, heardAt: time, generation: 1)
    }

    @Test("an event is given out when its audio is heard, 2 ms early at most")
    func time() {
        var events = UnheardEvents()
        events.append(event(1, at: 10_000_000))
        #expect(events.takeHeard(by: 7_999_999) == nil && events.nextTime == 10_000_000)
        #expect(events.takeHeard(by: 8_000_000)?.segment == 1)
        #expect(events.takeHeard(by: 8_000_000) == nil && events.nextTime == nil)
    }

    @Test("events keep their order, whatever their times")
    func order() {
        var events = UnheardEvents()
        events.append(event(1, at: 50_000_000))
        events.append(event(2, at: 20_000_000))
        #expect(events.takeHeard(by: 30_000_000) == nil)
        #expect(events.takeHeard(by: 50_000_000)?.segment == 1 && events.takeHeard(by: 50_000_000)?.segment == 2)
    }

    @Test("events can be forgotten")
    func forgotten() {
        var events = UnheardEvents()
        events.append(event(1, at: 0))
        events.removeAll()
        #expect(events.takeHeard(by: .max / 2) == nil)
    }
}
