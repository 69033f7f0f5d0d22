import TestSupport
import Testing

@Suite("What a sink gets where silences are left out", .serialized)
struct SilenceTests {
    /// A part of a recording: how loud it is, how long, and which modes shorten it.
    private struct Part {
        let level: ClosedRange<Float>
        let frameCount: Int
        var shortened: Set<String> = []

        static func loud(_ frameCount: Int) -> Part { Part(level: 0.1...0.5, frameCount: frameCount) }
    }

    /// The frames that stay of a silence: a quarter of a second at either end. The first ones of the second half are those of a fade.
    private static let (half, fade) = (11_025, 441)
    /// Sound; what is below −60 dBFS for three seconds, what is below −45 dBFS for two, and what is below −60 dBFS for one; sound in between.
    private static let parts: [Part] = [
        .loud(30_001), Part(level: 0.000_1...0.000_9, frameCount: 132_300, shortened: ["mild", "strong"]), .loud(20_011),
        Part(level: 0.001_5...0.005, frameCount: 88_200, shortened: ["strong"]), .loud(20_021),
        Part(level: 0.000_1...0.000_9, frameCount: 44_100, shortened: ["strong"]), .loud(30_047),
    ]

    /// Noise of each part, in which no frame is zero.
    private let audio: PCMAudio = {
        var state: UInt32 = 7
        let samples = parts.flatMap { part in
            (0..<part.frameCount).flatMap { _ -> [Float] in
                state = state &* 1_664_525 &+ 1_013_904_223
                let place = Float(state >> 16) / 65_536
                let sample = part.level.lowerBound + place * (part.level.upperBound - part.level.lowerBound)
                let rounded = (sample * 32_768).rounded() / 32_768
                return [rounded, -rounded]
            }
        }
        return PCMAudio(sampleRate: 44_100, channelCount: 2, samples: samples)
    }()

    /// What is heard of the recording in a mode, and where the sound goes over from one end of a silence to the other.
    private func heard(_ mode: String) -> (audio: PCMAudio, fades: [Range<Int>], skipped: [Int]) {
        var (sound, fades, skipped, start) = (audio[0..<0], [Range<Int>](), [Int](), 0)
        for part in Self.parts {
            let end = start + part.frameCount
            if part.shortened.contains(mode) {
                sound = sound.followed(by: audio[start..<start + Self.half])
                fades.append(sound.frameCount..<sound.frameCount + Self.fade)
                skipped.append(part.frameCount - 2 * Self.half)
                sound = sound.followed(by: audio[end - Self.half..<end])
            } else {
                sound = sound.followed(by: audio[start..<end])
            }
            start = end
        }
        return (sound, fades, skipped)
    }

    /// Checks that `sound` is what is wanted from its frame `start` on, but for the fades, in which it is as quiet as the silence.
    private func check(_ sound: PCMAudio, _ wanted: PCMAudio, _ fades: [Range<Int>], _ log: String) {
        var start = 0
        for fade in fades {
            let comparison = SampleComparison(of: sound[start..<fade.lowerBound], with: wanted[start..<fade.lowerBound])
            #expect(comparison.isExact, "up to frame \(fade.lowerBound): \(comparison)\n\(log)")
            #expect(sound[fade].samples.allSatisfy { abs($0) <= 0.005_6 }, "the fade at \(fade.lowerBound)\n\(log)")
            start = fade.upperBound
        }
        let comparison = SampleComparison(of: sound[start..<sound.frameCount], with: wanted[start..<wanted.frameCount])
        #expect(comparison.isExact, "from frame \(start) on: \(comparison)\n\(log)")
    }

    @Test(
        "is half a second of each, every other frame as it was recorded, and the time that was saved is told",
        arguments: ["off", "mild", "strong"])
    func modes(mode: String) async throws {
        let stage = try await Stage.set(configuration: "[playback]\nskip_silence = \"\(mode)\"\n")
        let (wanted, fades, skipped) = heard(mode)
        try await stage.play(try await stage.write(audio))
        let status = try await stage.client.call("status")
        #expect(status.number(at: "result.skippedSilence") == (mode == "off" ? nil : 0))
        var total = 0
        for frames in skipped {
            let event = try await stage.client.waitForEvent("player.silenceSkipped")
            total += frames
            #expect(abs((event.number(at: "params.seconds") ?? 0) - Double(frames) / 44_100) < 1e-6)
            #expect(abs((event.number(at: "params.total") ?? 0) - Double(total) / 44_100) < 1e-6)
            let saved = try await stage.client.call("status").number(at: "result.skippedSilence") ?? -1
            #expect(saved >= Double(total) / 44_100 - 1e-6, "the status knows it as well")
        }
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let sound = captured[captured.soundingRange]
        try #require(sound.frameCount == wanted.frameCount, "\(stage.daemon.log)")
        check(sound, wanted, fades, stage.daemon.log)
        #expect(try await stage.client.call("server.statistics").number(at: "result.underruns") == 0)
    }

    @Test("has a pause behind two of them stand at the place of the recording that is heard, and goes on with its next frame")
    func pause() async throws {
        let stage = try await Stage.set(configuration: "[playback]\nskip_silence = \"strong\"\n")
        let (wanted, _, skipped) = heard("strong")
        try await stage.play(try await stage.write(audio))
        try await stage.client.waitForEvent("player.silenceSkipped")
        try await stage.client.waitForEvent("player.silenceSkipped")
        try await stage.client.call("pause")
        // What is on its way is heard before the pause stands.
        try await stage.capture.waitForFrames(stage.capture.frameCount + 22_050)
        let status = try await stage.client.call("status")
        #expect(status.number(at: "result.position.rate") == 0)
        let place = try #require(status.number(at: "result.position.seconds"))
        try await stage.client.call("play")
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let range = captured.soundingRange
        // The pause is between two ramps of 10 ms, so its silence is the only one.
        let silence = captured.firstSilence(in: range)
        let given = silence.lowerBound - range.lowerBound
        #expect(abs(Double(given + skipped[0] + skipped[1]) - place * 44_100) <= 2, "\(place) s\n\(stage.daemon.log)")
        let rest = captured[silence.upperBound..<range.upperBound]
        let (ramp, length) = (Self.fade + 2, wanted.frameCount - given)
        #expect(abs(rest.frameCount - length) <= 2, "\(stage.daemon.log)")
        let third = wanted.frameCount - 30_047 - Self.half
        let behind = SampleComparison(
            of: rest[ramp..<third - given - 2], with: wanted[wanted.frameCount - rest.frameCount + ramp..<third - 2])
        #expect(behind.isExact, "\(behind)\n\(stage.daemon.log)")
        let end = SampleComparison(
            of: captured[range.upperBound - 40_000..<range.upperBound],
            with: wanted[wanted.frameCount - 40_000..<wanted.frameCount])
        #expect(end.isExact, "\(end)\n\(stage.daemon.log)")
    }
}
