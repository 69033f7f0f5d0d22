import AudioTypes
import MediaTypes
import PlayerModel
import TestSupport
import Testing

@testable import Decoding

@Suite("The decode worker, with a part that is repeated")
struct WorkerLoopTests {
    @Test("a part is heard over and over, to the frame, from before it on, and what follows it behind its last pass")
    func counted() async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 30_000)], bufferFrames: 16_384)
        try await bench.open("/a")
        var order = bench.order(1, at: 4_000)
        order.loop = FrameLoop(start: 10_000, end: 15_003, passes: 3)
        bench.worker.begin(order)
        let heard = try await bench.hear(26_000 + 2 * 5_003)
        #expect(heard.prefix(11_003) == [Float].ramp(4_001, 11_003)[...])
        #expect(heard[11_003..<16_006] == [Float].ramp(10_001, 5_003)[...])
        #expect(heard.suffix(15_000 + 5_000) == [Float].ramp(10_001, 20_000)[...])
        try await waitUntil("the end") { bench.finishedCount == 1 }
        #expect(bench.underruns == 0)
    }

    @Test("a part without an end is heard until another order comes, also a short one")
    func endless() async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 30_000)], bufferFrames: 16_384)
        try await bench.open("/a")
        var order = bench.order(1)
        order.loop = FrameLoop(start: 100, end: 200)
        bench.worker.begin(order)
        let heard = try await bench.hear(60_000)
        #expect(heard.prefix(200) == [Float].ramp(1, 200)[...])
        #expect((0..<598).allSatisfy { heard[200 + 100 * $0..<300 + 100 * $0] == [Float].ramp(101, 100)[...] })
        #expect(bench.finishedCount == 0 && bench.underruns == 0)
    }

    @Test("at another speed all passes last as long as the speed says", arguments: [0.5, 1.5, 2])
    func speed(speed: Double) async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 40_000)], bufferFrames: 16_384)
        try await bench.open("/a")
        var order = bench.order(1)
        order.speed = speed
        order.loop = FrameLoop(start: 10_000, end: 20_000, passes: 4)
        bench.worker.begin(order)
        let heard = try await bench.hear(Int((70_000 / speed).rounded()))
        #expect(heard.prefix(300) == [Float].ramp(1, 300)[...] && heard.suffix(300) == [Float].ramp(39_701, 300)[...])
        try await waitUntil("the end") { bench.finishedCount == 1 }
    }

    @Test("what follows the last pass overlaps with the next track as usual")
    func overlap() async throws {
        let bench = WorkerBench(
            ["/a": .init(frameCount: 60_000), "/b": .init(frameCount: 60_000, first: 100_001)], bufferFrames: 65_536)
        bench.worker.setCrossfade(seconds: 0.1)
        try await bench.open("/a", "/b")
        var first = bench.order(1)
        first.loop = FrameLoop(start: 20_000, end: 30_000, passes: 2)
        bench.worker.begin(first)
        bench.worker.append(bench.order(2, overlap: 4_410))
        let heard = try await bench.hear(70_000 + 60_000 - 4_410)
        #expect(heard[30_000..<40_000] == [Float].ramp(20_001, 10_000)[...])
        #expect(heard.suffix(300) == [Float].ramp(159_701, 300)[...])
        #expect(bench.events.contains { if case .overlapped(_, 4_410) = $0 { true } else { false } })
    }
}
