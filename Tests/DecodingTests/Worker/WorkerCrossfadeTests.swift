import AudioTypes
import PlayerModel
import RealtimeAudio
import TestSupport
import Testing

@testable import Decoding

@Suite("The decode worker, where tracks overlap")
struct WorkerCrossfadeTests {
    static let first = [Float].ramp(1, 30_000)
    static let second = [Float].ramp(100_001, 25_000)
    /// 0.1 s.
    static let overlap = 4_410

    /// Two ramps and a third one, opened; tracks overlap by 0.1 s.
    private func bench(
        second: RampSource.Behaviour = .init(frameCount: 25_000, first: 100_001), bufferFrames: Int = 16_384,
        seconds: Double = 0.1
    ) async throws -> WorkerBench {
        let third = RampSource.Behaviour(frameCount: 20_000, first: 500_001)
        let bench = WorkerBench(
            ["/a": .init(frameCount: 30_000), "/b": second, "/c": third], bufferFrames: bufferFrames)
        bench.worker.setCrossfade(seconds: seconds)
        try await bench.open("/a", "/b", "/c")
        return bench
    }

    /// After all that was expected only silence may come, and the end.
    private func expectEnd(of segment: UInt64, _ bench: WorkerBench) async throws {
        var events: [RenderEvent] = []
        var rest: [Float] = []
        try await waitUntil("the end of segment \(segment)", poll: .milliseconds(1)) {
            rest += bench.render(64)
            events += bench.takeRenderEvents()
            return events.contains { $0.kind == .ended && $0.segment == segment }
        }
        #expect(rest.allSatisfy { $0 == 0 })
        #expect(bench.underruns == 0)
    }

    private func overlaps(_ bench: WorkerBench) -> [Int64] {
        bench.events.compactMap { if case .overlapped(_, let frames) = $0 { frames } else { nil } }
    }

    @Test(
        "the end of one and the beginning of the next are mixed, and nothing else is touched",
        arguments: [(1_024, 64), (4_096, 64), (4_096, 1_000), (16_384, 333), (131_072, 64), (131_072, 8_192)])
    func mix(bufferFrames: Int, quantum: Int) async throws {
        let bench = try await bench(bufferFrames: bufferFrames)
        bench.worker.begin(bench.order(1))
        bench.worker.append(bench.order(2, overlap: Int64(Self.overlap)))
        let expected = crossfaded(Self.first, Self.second, Self.overlap)
        let heard = try await bench.hear(expected.count, quantum: quantum)
        #expect(Array(heard[..<25_590]) == Self.first[..<25_590].map { $0 })
        #expect(areNearlyEqual(heard, expected))
        #expect(heard[30_000...] == Self.second[Self.overlap...])
        #expect(overlaps(bench) == [Int64(Self.overlap)])
        let events = bench.takeRenderEvents()
        #expect(events.map(\.kind) == [.began, .began] && events.last?.segment == 2 && events.last?.mediaFrame == 0)
        try await expectEnd(of: 2, bench)
    }

    @Test("each keeps its own gain within the mix")
    func gains() async throws {
        let bench = try await bench()
        bench.worker.begin(bench.order(1, gain: 0.25))
        bench.worker.append(bench.order(2, gain: 2, overlap: Int64(Self.overlap)))
        let expected = crossfaded(Self.first, Self.second, Self.overlap, gains: (0.25, 2))
        #expect(areNearlyEqual(try await bench.hear(expected.count), expected))
        try await expectEnd(of: 2, bench)
    }

    @Test("a chain overlaps at each of its joints, but where it is told not to")
    func chain() async throws {
        let bench = try await bench()
        bench.worker.begin(bench.order(1))
        bench.worker.append(bench.order(2))
        bench.worker.append(bench.order(3, overlap: 1_000))
        let expected = Self.first + crossfaded(Self.second, .ramp(500_001, 20_000), 1_000)
        let heard = try await bench.hear(expected.count)
        #expect(areNearlyEqual(heard, expected))
        #expect(heard[..<54_000] == expected[..<54_000])
        #expect(overlaps(bench) == [1_000])
        try await expectEnd(of: 3, bench)
    }

    @Test("where nothing follows the end comes out as it is", arguments: [1_024, 131_072])
    func end(bufferFrames: Int) async throws {
        let bench = try await bench(bufferFrames: bufferFrames)
        bench.worker.begin(bench.order(1))
        #expect(try await bench.hear(30_000) == Self.first)
        try await expectEnd(of: 1, bench)
        let told = bench.events.compactMap { if case .decoded(_, let frames, _) = $0 { frames } else { nil } }
        #expect(told == [30_000])
    }

    @Test("what follows too late is joined without an overlap, and nothing is lost")
    func late() async throws {
        let bench = try await bench()
        bench.worker.begin(bench.order(1))
        let before = try await bench.hear(29_900)
        bench.worker.append(bench.order(2, overlap: Int64(Self.overlap)))
        let heard = try await bench.hear(25_100)
        #expect(before + heard == Self.first + Self.second)
        #expect(overlaps(bench).isEmpty)
    }

    @Test("a track that is over before the overlap is leaves the other to fade out alone", arguments: [0, 1, 3_000])
    func shortFollower(frameCount: Int) async throws {
        let bench = try await bench(second: .init(frameCount: Int64(frameCount), first: 100_001))
        bench.worker.begin(bench.order(1))
        bench.worker.append(bench.order(2, overlap: Int64(Self.overlap)))
        let padded = [Float].ramp(100_001, frameCount) + Array(repeating: 0, count: Self.overlap - frameCount)
        let expected = crossfaded(Self.first, padded, Self.overlap)
        #expect(areNearlyEqual(try await bench.hear(expected.count), expected))
        try await expectEnd(of: 2, bench)
    }

    @Test("a track that fails within the overlap does not take the other with it")
    func failingFollower() async throws {
        let bench = try await bench(second: .init(frameCount: 25_000, first: 100_001, failsAt: 2_000))
        bench.worker.begin(bench.order(1))
        bench.worker.append(bench.order(2, overlap: Int64(Self.overlap)))
        let padded = [Float].ramp(100_001, 2_000) + Array(repeating: 0, count: Self.overlap - 2_000)
        #expect(areNearlyEqual(try await bench.hear(30_000), crossfaded(Self.first, padded, Self.overlap)))
        try await waitUntil("the failure to be told") {
            bench.events.contains { if case .failed(2, _, .broken) = $0 { true } else { false } }
        }
    }

    @Test("a track that fails is heard as far as it came, and overlaps with the next there")
    func failingFirst() async throws {
        let bench = try await bench(second: .init(frameCount: 25_000, first: 100_001, failsAt: 22_000))
        bench.worker.begin(bench.order(2))
        bench.worker.append(bench.order(3, overlap: 2_000))
        let expected = crossfaded(.ramp(100_001, 22_000), .ramp(500_001, 20_000), 2_000)
        #expect(areNearlyEqual(try await bench.hear(expected.count), expected))
        #expect(bench.events.contains { if case .failed(1, frames: 22_000, .broken) = $0 { true } else { false } })
    }

    @Test("a track that cannot be sought leaves the place to the one behind it")
    func followerFailsToSeek() async throws {
        let bench = try await bench(second: .init(frameCount: 25_000, first: 100_001, seekFails: true))
        bench.worker.begin(bench.order(1))
        bench.worker.append(bench.order(2, overlap: Int64(Self.overlap)))
        bench.worker.append(bench.order(3, overlap: Int64(Self.overlap)))
        let expected = crossfaded(Self.first, .ramp(500_001, 20_000), Self.overlap)
        #expect(areNearlyEqual(try await bench.hear(expected.count), expected))
        #expect(bench.events.contains { if case .failedToBegin(2, .broken) = $0 { true } else { false } })
    }

    @Test("an end that was mixed already is heard as it is where what follows is taken back", arguments: [0, 20_000, 25_000])
    func takenBack(heardBefore: Int) async throws {
        let bench = try await bench(bufferFrames: 131_072)
        bench.worker.begin(bench.order(1))
        bench.worker.append(bench.order(2, overlap: Int64(Self.overlap)))
        try await waitUntil("the second to be decoded") { bench.finishedCount == 2 }
        var heard = try await bench.hear(heardBefore)
        bench.renderer.cancelSegments(after: 1, through: 2)
        bench.worker.cancel(after: 1)
        bench.worker.append(bench.order(3, overlap: Int64(Self.overlap)))
        // The frames of the second are still in the ring, and are skipped.
        try await waitUntil("all to be decoded") { bench.finishedCount == 4 }
        heard += bench.render(40_000 - heardBefore)
        heard += try await bench.hear(10_000)
        #expect(heard == Self.first + .ramp(500_001, 20_000))
        let began = bench.takeRenderEvents().filter { $0.kind == .began }
        #expect(began.map(\.segment) == [1, 1, 3] && began[1].mediaFrame == 25_590)
        #expect(overlaps(bench).count == 1)
        #expect(bench.underruns == 0)
    }

    @Test("what is taken back before it is mixed leaves the overlap to what follows instead")
    func takenBackInTime() async throws {
        let bench = try await bench()
        bench.worker.begin(bench.order(1))
        try await waitUntil("the end to be kept back") { bench.finishedCount == 1 || bench.readableCount > 8_192 }
        bench.worker.append(bench.order(2, overlap: Int64(Self.overlap)))
        bench.renderer.cancelSegments(after: 1, through: 2)
        bench.worker.cancel(after: 1)
        bench.worker.append(bench.order(3, overlap: Int64(Self.overlap)))
        let expected = crossfaded(Self.first, .ramp(500_001, 20_000), Self.overlap)
        #expect(areNearlyEqual(try await bench.hear(expected.count), expected))
    }

    @Test("a new beginning leaves nothing of an overlap behind")
    func beginsAnew() async throws {
        let bench = try await bench()
        bench.worker.begin(bench.order(1))
        bench.worker.append(bench.order(2, overlap: Int64(Self.overlap)))
        _ = try await bench.hear(27_000)
        bench.renderer.setGeneration(1)
        bench.worker.begin(bench.order(3, generation: 1))
        var heard: [Float] = []
        try await waitUntil("the third to be heard", poll: .milliseconds(1)) {
            heard += bench.render(256).filter { $0 > 500_000 }
            return heard.count >= 20_000
        }
        // The first frame is the one of the ramp between the two.
        #expect(heard.suffix(19_999) == [Float].ramp(500_002, 19_999)[...])
    }

    @Test("a change of the length counts for what is being decoded", arguments: [(0, 0.1), (0.1, 0.02)])
    func change(before: Double, after: Double) async throws {
        let bench = try await bench(seconds: before)
        bench.worker.begin(bench.order(1))
        _ = try await bench.hear(2_000)
        bench.worker.setCrossfade(seconds: after)
        let overlap = Int(after * 44_100)
        bench.worker.append(bench.order(2, overlap: Int64(overlap)))
        let expected = Array(crossfaded(Self.first, Self.second, overlap)[2_000...])
        #expect(areNearlyEqual(try await bench.hear(expected.count), expected))
        #expect(overlaps(bench) == [Int64(overlap)])
    }

    @Test("a source is let go of once nothing can ask for its end any more")
    func letsGo() async throws {
        let bench = try await bench()
        bench.worker.begin(bench.order(1))
        bench.worker.append(bench.order(2, overlap: Int64(Self.overlap)))
        _ = try await bench.hear(27_000)
        bench.worker.close(1)
        try await waitUntil("the source to be closed") { bench.opening.openCount == 2 }
    }
}
