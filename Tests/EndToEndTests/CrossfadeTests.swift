import Glibc
import TestSupport
import Testing

@Suite("What a sink gets of files that overlap", .serialized)
struct CrossfadeTests {
    private static let configuration = "[playback]\ncrossfade_seconds = 0.5\n"
    private static let overlap = 22_050
    /// What 32-bit floats may be off by.
    private static let rounding: Float = 1e-6

    private func queue(_ paths: [String], on stage: Stage) async throws {
        let uris = paths.map { "\"\($0)\"" }.joined(separator: ",")
        try await stage.client.call("queue.add", "{\"uris\":[\(uris)]}")
        try await stage.client.call("play")
    }

    private func write(_ audio: PCMAudio, _ name: String, _ tags: [String] = [], on stage: Stage) async throws -> String {
        let path = stage.system.directory.file("\(name).flac")
        try await AudioFiles.encode(audio, options: tags.flatMap { ["-metadata", $0] }, to: path)
        return path
    }

    private func expect(_ audio: PCMAudio, on stage: Stage) async throws {
        let result = SampleComparison(of: try await stage.recording(), with: audio, tolerance: Self.rounding)
        #expect(result.isExact && result.matchingFrames == audio.frameCount, "\(result)\n\(stage.daemon.log)")
    }

    @Test("is their mix of equal power at the joint, and nothing else is touched", arguments: [64, 1_024])
    func mix(quantum: Int) async throws {
        let stage = try await Stage.set(quantum: quantum, configuration: Self.configuration)
        let first = AudioFixture.unique(frameCount: 88_211)
        let second = AudioFixture.unique(frameCount: 77_777, seed: 2)
        try await queue([try await write(first, "first", on: stage), try await write(second, "second", on: stage)], on: stage)
        try await stage.client.waitForEvent("player.itemChanged") { $0.string(at: "params.reason") == "gapless" }
        try await stage.waitForEnd()
        try await expect(first.crossfaded(with: second, over: Self.overlap), on: stage)
    }

    @Test("is mixed with each file's own gain")
    func gains() async throws {
        let stage = try await Stage.set(configuration: Self.configuration + "replay_gain = \"track\"\n")
        let first = AudioFixture.unique(frameCount: 80_000)
        let second = AudioFixture.unique(frameCount: 70_000, seed: 2)
        try await queue(
            [
                try await write(first, "first", ["REPLAYGAIN_TRACK_GAIN=-6.54 dB"], on: stage),
                try await write(second, "second", ["REPLAYGAIN_TRACK_GAIN=-12 dB"], on: stage),
            ], on: stage)
        try await stage.waitForEnd()
        let expected = first.times(0.470_977_33).crossfaded(with: second.times(0.251_188_64), over: Self.overlap)
        try await expect(expected, on: stage)
    }

    @Test("is an album without a gap, every bit as it is")
    func album() async throws {
        let stage = try await Stage.set(configuration: Self.configuration)
        let whole = AudioFixture.unique(frameCount: 150_000)
        let tags = ["album=Three Studies", "artist=A. Composer"]
        try await queue(
            [
                try await write(whole[0..<70_001], "first", tags, on: stage),
                try await write(whole[70_001..<150_000], "second", tags, on: stage),
            ], on: stage)
        try await stage.waitForEnd()
        try await stage.expectExactly(whole)
    }

    @Test("ends with the last one as it is, and goes on from a seek into what would have overlapped")
    func seekIntoOverlap() async throws {
        let stage = try await Stage.set(configuration: Self.configuration)
        let first = AudioFixture.unique(frameCount: 132_300)
        let second = AudioFixture.unique(frameCount: 66_150, seed: 2)
        try await queue([try await write(first, "first", on: stage), try await write(second, "second", on: stage)], on: stage)
        try await stage.capture.waitForFrames(stage.capture.frameCount + 22_050)
        // A fifth of a second before the end: less than what goes into the ring before anything is kept back.
        let landing = 132_300 - 8_820
        try await stage.client.call("seek", "{\"position\":\(Double(landing) / 44_100)}")
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let sound = captured[captured.soundingRange]
        // Behind the ramp in.
        let rest = first[landing + 441..<first.frameCount].followed(by: second)
        let result = SampleComparison(of: sound[sound.frameCount - rest.frameCount..<sound.frameCount], with: rest)
        #expect(result.isExact, "\(result)\n\(stage.daemon.log)")
    }

    @Test("is only faded out where a user goes on to the next")
    func next() async throws {
        let stage = try await Stage.set(configuration: Self.configuration)
        let first = AudioFixture.unique(frameCount: 132_300)
        let second = AudioFixture.unique(frameCount: 66_150, seed: 2)
        try await queue([try await write(first, "first", on: stage), try await write(second, "second", on: stage)], on: stage)
        try await stage.capture.waitForFrames(stage.capture.frameCount + 44_100)
        try await stage.client.call("next")
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let sound = captured[captured.soundingRange]
        let result = SampleComparison(of: sound[sound.frameCount - 65_000..<sound.frameCount], with: second[1_150..<66_150])
        #expect(result.isExact, "\(result)\n\(stage.daemon.log)")
    }
}

extension PCMAudio {
    /// Every sample multiplied by `factor`.
    func times(_ factor: Float) -> PCMAudio {
        PCMAudio(sampleRate: sampleRate, channelCount: channelCount, samples: samples.map { $0 * factor })
    }

    /// This audio, whose last `count` frames fade into the first of `next`, both along a quarter of a sine.
    fileprivate func crossfaded(with next: PCMAudio, over count: Int) -> PCMAudio {
        let start = frameCount - count
        var mixed: [Float] = []
        for frame in 0..<count {
            let angle = Double.pi / 2 * (Double(frame) + 0.5) / Double(count)
            for channel in 0..<channelCount {
                let leaving = Double(samples[(start + frame) * channelCount + channel])
                let coming = Double(next.samples[frame * channelCount + channel])
                mixed.append(Float(leaving * cos(angle) + coming * sin(angle)))
            }
        }
        let middle = PCMAudio(sampleRate: sampleRate, channelCount: channelCount, samples: mixed)
        return self[0..<start].followed(by: middle).followed(by: next[count..<next.frameCount])
    }
}
