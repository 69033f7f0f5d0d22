import AudioTypes
import PlayerModel
import RealtimeAudio
import TestSupport
import Testing

@testable import Decoding

@Suite("The decode worker, where the end of a track is left out")
struct WorkerContentJoinTests {
    private static let first = [Float].ramp(1, 30_000)
    private static let second = [Float].ramp(100_001, 25_000)

    private func bench(bufferFrames: Int = 16_384, seconds: Double = 0.1) async throws -> WorkerBench {
        let bench = WorkerBench(
            [
                "/a": .init(frameCount: 30_000), "/b": .init(frameCount: 25_000, first: 100_001),
                "/c": .init(frameCount: 20_000, first: 500_001),
            ], bufferFrames: bufferFrames)
        bench.worker.setCrossfade(seconds: seconds)
        try await bench.open("/a", "/b", "/c")
        return bench
    }

    private func overlaps(_ bench: WorkerBench) -> [Int64] {
        bench.events.compactMap { if case .overlapped(_, let frames) = $0 { frames } else { nil } }
    }

    /// The two, where the first dies away over `overlap` frames before its last `leftOut`, and the second comes as it is from frame `start` on.
    private func joined(overlap: Int, leftOut: Int, from start: Int = 0) -> [Float] {
        let end = 30_000 - leftOut
        let coming = Array(Self.second[start...])
        let mixed = (0..<overlap).map { index in
            coming[index] + Self.first[end - overlap + index] * Crossfade.levels(at: index, of: overlap).leaving
        }
        return Self.first[..<(end - overlap)] + mixed + coming[overlap...]
    }

    @Test(
        "what is left out is not heard, and what is before it overlaps with a beginning that comes as it is",
        arguments: [(1_024, 64, 0), (16_384, 333, 1_000), (131_072, 8_192, 700)])
    func leftOut(bufferFrames: Int, quantum: Int, start: Int) async throws {
        let bench = try await bench(bufferFrames: bufferFrames)
        bench.worker.begin(bench.order(1, silentEnd: 6_000))
        bench.worker.append(bench.order(2, at: Int64(start), overlap: 3_000, leftOut: 5_000, fadesIn: false))
        let expected = joined(overlap: 3_000, leftOut: 5_000, from: start)
        let heard = try await bench.hear(expected.count, quantum: quantum)
        #expect(areNearlyEqual(heard, expected))
        #expect(Array(heard[..<22_000]) == Array(Self.first[..<22_000]) && heard[25_000...] == Self.second[(start + 3_000)...])
        #expect(overlaps(bench) == [8_000] && bench.underruns == 0)
        #expect(bench.takeRenderEvents().map(\.mediaFrame) == [0, Int64(start)])
    }

    @Test("what is left out before a beginning without an overlap is left out, too")
    func withoutOverlap() async throws {
        let bench = try await bench()
        bench.worker.begin(bench.order(1, silentEnd: 6_000))
        bench.worker.append(bench.order(2, leftOut: 5_000, fadesIn: false))
        let heard = try await bench.hear(50_000)
        #expect(heard == Self.first[..<25_000] + Self.second)
        #expect(overlaps(bench) == [5_000])
    }

    @Test("without a follower, and before one that wants all, the end comes out as it is", arguments: [false, true])
    func whole(follows: Bool) async throws {
        let bench = try await bench()
        bench.worker.begin(bench.order(1, silentEnd: 6_000))
        if follows { bench.worker.append(bench.order(2)) }
        #expect(try await bench.hear(30_000) == Self.first)
        if follows { #expect(try await bench.hear(25_000) == Self.second) }
        #expect(overlaps(bench).isEmpty)
    }

    @Test("an end that was left out already is heard as it is where what follows is taken back", arguments: [0, 3_000])
    func takenBack(overlap: Int) async throws {
        let bench = try await bench(bufferFrames: 131_072)
        bench.worker.begin(bench.order(1, silentEnd: 6_000))
        bench.worker.append(bench.order(2, overlap: Int64(overlap), leftOut: 5_000, fadesIn: false))
        try await waitUntil("the second to be decoded") { bench.finishedCount == 2 }
        var heard = try await bench.hear(20_000)
        bench.renderer.cancelSegments(after: 1, through: 2)
        bench.worker.cancel(after: 1)
        bench.worker.append(bench.order(3))
        try await waitUntil("all to be decoded") { bench.finishedCount == 4 }
        heard += bench.render(20_000)
        heard += try await bench.hear(10_000)
        #expect(heard == Self.first + .ramp(500_001, 20_000))
        #expect(bench.underruns == 0)
    }

    @Test("without a crossfade nothing is kept back, and nothing is left out")
    func off() async throws {
        let bench = try await bench(seconds: 0)
        bench.worker.begin(bench.order(1, silentEnd: 6_000))
        bench.worker.append(bench.order(2, leftOut: 5_000, fadesIn: false))
        #expect(try await bench.hear(55_000) == Self.first + Self.second)
    }
}
