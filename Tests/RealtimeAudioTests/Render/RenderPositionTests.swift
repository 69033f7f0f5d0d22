import AudioTypes
import Testing

@testable import RealtimeAudio

@Suite("Rendering: the clock")
struct RenderPositionTests {
    private func anchor(_ harness: RenderHarness) throws -> RenderAnchor { try #require(harness.renderer.clock()) }

    @Test("names the first frame of the cycle and when the cycle started")
    func steadyPlaying() throws {
        let harness = RenderHarness()
        harness.delay = 5_000
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(1_000), at: 70)
        harness.render(64)
        harness.render(64)
        let reading = try anchor(harness)
        #expect(reading.mediaFrame == 70 + 64)
        #expect(reading.now == 64 * RenderHarness.frameDuration)
        #expect(reading.delay == 5_000)
        #expect(reading.segment == 1)
        #expect(reading.isMoving)
    }

    @Test("counts back to the cycle's start where a segment begins in the middle of it")
    func beginsInTheMiddle() throws {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(40))
        harness.segment(2, numbered(1_000), at: 0)
        harness.render(64)
        #expect(try anchor(harness).segment == 2)
        #expect(try anchor(harness).mediaFrame == -40)
    }

    @Test("counts back right where several segments lie in one cycle")
    func severalInOneCycle() throws {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        for segment in 1...5 { harness.segment(UInt64(segment), numbered(10), at: 1_000) }
        harness.begin(6, numbered(1_000), at: 300)
        harness.render(64)
        #expect(try anchor(harness).segment == 6)
        #expect(try anchor(harness).mediaFrame == 300 - 50)
    }

    @Test("counts back right where a seek lands in the middle of a cycle")
    func seekInTheMiddle() throws {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(2_000))
        harness.render(64)
        harness.change(generation: 1)
        harness.begin(2, numbered(2_000), at: 9_000, rampsIn: true)
        harness.render(1_024)
        #expect(try anchor(harness).segment == 2)
        #expect(try anchor(harness).mediaFrame == 9_000 - Int64(RenderHarness.fade))
    }

    @Test("tells ahead where a pause will stand, also while it fades", arguments: [16, 64, 1_024])
    func fadeEnd(quantum: Int) throws {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(4_000), at: 70)
        harness.render(quantum)
        let expected = 70 + Int64(quantum + RenderHarness.fade)
        #expect(try anchor(harness).fadeEnd == expected)
        harness.renderer.setPlays(false)
        while harness.event(.paused) == nil {
            harness.render(quantum)
            #expect(try anchor(harness).fadeEnd == expected)
        }
        #expect(harness.event(.paused)?.mediaFrame == expected)
    }

    @Test("stands still while paused, at the next frame to be heard")
    func paused() throws {
        let harness = RenderHarness()
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(4_000))
        harness.render(100)
        harness.renderer.setPlays(false)
        for _ in 0..<20 { harness.render(64) }
        #expect(try anchor(harness).isMoving == false)
        #expect(try anchor(harness).mediaFrame == Int64(100 + RenderHarness.fade))
    }

    @Test("a reading never mixes two cycles", .timeLimit(.minutes(5)))
    func consistent() async {
        let harness = RenderHarness(channelCount: 1)
        let renderer = harness.renderer
        let rounds: Int64 = 20_000
        async let mixed: Int = {
            var mixed = 0
            var last: Int64 = 0
            while last < rounds {
                guard let anchor = renderer.clock() else { continue }
                let readings = [anchor.delay, anchor.mediaFrame, anchor.fadeEnd, Int64(anchor.segment)]
                if readings.contains(where: { $0 != anchor.now }) || anchor.now < last { mixed += 1 }
                last = anchor.now
            }
            return mixed
        }()
        for round in 1...rounds {
            renderer.state.pointee.clock.publish(
                now: round, delay: round, mediaFrame: round, fadeEnd: round, segment: UInt64(round), isMoving: true)
        }
        #expect(await mixed == 0)
    }
}
