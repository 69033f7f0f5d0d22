import AudioTypes
import Testing

@testable import RealtimeAudio

@Suite("Marker and event queues")
struct MarkerAndEventQueueTests {
    private func marker(_ number: UInt64) -> SegmentMarker {
        SegmentMarker(
            ringFrame: number, segment: number, mediaFrame: -Int64(number), generation: 3, kind: .begin, rampsIn: true)
    }

    private func event(_ number: UInt64) -> RenderEvent {
        RenderEvent(kind: .starved, segment: number, mediaFrame: 2, heardAt: 5, generation: 9)
    }

    @Test("a marker comes out as it went in and stays until it is taken out", arguments: [1, 2, 16])
    func markers(capacity: Int) {
        let queue = MarkerQueue(capacity: capacity)
        #expect(queue.first() == -1)
        for number in 1...UInt64(3 * capacity) {
            #expect(queue.push(marker(number)) == true)
            #expect(queue.marker(at: queue.first()).segment == number)
            #expect(queue.marker(at: queue.first()).mediaFrame == -Int64(number))
            queue.removeFirst()
        }
    }

    @Test("a full marker queue refuses and keeps what it has", arguments: [1, 4])
    func fullMarkers(capacity: Int) {
        let queue = MarkerQueue(capacity: capacity)
        for number in 1...UInt64(capacity) { #expect(queue.push(marker(number)) == true) }
        #expect(queue.push(marker(99)) == false)
        for number in 1...UInt64(capacity) {
            #expect(queue.marker(at: queue.first()).segment == number)
            queue.removeFirst()
        }
        #expect(queue.first() == -1)
    }

    @Test("events come out in order, and a full queue refuses the newest", arguments: [1, 2, 8])
    func events(capacity: Int) {
        let queue = RenderEventQueue(capacity: capacity)
        #expect(queue.pop() == nil)
        for round in 0..<3 {
            let base = UInt64(round * 100)
            for number in 0..<UInt64(capacity) { #expect(queue.push(event(base + number)) == true) }
            #expect(queue.push(event(999)) == false)
            for number in 0..<UInt64(capacity) { #expect(queue.pop() == event(base + number)) }
            #expect(queue.pop() == nil)
        }
    }
}
