import TestSupport
import Testing

@Suite("What a sink gets of files whose loudness is evened out", .serialized)
struct ReplayGainTests {
    /// Frames of a 10 ms fade at 44.1 kHz.
    private static let fade = 441
    /// What 32-bit floats may be off by where two factors are multiplied in another order.
    private static let rounding: Float = 1e-6

    private func configuration(_ mode: String, _ more: String = "") -> String {
        "[playback]\nreplay_gain = \"\(mode)\"\n\(more)"
    }

    /// Writes a FLAC with tags, of which the graph's floats hold every sample.
    private func write(_ audio: PCMAudio, _ name: String, _ tags: [String], on stage: Stage) async throws -> String {
        let path = stage.system.directory.file("\(name).flac")
        try await AudioFiles.encode(audio, options: tags.flatMap { ["-metadata", $0] }, to: path)
        return path
    }

    private func queue(_ paths: [String], on stage: Stage) async throws {
        let uris = paths.map { "\"\($0)\"" }.joined(separator: ",")
        try await stage.client.call("queue.add", "{\"uris\":[\(uris)]}")
        try await stage.client.call("play")
    }

    /// The recording must hold exactly `audio`, within rounding, between two silences.
    private func expect(_ audio: PCMAudio, on stage: Stage) async throws {
        let result = SampleComparison(of: try await stage.recording(), with: audio, tolerance: Self.rounding)
        #expect(result.isExact && result.matchingFrames == audio.frameCount, "\(result)\n\(stage.daemon.log)")
    }

    @Test("each file has its own gain, up to its last frame and from its first", arguments: [64, 1_024, 8_192])
    func twoFiles(quantum: Int) async throws {
        let stage = try await Stage.set(quantum: quantum, configuration: configuration("track"))
        let whole = AudioFixture.unique(frameCount: 60_000)
        let (first, second) = (whole[0..<33_333], whole[33_333..<60_000])
        try await queue(
            [
                try await write(first, "first", ["REPLAYGAIN_TRACK_GAIN=-6.54 dB"], on: stage),
                try await write(second, "second", ["replaygain_track_gain=-12 dB"], on: stage),
            ], on: stage)
        let status = try await stage.client.call("status")
        #expect(status.number(at: "result.format.replayGain") == -6.54)
        try await stage.waitForEnd()
        // 10^(-6.54/20) and 10^(-12/20).
        try await expect(first.times(0.470_977_33).followed(by: second.times(0.251_188_64)), on: stage)
    }

    @Test(
        "each track of a CUE sheet has the gain that the sheet states for it, and the disc's where it states none for the track")
    func sheet() async throws {
        let stage = try await Stage.set(configuration: configuration("track"))
        let audio = AudioFixture.unique(frameCount: 3 * 44_100)
        _ = try await write(audio, "disc", ["REPLAYGAIN_TRACK_GAIN=-1 dB"], on: stage)
        let sheet = try stage.system.directory.write(
            """
            REM REPLAYGAIN_ALBUM_GAIN -12 dB
            FILE "disc.flac" WAVE
              TRACK 01 AUDIO
                REM REPLAYGAIN_TRACK_GAIN -6.54 dB
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                INDEX 01 00:01:00
              TRACK 03 AUDIO
                REM REPLAYGAIN_TRACK_GAIN 0 dB
                INDEX 01 00:02:00
            """, to: "disc.cue")
        try await queue([sheet], on: stage)
        try await stage.waitForEnd()
        let (first, second, third) = (audio[0..<44_100], audio[44_100..<88_200], audio[88_200..<132_300])
        try await expect(
            first.times(0.470_977_33).followed(by: second.times(0.251_188_64)).followed(by: third), on: stage)
    }

    @Test("no gain leaves every bit as it is, beside a file that has one")
    func untouched() async throws {
        let stage = try await Stage.set(configuration: configuration("track"))
        let whole = AudioFixture.unique(frameCount: 40_000)
        let (first, second) = (whole[0..<20_000], whole[20_000..<40_000])
        try await queue(
            [
                try await write(first, "first", ["REPLAYGAIN_TRACK_GAIN=0 dB"], on: stage),
                try await write(second, "second", [], on: stage),
            ], on: stage)
        try await stage.waitForEnd()
        try await stage.expectExactly(whole)
    }

    @Test("a gain that would clip is lowered to what the peak allows, or not where one wants that", arguments: [true, false])
    func clipping(prevents: Bool) async throws {
        let stage = try await Stage.set(
            configuration: configuration("track", "replay_gain_prevent_clipping = \(prevents)\n"))
        let audio = AudioFixture.unique(frameCount: 30_000).times(0.25)
        let tags = ["REPLAYGAIN_TRACK_GAIN=+18 dB", "REPLAYGAIN_TRACK_PEAK=0.25"]
        try await stage.play(try await write(audio, "loud", tags, on: stage))
        try await stage.waitForEnd()
        let stored = try await AudioFiles.decode(
            stage.system.directory.file("loud.flac"), sampleRate: 44_100, channelCount: 2)
        try await expect(stored.times(prevents ? 4 : 7.943_282_3), on: stage)
    }

    @Test("a seek and a pause change nothing of the gain but by their ramps")
    func seekAndPause() async throws {
        let stage = try await Stage.set(configuration: configuration("album", "replay_gain_preamp_db = 2\n"))
        let audio = AudioFixture.unique(frameCount: 44_100 * 3)
        let tags = ["REPLAYGAIN_ALBUM_GAIN=-8 dB", "REPLAYGAIN_TRACK_GAIN=-1 dB"]
        try await stage.play(try await write(audio, "song", tags, on: stage))
        try await stage.capture.waitForFrames(stage.capture.frameCount + 22_050)
        try await stage.client.call("pause")
        try await stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "paused" }
        try await stage.client.call("seek", "{\"position\":1.5}")
        try await stage.client.call("play")
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let sound = captured[captured.soundingRange]
        let quiet = audio.times(0.501_187_23)
        let rest = quiet[66_150..<quiet.frameCount]
        let start = sound.frameCount - rest.frameCount
        try #require(start > Self.fade)
        #expect(isRamp(sound[start..<start + Self.fade], of: rest[0..<Self.fade], rising: true))
        func check(_ part: PCMAudio, _ expected: PCMAudio) {
            let result = SampleComparison(of: part, with: expected, tolerance: Self.rounding)
            #expect(result.isExact, "\(result)\n\(stage.daemon.log)")
        }
        check(sound[start + Self.fade..<sound.frameCount], rest[Self.fade..<rest.frameCount])
        let before = sound[0..<start]
        let leaving = before[before.soundingRange]
        let end = leaving.frameCount - Self.fade
        check(leaving[0..<end], quiet[0..<end])
        #expect(isRamp(leaving[end..<leaving.frameCount], of: quiet[end..<leaving.frameCount], rising: false))
    }
}
