import AudioTypes
import Synchronization
import SystemSupport
import Testing

@testable import RealtimeAudio

@Suite("Rendering: segments and their events")
struct RenderSegmentTests {
    static let quanta = [1, 16, 64, 333, 1_024]

    @Test("tracks follow each other without a frame between or missing", arguments: quanta)
    func gapless(quantum: Int) {
        let harness = RenderHarness(startingAt: UInt64.max - 1_000)
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(777))
        harness.segment(2, numbered(1, from: 778))
        harness.segment(3, numbered(1_222, from: 779))
        while harness.rendered < 3_000 { harness.render(quantum) }
        #expect(Array(harness.output[0].prefix(2_000)) == numbered(2_000))
        #expect(harness.output[0][2_000...].allSatisfy { $0 == 0 })
        #expect(harness.underrunFrames == 0)
    }

    @Test("begin and end are told at the exact frame they are heard at", arguments: quanta)
    func heardAt(quantum: Int) {
        let harness = RenderHarness()
        harness.delay = 12_345
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(777))
        harness.segment(2, numbered(500), at: 60)
        while harness.rendered < 2_000 { harness.render(quantum) }
        let told = harness.events.map { [Int64($0.kind.rawValue), Int64($0.segment), $0.mediaFrame, $0.heardAt] }
        let began = Int64(RenderEvent.Kind.began.rawValue)
        let ended = Int64(RenderEvent.Kind.ended.rawValue)
        #expect(
            told == [
                [began, 1, 0, harness.heard(at: 0)], [ended, 1, 777, harness.heard(at: 777)],
                [began, 2, 60, harness.heard(at: 777)], [ended, 2, 560, harness.heard(at: 1_277)],
            ])
    }

    @Test("many segments of a few frames in one cycle are all told, in order")
    func manyInOneCycle() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        for segment in 1...100 { harness.segment(UInt64(segment), numbered(3, from: 3 * segment)) }
        #expect(harness.render(512) == numbered(300, from: 3) + silence(212))
        #expect(harness.events.count == 200)
        #expect(harness.events.filter { $0.kind == .began }.map(\.heardAt) == (0..<100).map { harness.heard(at: 3 * $0) })
    }

    @Test("events that nobody fetches are counted, and playing goes on")
    func overflow() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        var heard: [Float] = []
        var planes = [Float](repeating: 0, count: 8)
        for segment in 1...600 {
            harness.segment(UInt64(segment), [Float(segment)])
            planes.withUnsafeMutableBufferPointer { buffer in
                guard var plane = buffer.baseAddress else { return }
                withUnsafePointer(to: &plane) { list in
                    harness.renderer.consumer.render(into: list, frameCount: 1, time: CycleTime(now: 0, delay: 0))
                }
            }
            heard.append(planes[0])
        }
        harness.render(1)
        #expect(heard == numbered(600))
        #expect(harness.renderer.state.pointee.counters.lostEvents.load(ordering: .relaxed) == 1_200 - 1_024)
        #expect(harness.events.count == 1_024)
    }

    @Test("an event wakes whoever waits for it")
    func signals() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        #expect(!harness.renderer.eventDescriptor.drain())
        harness.segment(1, numbered(10))
        harness.render(5)
        #expect(harness.renderer.eventDescriptor.drain())
        harness.render(3)
        #expect(!harness.renderer.eventDescriptor.drain())
    }

    @Test("segments taken back before they begin are skipped as if they had never been there", arguments: quanta)
    func cancelled(quantum: Int) {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(300))
        harness.segment(2, steady(500, level: -1))
        harness.segment(3, steady(1, level: -1))
        harness.segment(4, [])
        harness.render(100)
        harness.renderer.cancelSegments(after: 1, through: 4)
        harness.segment(5, numbered(300, from: 301))
        while harness.rendered < 1_000 { harness.render(quantum) }
        #expect(Array(harness.output[0].prefix(600)) == numbered(600))
        #expect(harness.events.map(\.segment) == [1, 1, 5, 5])
        #expect(harness.underrunFrames == 0)
    }

    @Test("a segment taken back while it is still being written is skipped in all its parts")
    func cancelledWhileWritten() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(100))
        harness.begin(2, steady(50, level: -1))
        harness.renderer.cancelSegments(after: 1, through: 2)
        harness.render(200)
        harness.write(steady(50, level: -1))
        harness.render(100)
        harness.finish(2, steady(20, level: -1))
        harness.segment(3, numbered(100, from: 101))
        harness.render(100)
        #expect(harness.output[0] == numbered(100) + silence(200) + numbered(100, from: 101))
    }

    @Test("a segment that is kept plays even where it had not begun when later ones were taken back")
    func keptBeforeItBegins() {
        let harness = RenderHarness()
        harness.segment(1, numbered(50))
        harness.segment(2, numbered(50, from: 51))
        harness.segment(3, steady(50, level: -1))
        harness.renderer.cancelSegments(after: 2, through: 3)
        harness.renderer.setPlays(true)
        #expect(harness.render(200) == numbered(100) + silence(100))
        #expect(harness.events.map(\.segment) == [1, 1, 2, 2])
    }

    @Test("a segment that already plays is not taken back")
    func playingAlready() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(100))
        harness.render(50)
        harness.renderer.cancelSegments(after: 0, through: 1)
        #expect(harness.render(60) == numbered(50, from: 51) + silence(10))
    }
}
