import TestSupport
import Testing

@Suite("What a sink gets of a file", .serialized)
struct ExactPlaybackTests {
    @Test(
        "is every frame of it, the last one included",
        arguments: ["wav", "flac"], [(44_100, 16), (44_100, 24), (48_000, 16), (48_000, 24)])
    func exact(suffix: String, format: (rate: Int, bits: Int)) async throws {
        let audio = AudioFixture.unique(frameCount: format.rate + 77, sampleRate: format.rate, bits: format.bits)
        let (result, log) = try await exactWithinThreeTries(audio) {
            let stage = try await Stage.set(rate: format.rate)
            try await stage.play(try await stage.write(audio, bits: format.bits, suffix: suffix))
            try await stage.waitForEnd()
            return (try await stage.comparison(with: audio), stage.daemon.log)
        }
        #expect(result.isExact && result.matchingFrames == audio.frameCount, "\(result)\n\(log)")
    }

    @Test("is every frame of it also where the file is very short", arguments: [1, 1_323, 13_715])
    func short(frameCount: Int) async throws {
        let audio = AudioFixture.unique(frameCount: frameCount)
        let (result, log) = try await exactWithinThreeTries(audio) {
            let stage = try await Stage.set()
            try await stage.play(try await stage.write(audio))
            try await stage.waitForEnd()
            return (try await stage.comparison(with: audio), stage.daemon.log)
        }
        #expect(result.isExact && result.matchingFrames == frameCount, "\(result)\n\(log)")
    }

    /// Those of 32 and 64 frames, cycles of about a millisecond, are tested where the output is tested by itself.
    @Test("is every frame of it at every quantum", arguments: [256, 1_024, 2_048, 8_192])
    func quantum(_ quantum: Int) async throws {
        let audio = AudioFixture.unique(frameCount: 44_100 * 2)
        let (result, log) = try await exactWithinThreeTries(audio) {
            let stage = try await Stage.set(quantum: quantum)
            try await stage.play(try await stage.write(audio))
            try await stage.waitForEnd()
            return (try await stage.comparison(with: audio), stage.daemon.log)
        }
        #expect(result.isExact && result.matchingFrames == audio.frameCount, "\(result)\n\(log)")
    }

    @Test("is every frame of it while the quantum grows and shrinks")
    func changingQuantum() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100 * 6)
        let (result, log) = try await exactWithinThreeTries(audio) {
            let stage = try await Stage.set(quantum: 1_024)
            try await stage.play(try await stage.write(audio))
            for quantum in [512, 256, 2_048, 256, 4_096, 512] {
                try await stage.capture.waitForFrames(stage.capture.frameCount + 22_050)
                try await stage.system.forceQuantum(quantum)
            }
            try await stage.waitForEnd()
            return (try await stage.comparison(with: audio), stage.daemon.log)
        }
        #expect(result.lostFrames == 0 && result.insertedFrames == 0, "\(result)\n\(log)")
    }

    @Test("is every frame of two files in a row, with nothing in between")
    func gapless() async throws {
        let whole = AudioFixture.unique(frameCount: 100_000)
        let (result, log) = try await exactWithinThreeTries(whole) {
            let stage = try await Stage.set()
            let first = try await stage.write(whole[0..<44_321], name: "first")
            let second = try await stage.write(whole[44_321..<100_000], name: "second")
            try await stage.client.call("queue.add", "{\"uris\":[\"\(first)\",\"\(second)\"]}")
            try await stage.client.call("play")
            try await stage.waitForEnd()
            return (try await stage.comparison(with: whole), stage.daemon.log)
        }
        #expect(result.isExact && result.matchingFrames == whole.frameCount, "\(result)\n\(log)")
    }
}
