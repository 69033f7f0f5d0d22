import AudioTypes
import TestSupport
import Testing

@testable import RealtimeAudio

@Suite("Sound that comes in")
struct CaptureTests {
    @Test(
        "comes out as it went in, at any quantum, through every wrap of the ring", arguments: [1, 2, 8], [0, UInt64.max - 9_000])
    func whole(channelCount: Int, start: UInt64) {
        let harness = CaptureHarness(channelCount: channelCount, capacity: 2_048, startingAt: start)
        var random = SeededGenerator(seed: 7)
        var taken: [Float] = []
        while taken.count < 20_000 {
            harness.cycle(Int.random(in: 1...512, using: &random))
            if Bool.random(using: &random) || harness.buffer.fillCount > 1_024 {
                taken += harness.take(atMost: Int.random(in: 1...700, using: &random))
            }
        }
        #expect(differences(taken, numbered(taken.count)) == [])
        #expect(harness.markers.count == 1)
        #expect(harness.buffer.statistics.missedFrames == 0)
        #expect(harness.buffer.statistics.droppedFrames == 0)
    }

    @Test("says when its first frame was sound")
    func firstFrame() {
        let harness = CaptureHarness()
        harness.cycle(64)
        harness.cycle(64)
        _ = harness.take()
        #expect(
            harness.markers == [CaptureMarker(ringFrame: 0, missedFrames: 0, droppedFrames: 0, capturedAt: 4_998_000_000)])
    }

    @Test("says of each cycle when its first frame was sound, if it is to")
    func timesOfCycles() {
        let harness = CaptureHarness(timesCycles: true)
        let begin = harness.clock.now - harness.clock.delay
        for _ in 0..<3 { harness.cycle(120) }
        #expect(harness.take() == (1...360).map(Float.init))
        #expect(harness.markers.map(\.capturedAt) == [begin, begin + 2_500_000, begin + 5_000_000])
        #expect(harness.markers.map(\.ringFrame) == [0, 120, 240] && harness.markers.allSatisfy { $0.missingFrames == 0 })
    }

    @Test("loses no frame where the times of too many cycles wait, and still tells each gap")
    func manyTimes() {
        let harness = CaptureHarness(capacity: 65_536, timesCycles: true)
        for _ in 0..<3_000 { harness.cycle(8) }
        harness.lose(100)
        harness.cycle(8)
        let taken = harness.take()
        #expect(taken.count == 24_108 && taken[24_000..<24_100].allSatisfy { $0 == 0 } && taken[24_100] == 24_101)
        #expect((500...600).contains(harness.markers.count) && harness.markers.last?.missedFrames == 100)
    }

    @Test("leaves a gap of the right length at the right place where cycles were missed", arguments: [1, 10, 5_000])
    func missed(cycles: Int) {
        let harness = CaptureHarness()
        harness.cycle(128)
        harness.cycle(128)
        harness.lose(cycles * 128)
        let time = harness.clock.now - harness.clock.delay
        harness.cycle(128)
        let taken = harness.take()
        let expected = numbered(256) + silence(cycles * 128) + numbered(128, from: 257 + cycles * 128)
        #expect(differences(taken, expected) == [])
        #expect(harness.markers.last?.missedFrames == Int64(cycles * 128))
        #expect(harness.markers.last?.capturedAt == time)
        #expect(harness.buffer.statistics.gaps == 1)
        #expect(harness.buffer.statistics.missedFrames == UInt64(cycles * 128))
    }

    @Test("has no gap where only the length of the cycles changes")
    func quantum() {
        let harness = CaptureHarness(capacity: 32_768)
        for quantum in [32, 8_192, 64, 64, 1_024, 8_192, 32] { harness.cycle(quantum) }
        #expect(differences(harness.take(), numbered(17_600)) == [])
        #expect(harness.buffer.statistics.gaps == 0)
    }

    @Test("counts frames that a cycle did not bring, and none where a longer cycle brings them later")
    func short() {
        let harness = CaptureHarness()
        harness.cycle(100)
        harness.cycle(100, bringing: 60)
        harness.cycle(100)
        #expect(differences(harness.take(), numbered(160) + silence(40) + numbered(100, from: 161)) == [])
        harness.cycle(100, bringing: 130)
        harness.cycle(100, bringing: 70)
        harness.cycle(100)
        #expect(differences(harness.take(), numbered(300, from: 261)) == [])
    }

    @Test("counts the frames that a shrinking cycle cuts off, also if the graph is late and catches up")
    func shrinkingLate() {
        let harness = CaptureHarness(capacity: 32_768, rate: 8_000)
        let delay = 4_096 * 1_000_000_000 / harness.rate
        harness.cycle(4_096)
        harness.cycle(4_096)
        harness.clock.now += delay
        harness.cycle(128)
        harness.lose(4_096 - 128)
        harness.clock.now -= delay
        harness.cycle(128)
        #expect(
            differences(harness.take(), numbered(8_320) + silence(3_968) + numbered(128, from: 12_289)) == [])
    }

    @Test("drops what the full ring has no room for, and marks how much and where")
    func full() {
        let harness = CaptureHarness(capacity: 256)
        for _ in 0..<5 { harness.cycle(100) }
        #expect(harness.buffer.fillCount == 256)
        #expect(harness.buffer.statistics.droppedFrames == 244)
        #expect(differences(harness.take(), numbered(256)) == [])
        harness.cycle(100)
        #expect(differences(harness.take(), silence(244) + numbered(100, from: 501)) == [])
        #expect(harness.markers.last?.droppedFrames == 244)
        #expect(harness.markers.last?.missedFrames == 0)
        #expect(harness.buffer.statistics.gaps == 0)
    }

    @Test("counts missed and dropped frames apart when both lie in one gap")
    func both() {
        let harness = CaptureHarness(capacity: 128)
        harness.cycle(200)
        harness.lose(400)
        harness.cycle(50)
        #expect(differences(harness.take(), numbered(128)) == [])
        harness.cycle(50)
        #expect(differences(harness.take(), silence(522) + numbered(50, from: 651)) == [])
        #expect(harness.markers.last?.droppedFrames == 122)
        #expect(harness.markers.last?.missedFrames == 400)
    }

    @Test("drops frames rather than losing count where too many gaps wait")
    func manyGaps() {
        let harness = CaptureHarness(capacity: 1 << 16)
        for _ in 0..<2_000 {
            harness.cycle(16)
            harness.lose(16)
        }
        harness.cycle(16)
        let first = harness.take()
        harness.cycle(16)
        let taken = first + harness.take()
        #expect(taken.count == 2_000 * 32 + 32)
        let wrong = taken.enumerated().filter { $0.element != 0 && $0.element != Float($0.offset + 1) }
        #expect(wrong.isEmpty)
        #expect(harness.buffer.statistics.droppedFrames > 0)
    }

    @Test("of another driver has a gap as long as the time in between, and none if it follows at once")
    func otherDriver() {
        let harness = CaptureHarness()
        harness.cycle(100)
        harness.clock.clock = 31
        harness.clock.position = 3
        harness.cycle(100)
        #expect(harness.buffer.statistics.gaps == 0)
        harness.clock.clock = 32
        harness.clock.position = 9_000_000
        harness.clock.now += 2_000_000_000
        harness.cycle(100)
        #expect(harness.markers.isEmpty)
        _ = harness.take()
        #expect(harness.markers.map(\.missedFrames) == [0, 96_000])
    }

    @Test("of a clock that was set anew has a gap as long as the time in between", arguments: [Int64(0), 1 << 60, -5])
    func clockSetAnew(position: Int64) {
        let harness = CaptureHarness()
        harness.cycle(100)
        harness.clock.position = position
        harness.cycle(100)
        harness.clock.position = position &- 1_000_000
        harness.clock.now += 1_000_000_000
        harness.cycle(100)
        #expect(harness.buffer.statistics.missedFrames == 48_000)
    }

    @Test("survives a clock of any values")
    func hostileClock() {
        let harness = CaptureHarness(capacity: 64)
        let values: [Int64] = [.min, .min + 1, -1, 0, 1, 1 << 62, .max - 1, .max]
        for now in values {
            for position in values {
                for rate in values {
                    harness.clock.now = now
                    harness.clock.position = position
                    harness.clock.graphRate = rate
                    var cycle = harness.clock
                    cycle.duration = position
                    let plane: [Float] = [1, 2]
                    plane.withUnsafeBufferPointer { plane in
                        guard let base = plane.baseAddress else { return }
                        withUnsafePointer(to: (base, base)) { planes in
                            planes.withMemoryRebound(to: UnsafePointer<Float>.self, capacity: 2) {
                                harness.buffer.producer.capture(from: $0, frameCount: 2, cycle: cycle)
                            }
                        }
                    }
                }
            }
        }
        #expect(harness.buffer.statistics.callbacks == 512)
    }

    @Test("that PipeWire resamples has gaps in frames of the stream")
    func resampled() {
        let harness = CaptureHarness(capacity: 4_096, rate: 44_100, graphRate: 48_000)
        harness.cycle(480, bringing: 441)
        harness.cycle(480, bringing: 440)
        harness.cycle(480, bringing: 442)
        #expect(differences(harness.take(), numbered(1_323)) == [])
        harness.skip(4_800)
        harness.cycle(480, bringing: 441)
        _ = harness.take()
        #expect(harness.markers.last?.missedFrames == 4_410)
    }

    @Test("wakes the worker once when enough waits")
    func wake() {
        let harness = CaptureHarness()
        #expect(harness.buffer.consumer.maySleep(untilWaiting: 200))
        harness.cycle(100)
        #expect(!harness.wasWoken())
        harness.cycle(100)
        #expect(harness.wasWoken())
        harness.cycle(100)
        #expect(!harness.wasWoken())
        #expect(!harness.buffer.consumer.maySleep(untilWaiting: 300))
        #expect(harness.buffer.consumer.maySleep(untilWaiting: 301))
        harness.cycle(1)
        #expect(harness.wasWoken())
    }
}

/// The places at which two signals differ, at most ten of them; the length of the shorter one if one is longer.
private func differences(_ heard: [Float], _ expected: [Float]) -> [Int] {
    let places = zip(heard, expected).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
    return Array(places.prefix(10)) + (heard.count == expected.count ? [] : [min(heard.count, expected.count)])
}
