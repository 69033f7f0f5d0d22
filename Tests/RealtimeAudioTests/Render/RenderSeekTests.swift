import AudioTypes
import Testing

@testable import RealtimeAudio

@Suite("Rendering: generations")
struct RenderSeekTests {
    static let fade = RenderHarness.fade
    static let quanta = [16, 64, 333, 1_024, 4_096]

    private func playing(_ samples: [Float]) -> RenderHarness {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.begin(1, samples)
        harness.render(100)
        return harness
    }

    @Test("a seek fades the old audio out, drops the rest and ramps the new in", arguments: quanta)
    func seek(quantum: Int) {
        let harness = playing(steady(3_000))
        harness.change(generation: 1)
        harness.begin(2, steady(4_000), at: 40_000, rampsIn: true)
        while harness.rendered < 2_500 { harness.render(quantum) }
        let output = harness.output[0]
        #expect(largestStep(in: output) <= steepestStep())
        // Out over one fade, in over the next, nothing in between.
        #expect(output[(100 + 2 * Self.fade)...].allSatisfy { $0 == 1 })
        #expect(harness.kinds() == [.began, .dropped, .began])
        #expect(harness.events.last?.segment == 2)
        #expect(harness.events.last?.mediaFrame == 40_000)
        #expect(harness.events.last?.heardAt == harness.heard(at: 100 + Self.fade))
    }

    @Test("no frame of the new audio is lost, and none of the old is heard after the fade", arguments: quanta)
    func seekKeepsTheNewAudio(quantum: Int) {
        let harness = playing(numbered(3_000))
        harness.change(generation: 1)
        harness.segment(2, numbered(2_000, from: 10_001))
        while harness.rendered < 4_000 { harness.render(quantum) }
        #expect(Array(harness.output[0][(100 + Self.fade)...].prefix(2_000)) == numbered(2_000, from: 10_001))
        #expect(harness.output[0][(2_100 + Self.fade)...].allSatisfy { $0 == 0 })
    }

    @Test("a new track that starts at its first frame starts untouched")
    func newTrack() {
        let harness = playing(steady(3_000))
        harness.change(generation: 1)
        harness.segment(2, steady(1_000))
        harness.render(2_000)
        #expect(harness.output[0][100 + Self.fade] == 1)
    }

    @Test("what the worker still wrote for the old generation after the drop is never heard")
    func lateAudioOfTheOldGeneration() {
        let harness = playing(steady(3_000))
        harness.renderer.setGeneration(1)
        harness.render(1_000)
        #expect(harness.kinds().last == .dropped)
        // The worker has not seen the order yet: audio of the running segment, its end, and a whole one after it.
        harness.write(steady(700))
        harness.render(64)
        harness.write(steady(300))
        harness.mark(.end, 1)
        harness.segment(2, steady(300))
        harness.render(64)
        harness.change(generation: 1)
        harness.segment(3, steady(200, level: 0.25))
        let cycle = harness.render(512)
        #expect(harness.output[0][1_100...].allSatisfy { $0 == 0 || $0 == 0.25 })
        #expect(cycle == steady(200, level: 0.25) + silence(312))
        #expect(harness.events.filter { $0.kind == .began }.map(\.segment) == [1, 3])
        #expect(harness.underrunFrames == 0)
    }

    @Test("late audio of the old generation is thrown away while paused too, so that the worker has room")
    func lateAudioWhilePaused() {
        let harness = playing(steady(3_000))
        harness.renderer.setPlays(false)
        harness.render(1_000)
        harness.renderer.setGeneration(1)
        harness.render(64)
        harness.write(steady(8_192))
        harness.mark(.end, 1)
        harness.render(64)
        #expect(harness.writable == 8_192)
    }

    @Test("two changes in a row play only the newest", arguments: [16, 64, 333])
    func twice(quantum: Int) {
        let harness = playing(steady(2_000))
        harness.change(generation: 1)
        harness.begin(2, steady(2_000, level: 0.5), rampsIn: true)
        harness.render(quantum)
        harness.change(generation: 2)
        harness.begin(3, steady(3_000, level: 0.25), rampsIn: true)
        while harness.rendered < 3_000 { harness.render(quantum) }
        #expect(largestStep(in: harness.output[0]) <= steepestStep())
        #expect(harness.events.filter { $0.kind == .began }.map(\.segment) == [1, 3])
        #expect(harness.output[0].last == 0.25)
    }

    @Test("a change that overtakes another before the callback runs drops the one between unheard")
    func overtaken() {
        let harness = playing(steady(100))
        harness.change(generation: 1)
        harness.segment(2, steady(500, level: 0.5))
        harness.change(generation: 2)
        harness.segment(3, steady(500, level: 0.25))
        let cycle = harness.render(1_000)
        #expect(cycle == steady(500, level: 0.25) + silence(500))
        #expect(harness.events.map(\.segment) == [1, 1, 3, 3])
    }

    @Test("a change while nothing is in the ring waits for the new audio")
    func emptyRing() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.render(64)
        harness.change(generation: 7)
        harness.render(64)
        #expect(harness.kinds() == [.dropped])
        harness.segment(1, numbered(64))
        #expect(harness.render(64) == numbered(64))
        #expect(harness.underrunFrames == 0)
    }

    @Test("a change in the middle of an underrun is taken at once")
    func starving() {
        let harness = playing(steady(100))
        harness.render(64)
        harness.change(generation: 1)
        harness.segment(2, numbered(64))
        #expect(harness.render(64) == numbered(64))
    }

    @Test("a change while paused drops at once and stays silent until it is resumed")
    func paused() {
        let harness = playing(steady(3_000))
        harness.renderer.setPlays(false)
        harness.render(1_000)
        harness.change(generation: 1)
        harness.begin(2, steady(1_000), at: 5_000, rampsIn: true)
        #expect(harness.render(64) == silence(64))
        #expect(harness.kinds() == [.began, .paused, .dropped])
        harness.renderer.setPlays(true)
        harness.render(1_000)
        #expect(largestStep(in: harness.output[0]) <= steepestStep())
        #expect(harness.events.last?.kind == .began)
        #expect(harness.events.last?.mediaFrame == 5_000)
    }

    @Test("a change while soundCut drops at once and is heard when the cut is over")
    func soundCut() {
        let harness = playing(steady(3_000))
        harness.renderer.setCut(true)
        harness.render(64)
        harness.change(generation: 1)
        harness.segment(2, numbered(1_000))
        #expect(harness.render(64) == silence(64))
        harness.renderer.setCut(false)
        #expect(harness.render(64) == numbered(64))
    }

    @Test("a change fades on over the boundary of two gapless tracks of the old generation", arguments: quanta)
    func boundaryInTheFade(quantum: Int) {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, steady(200))
        harness.segment(2, steady(2_000))
        harness.render(100)
        harness.change(generation: 1)
        harness.segment(3, steady(1_000), rampsIn: true)
        while harness.rendered < 1_500 { harness.render(quantum) }
        #expect(largestStep(in: Array(harness.output[0].prefix(1_500))) <= steepestStep())
    }

    @Test("generations may wrap")
    func wrap() {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.change(generation: .max)
        harness.segment(1, numbered(10))
        harness.render(5)
        harness.change(generation: 0)
        harness.segment(2, numbered(10, from: 100))
        let cycle = harness.render(15)
        #expect(Array(cycle[5...]) == numbered(10, from: 100))
    }
}
