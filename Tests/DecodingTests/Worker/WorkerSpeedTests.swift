import AudioTypes
import MediaTypes
import PlayerModel
import TestSupport
import Testing

@testable import Decoding

@Suite("The decode worker, at other speeds")
struct WorkerSpeedTests {
    private func frames(_ bench: WorkerBench) -> [Int64] {
        bench.events.compactMap { if case .decoded(_, let frames, _) = $0 { frames } else { nil } }
    }

    @Test(
        "a segment counts its frames as they are heard, begins where the media do, and ends with them",
        arguments: [0.5, 1.5, 2])
    func segment(speed: Double) async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 30_000)], bufferFrames: 16_384)
        try await bench.open("/a")
        var order = bench.order(1, at: 4_000)
        order.speed = speed
        bench.worker.begin(order)
        let count = Int(30_000 / speed) - 4_000
        let heard = try await bench.hear(count)
        let first = Float(4_000 * speed)
        #expect(heard.prefix(300) == [Float].ramp(first + 1, 300)[...])
        #expect(heard.suffix(300) == [Float].ramp(29_701, 300)[...])
        try await waitUntil("the end") { bench.finishedCount == 1 }
        #expect(frames(bench) == [Int64(count)] && bench.underruns == 0)
        #expect(bench.takeRenderEvents().first.map { $0.kind == .began && $0.mediaFrame == 4_000 } ?? false)
    }

    @Test("what follows without a gap begins with its first frame, right behind the last one of what was before")
    func joint() async throws {
        let bench = WorkerBench(
            ["/a": .init(frameCount: 30_000), "/b": .init(frameCount: 30_000, first: 30_001)], bufferFrames: 65_536)
        try await bench.open("/a", "/b")
        var (first, second) = (bench.order(1), bench.order(2))
        (first.speed, second.speed) = (1.5, 1.5)
        bench.worker.begin(first)
        bench.worker.append(second)
        let heard = try await bench.hear(40_000)
        #expect(heard[19_700..<20_300] == [Float].ramp(29_701, 600)[...])
    }

    @Test("tracks overlap for as long as is heard, whatever their speed")
    func overlap() async throws {
        let bench = WorkerBench(
            ["/a": .init(frameCount: 60_000), "/b": .init(frameCount: 60_000, first: 100_001)], bufferFrames: 65_536)
        bench.worker.setCrossfade(seconds: 0.1)
        try await bench.open("/a", "/b")
        var (first, second) = (bench.order(1), bench.order(2, overlap: 4_410))
        (first.speed, second.speed) = (2, 2)
        bench.worker.begin(first)
        bench.worker.append(second)
        let heard = try await bench.hear(30_000 + 30_000 - 4_410)
        #expect(heard.suffix(300) == [Float].ramp(159_701, 300)[...])
        #expect(bench.events.contains { if case .overlapped(_, 4_410) = $0 { true } else { false } })
    }
}
