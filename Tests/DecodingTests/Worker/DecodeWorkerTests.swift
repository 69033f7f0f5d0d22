import AudioTypes
import Media
import MediaTypes
import PlayerModel
import RealtimeAudio
import TestSupport
import Testing

@testable import Decoding

@Suite("The decode worker")
struct DecodeWorkerTests {
    @Test(
        "every frame comes out as it is, in order, with no underrun at the end",
        arguments: [1, 2, 255, 1_024, 1_025, 4_096, 50_001], [1, 64, 4_096])
    func exact(frameCount: Int, quantum: Int) async throws {
        if frameCount == 50_001, quantum == 1 { return }
        let bench = WorkerBench(["/a": .init(frameCount: Int64(frameCount))], bufferFrames: 16_384)
        try await bench.open("/a")
        bench.worker.begin(bench.order(1))
        let heard = try await bench.playOut(1, quantum: quantum)
        #expect(heard.withoutSilence == .ramp(frameCount))
        #expect(bench.underruns == 0)
        let events = bench.takeRenderEvents()
        #expect(events.map(\.kind) == [.began, .ended] && events.last?.mediaFrame == Int64(frameCount))
    }

    @Test(
        "files that hang while they are opened hold up no other, and where too many do the newest wish has the first free thread")
    func hangingOpens() async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 100), "/b": .init(frameCount: 100)], hangs: ["/hang"])
        let tokens = (0..<Openers.mostThreads + 8).map { _ in CancellationToken() }
        func open(_ numbers: Range<Int>) {
            for number in numbers { bench.worker.open("/hang", as: SourceToken(100 + number), cancellation: tokens[number]) }
        }
        open(0..<3)
        bench.worker.open("/a", as: 1, cancellation: CancellationToken())
        try await waitUntil("the file that does not hang") { bench.opened == [1] }
        open(3..<tokens.count)
        try await waitUntil("all threads to hang") { bench.opening.hangCount == Openers.mostThreads }
        bench.worker.open("/b", as: 2, cancellation: CancellationToken())
        #expect(bench.opened == [1])
        tokens[5].cancel()
        try await waitUntil("the newest wish") { bench.opened == [1, 2] }
        for token in tokens { token.cancel() }
        bench.worker.open("/a", as: 3, cancellation: CancellationToken())
        try await waitUntil("the next file") { bench.opened == [1, 2, 3] }
    }

    @Test("a ring of a few frames is enough", arguments: [2, 4, 7, 100])
    func tinyRing(bufferFrames: Int) async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 300)], bufferFrames: bufferFrames)
        try await bench.open("/a")
        bench.worker.begin(bench.order(1))
        #expect(try await bench.playOut(1, quantum: 1).withoutSilence == .ramp(300))
    }

    @Test("a source that gives little at a time loses nothing")
    func smallReads() async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 2_000, chunk: 3)])
        try await bench.open("/a")
        bench.worker.begin(bench.order(1))
        #expect(try await bench.playOut(1).withoutSilence == .ramp(2_000))
    }

    @Test("a start in the middle is exact, and one past the end gives nothing")
    func startInTheMiddle() async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 10_000)])
        try await bench.open("/a")
        bench.worker.begin(bench.order(1, at: 7_777))
        #expect(try await bench.playOut(1).withoutSilence == .ramp(7_778, 2_223))
        bench.worker.begin(bench.order(1, at: 99_999))
        #expect(try await bench.playOut(2).withoutSilence.isEmpty)
        let ends = bench.events.compactMap { if case .decoded(_, let frames, _) = $0 { frames } else { nil } }
        #expect(ends == [2_223, 0])
    }

    @Test("a newer order ends a seek that is under way, and what was to follow it is forgotten", arguments: [false, true])
    func endlessSeek(halts: Bool) async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 10_000, endlessSeek: 5_000), "/b": .init(frameCount: 300)])
        try await bench.open("/a", "/b")
        bench.worker.begin(bench.order(1, at: 5_000))
        bench.worker.append(bench.order(2))
        try await waitUntil("the seek to be under way") { bench.opening.seekCount == 1 }
        if halts { bench.worker.halt() }
        bench.worker.begin(bench.order(1, at: 9_000))
        #expect(try await bench.playOut(1).withoutSilence == .ramp(9_001, 1_000))
        #expect(bench.finishedCount == 1)
    }

    @Test("a chain has no gap and loses nothing, whatever the lengths")
    func chain() async throws {
        let lengths: [Int64] = [5_000, 1, 1, 4_097, 2, 300]
        var ramps: [String: RampSource.Behaviour] = [:]
        var first: Float = 1
        for (place, length) in lengths.enumerated() {
            ramps["/\(place)"] = .init(frameCount: length, first: first)
            first += Float(length)
        }
        let bench = WorkerBench(ramps)
        try await bench.open("/0", "/1", "/2", "/3", "/4", "/5")
        bench.worker.begin(bench.order(1))
        for token in 2...6 { bench.worker.append(bench.order(SourceToken(token))) }
        let heard = try await bench.playOut(6, quantum: 333)
        #expect(heard.withoutSilence == .ramp(Int(lengths.reduce(0, +))))
        let events = bench.takeRenderEvents()
        #expect(events.filter { $0.kind == .began }.map(\.segment) == [1, 2, 3, 4, 5, 6])
        #expect(bench.underruns == 0)
    }

    @Test("thousands of one-frame segments come out in order, though their markers do not fit at once")
    func manyMarkers() async throws {
        let count = 3_000
        var ramps: [String: RampSource.Behaviour] = [:]
        for place in 0..<count { ramps["/\(place)"] = .init(frameCount: 1, first: Float(place + 1)) }
        let bench = WorkerBench(ramps)
        for place in 0..<count {
            bench.worker.open("/\(place)", as: SourceToken(place + 1), cancellation: CancellationToken())
        }
        try await waitUntil("all to be open") { bench.events.count == count }
        bench.worker.begin(bench.order(1))
        for place in 1..<count { bench.worker.append(bench.order(SourceToken(place + 1))) }
        var heard: [Float] = []
        try await waitUntil("all to be heard", poll: .milliseconds(1)) {
            heard += bench.render(64).filter { $0 != 0 }
            return heard.count >= count
        }
        #expect(heard == .ramp(count))
    }

    @Test("what was taken back is not heard, and what follows instead is")
    func cancel() async throws {
        let bench = WorkerBench([
            "/a": .init(frameCount: 500), "/b": .init(frameCount: 500, first: 10_001),
            "/c": .init(frameCount: 20_000, first: 20_001),
            "/d": .init(frameCount: 500, first: 501),
        ])
        try await bench.open("/a", "/b", "/c", "/d")
        bench.worker.begin(bench.order(1))
        bench.worker.append(bench.order(2))
        bench.worker.append(bench.order(3))
        // The third fills the ring: it is under way when it is taken back.
        try await waitUntil("two to be decoded") { bench.finishedCount == 2 && bench.readableCount > 2_000 }
        _ = bench.render(100)
        bench.renderer.cancelSegments(after: 1, through: 3)
        bench.worker.cancel(after: 1)
        bench.worker.append(bench.order(4))
        let heard = try await bench.playOut(3, quantum: 50).filter { $0 != 0 }
        #expect(heard == .ramp(101, 900))
    }

    @Test("after a halt nothing more is decoded, and the next beginning is heard alone")
    func halt() async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 50_000), "/b": .init(frameCount: 700, first: 100_001)])
        try await bench.open("/a", "/b")
        bench.worker.begin(bench.order(1))
        try await waitUntil("the ring to be full") { bench.readableCount > 2_048 }
        bench.worker.halt()
        bench.renderer.setGeneration(1)
        _ = bench.render(1)
        bench.worker.begin(bench.order(2, generation: 1))
        #expect(try await bench.playOut(1).withoutSilence == .ramp(100_001, 700))
    }

    @Test("a beginning while the ring is full replaces what is in it")
    func beginWhenFull() async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 50_000), "/b": .init(frameCount: 9_000, first: 100_001)])
        try await bench.open("/a", "/b")
        bench.worker.begin(bench.order(1))
        try await waitUntil("the ring to be full") { bench.readableCount > 2_048 }
        #expect(bench.render(10) == .ramp(10))
        bench.renderer.setGeneration(1)
        bench.worker.begin(bench.order(2, generation: 1))
        var heard: [Float] = []
        try await waitUntil("the new one to be heard", poll: .milliseconds(1)) {
            heard += bench.render(64)
            return heard.contains(109_000)
        }
        let new = heard.filter { $0 > 100_000 }
        #expect(new == .ramp(100_001, 9_000))
    }

    @Test("a source that cannot go to its start is reported, and what was appended behind it is played")
    func seekFails() async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 100, seekFails: true), "/b": .init(frameCount: 100)])
        try await bench.open("/a", "/b")
        bench.worker.begin(bench.order(1, at: 5))
        bench.worker.append(bench.order(2))
        #expect(try await bench.playOut(2).withoutSilence == .ramp(100))
        let failures = bench.events.compactMap { if case .failedToBegin(let segment, .broken) = $0 { segment } else { nil } }
        #expect(failures == [1])
    }

    @Test("an order whose source was closed does not hold up the ones behind it")
    func closedSource() async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 100), "/b": .init(frameCount: 100)])
        try await bench.open("/a", "/b")
        bench.worker.close(1)
        bench.worker.begin(bench.order(1))
        bench.worker.append(bench.order(2))
        #expect(try await bench.playOut(1).withoutSilence == .ramp(100))
    }

    @Test("what was decoded before an error is heard to its last frame, and the segment ends there", arguments: [0, 1, 5_000])
    func breaksOff(frame: Int64) async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 9_000, failsAt: frame), "/b": .init(frameCount: 10, first: 50_001)])
        try await bench.open("/a", "/b")
        bench.worker.begin(bench.order(1))
        bench.worker.append(bench.order(2))
        let heard = try await bench.playOut(2).filter { $0 != 0 }
        #expect(heard == .ramp(Int(frame)) + .ramp(50_001, 10))
        let failures = bench.events.compactMap { if case .failed(1, let frames, .broken) = $0 { frames } else { nil } }
        #expect(failures == [frame] && bench.underruns == 0)
    }

    @Test("packets left out are counted")
    func decodeErrors() async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 5_000, decodeErrors: [0: 1, 3_000: 2, 4_999: 4])])
        try await bench.open("/a")
        bench.worker.begin(bench.order(1))
        _ = try await bench.playOut(1)
        let counts = bench.events.compactMap { if case .skipped(let packets) = $0 { packets } else { nil } }
        #expect(counts.reduce(0, +) == 7)
    }

    @Test("a closed source is gone, also one that is being decoded")
    func close() async throws {
        let bench = WorkerBench(["/a": .init(frameCount: 50_000), "/b": .init(frameCount: 5)])
        try await bench.open("/a", "/b")
        bench.worker.begin(bench.order(1))
        bench.worker.close(2)
        try await waitUntil("the second to be closed") { bench.opening.openCount == 1 }
        bench.worker.close(1)
        bench.worker.halt()
        try await waitUntil("the first to be closed") { bench.opening.openCount == 0 }
    }

    @Test("what cannot be opened says why")
    func missing() async throws {
        let bench = WorkerBench([:])
        bench.worker.open("/none", as: 1, cancellation: CancellationToken())
        try await waitUntil("the answer") { !bench.events.isEmpty }
        let codes = bench.events.compactMap { if case .failedToOpen(1, let error) = $0 { error.code } else { nil } }
        #expect(codes == [.media(.notFound)])
    }
}

extension [Float] {
    /// `count` frames of the usual ramp.
    fileprivate static func ramp(_ count: Int) -> [Float] { .ramp(1, count) }
}
