import TestSupport
import Testing

@Suite("Capturing what a sink gets")
struct SinkCaptureTests {
    /// pw-play of 0.3.65 drops up to two of its buffers at the end of a file; everything before must be there. But on a timer, which
    /// waits for nobody, a busy machine misses cycles of so many frames, each as a whole.
    private func expectExactButForTheEnd(_ result: SampleComparison, of audio: PCMAudio, missing cycle: Int, log: String) {
        let faults = result.faults.filter { fault in
            if fault.kind == .lost && fault.position + fault.frameCount == audio.frameCount { return false }
            return fault.kind == .differing || !fault.frameCount.isMultiple(of: cycle)
        }
        #expect(faults.isEmpty, "\(result)\n\(log)")
        #expect(result.captureStart != nil)
        #expect(result.matchingFrames > audio.frameCount / 4, "\(result)")
    }

    @Test("as the sink is exact in every frame", arguments: [(44_100, 16), (48_000, 24)])
    func exact(rate: Int, bits: Int) async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: rate))
        let audio = AudioFixture.unique(frameCount: rate * 2, sampleRate: rate, bits: bits)
        let path = system.directory.file("fixture.wav")
        try AudioFiles.writeWave(audio, bits: bits, to: path)
        let capture = try await SinkCapture.asSink(in: system, sampleRate: rate)
        try await system.run("pw-play", [path])
        let result = SampleComparison(of: try await capture.stop(), with: audio)
        expectExactButForTheEnd(result, of: audio, missing: system.options.quantum, log: system.log)
    }

    @Test("as the sink is exact at large quanta", arguments: [1024, 2048, 8192])
    func steadyQuantum(quantum: Int) async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let audio = AudioFixture.unique(frameCount: 44_100)
        let path = system.directory.file("fixture.wav")
        try AudioFiles.writeWave(audio, to: path)
        try await system.forceQuantum(quantum)
        let capture = try await SinkCapture.asSink(in: system, sampleRate: 44_100)
        try await system.run("pw-play", [path])
        let result = SampleComparison(of: try await capture.stop(), with: audio)
        expectExactButForTheEnd(result, of: audio, missing: quantum, log: system.log)
    }

    @Test(
        "as the driving sink loses nothing at small quanta, nor while the quantum changes",
        arguments: [[64], [8192, 256, 64]])
    func driven(quanta: [Int]) async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let audio = AudioFixture.unique(frameCount: 44_100 * 3)
        let path = system.directory.file("fixture.wav")
        try AudioFiles.writeWave(audio, to: path)
        try await system.limitQuantum(to: quanta[0])
        let capture = try await SinkCapture.driven(in: system, sampleRate: 44_100)
        let player = try await system.launch("pw-play", [path])
        for quantum in quanta.dropFirst() {
            try await capture.waitForFrames(capture.frameCount + 40_000)
            try await system.limitQuantum(to: quantum)
        }
        try await player.waitForExit()
        // What pw-play did not have ready in time is silence that it put in itself. And newer releases of it have filled the first of the
        // shorter cycles as if it was one of the longer ones.
        let shrinkages = zip(quanta, quanta.dropFirst()).map { $0 - $1 }
        let result = SampleComparison(of: try await capture.stop(), with: audio)
        let lost = result.faults.filter {
            $0.kind != .inserted && $0.position + $0.frameCount != audio.frameCount
                && !($0.kind == .lost && shrinkages.contains($0.frameCount))
        }
        #expect(lost.isEmpty && result.captureStart != nil, "\(result)\n\(system.log)")
    }

    @Test("as the driving sink ends with the server, and says so")
    func serverGone() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let capture = try await SinkCapture.driven(in: system, sampleRate: 44_100)
        try await system.kill(.server)
        await #expect(throws: TestSupportError.self) { try await capture.waitForFrames(.max) }
    }

    @Test("of a monitor is exact in every frame while the quantum stays")
    func monitor() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let audio = AudioFixture.unique(frameCount: 88_200)
        let path = system.directory.file("fixture.wav")
        try AudioFiles.writeWave(audio, to: path)
        let capture = try await SinkCapture.monitoring("speaker", in: system, sampleRate: 44_100)
        try await system.run("pw-play", [path])
        let result = SampleComparison(of: try await capture.stop(), with: audio)
        expectExactButForTheEnd(result, of: audio, missing: system.options.quantum, log: system.log)
    }

    @Test("as the sink loses nothing while the quantum shrinks under a player")
    func shrinkingQuantum() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let audio = AudioFixture.unique(frameCount: 44_100 * 5)
        let path = system.directory.file("fixture.wav")
        try AudioFiles.writeWave(audio, to: path)
        try await system.limitQuantum(to: 8192)
        let capture = try await SinkCapture.asSink(in: system, sampleRate: 44_100)
        let player = try await system.launch("pw-play", [path])
        let _: Bool = try await system.waitForGraph("the player") { graph in
            guard let sink = graph.node(named: "recorder") else { return nil }
            return graph.playbackStreams.contains { graph.isLinked($0, to: sink) } ? true : nil
        }
        for quantum in [4096, 2048, 1024] {
            try await capture.waitForFrames(capture.frameCount + 30_000)
            try await system.limitQuantum(to: quantum)
        }
        try await player.waitForExit()
        let result = SampleComparison(of: try await capture.stop(), with: audio)
        expectExactButForTheEnd(result, of: audio, missing: 1_024, log: system.log)
    }
}
