import TestSupport
import Testing

@Suite("What a sink gets of a file that is paused or sought in", .serialized)
struct TransportTests {
    /// Frames of a 10 ms fade at 44.1 kHz.
    private static let fade = 441

    @Test("goes on after each pause with the very next frame, out of one ramp into another", arguments: [64, 1_024, 8_192])
    func pauseAndResume(quantum: Int) async throws {
        let stage = try await Stage.set(quantum: quantum)
        let audio = AudioFixture.unique(frameCount: 44_100 * 4)
        try await stage.play(try await stage.write(audio))
        let pauses = 2
        for _ in 0..<pauses {
            try await stage.capture.waitForFrames(stage.capture.frameCount + 44_100)
            try await stage.client.call("pause")
            try await stage.capture.waitForFrames(stage.capture.frameCount + 33_000)
            try await stage.client.call("toggle")
        }
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let result = SampleComparison(of: captured, with: audio)
        // Between the frames as they are lie, for each pause: a ramp down, silence, a ramp up.
        #expect(result.lostFrames == 0 && result.matchingFrames == audio.frameCount - result.differingFrames, "\(result)")
        let ramped = result.faults.filter { $0.kind == .differing }
        let silences = result.faults.filter { $0.kind == .inserted }
        try #require(ramped.count == pauses && silences.count == pauses, "\(result)\n\(stage.daemon.log)")
        for (ramps, silence) in zip(ramped, silences) {
            // The outermost frame of a ramp has the full level.
            #expect(ramps.frameCount <= 2 * Self.fade && ramps.frameCount >= 2 * Self.fade - 4, "\(result)")
            let middle = ramps.position + ramps.frameCount / 2
            let down = audio[middle - Self.fade..<middle]
            let up = audio[middle..<middle + Self.fade]
            let start = ramps.capturePosition + middle - ramps.position
            let end = start + silence.frameCount
            #expect(isRamp(captured[start - Self.fade..<start], of: down, rising: false))
            #expect(captured[start..<end].soundingRange.isEmpty)
            #expect(isRamp(captured[end..<end + Self.fade], of: up, rising: true))
        }
    }

    @Test("starts at the very frame it was told to go to while it plays", arguments: Recipe.all)
    func seek(recipe: Recipe) async throws {
        let stage = try await Stage.set(rate: recipe.sampleRate)
        let path = stage.system.directory.file("fixture.\(recipe.suffix)")
        let audio = try await recipe.make(at: path)
        try await stage.play(path)
        try await stage.capture.waitForFrames(stage.capture.frameCount + recipe.sampleRate / 2)
        // A prime number, which is no multiple of any packet.
        let landing = 104_729
        try await stage.client.call("seek", "{\"position\":\(Double(landing) / Double(recipe.sampleRate))}")
        try await stage.waitForEnd()
        try await expectLanding(at: landing, of: audio, on: stage)
    }

    @Test("starts at the very frame it was told to go to while it was paused", arguments: ["wav", "flac"], [64, 2_048])
    func seekWhilePaused(suffix: String, quantum: Int) async throws {
        let stage = try await Stage.set(quantum: quantum)
        let audio = AudioFixture.unique(frameCount: 44_100 * 3)
        try await stage.play(try await stage.write(audio, suffix: suffix))
        try await stage.capture.waitForFrames(stage.capture.frameCount + 22_050)
        try await stage.client.call("pause")
        try await stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "paused" }
        try await stage.client.call("seek", "{\"position\":1.5}")
        try await stage.client.call("play")
        try await stage.waitForEnd()
        try await expectLanding(at: 66_150, of: audio, on: stage)
    }

    /// The recording must be `audio` from its start up to somewhere, a ramp down, and after any silence `audio` from the
    /// frame `landing` on, at first ramped up.
    private func expectLanding(at landing: Int, of audio: PCMAudio, on stage: Stage) async throws {
        let captured = try await stage.recording()
        let sound = captured[captured.soundingRange]
        let fade = audio.sampleRate / 100
        let rest = audio[landing..<audio.soundingRange.upperBound]
        let start = sound.frameCount - rest.frameCount
        try #require(start > fade, "\(sound.frameCount) frames are heard\n\(stage.daemon.log)")
        #expect(isRamp(sound[start..<start + fade], of: rest[0..<fade], rising: true), "\(stage.daemon.log)")
        let after = SampleComparison(of: sound[start + fade..<sound.frameCount], with: rest[fade..<rest.frameCount])
        #expect(after.isExact, "\(after)\n\(stage.daemon.log)")

        let before = sound[0..<start]
        let leaving = before[before.soundingRange]
        let first = leaving.frameCount - fade
        let origin = audio.soundingRange.lowerBound
        let played = SampleComparison(of: leaving[0..<first], with: audio[origin..<origin + first])
        #expect(played.isExact, "\(played)\n\(stage.daemon.log)")
        #expect(
            isRamp(leaving[first..<first + fade], of: audio[origin + first..<origin + first + fade], rising: false),
            "\(stage.daemon.log)")
    }

    @Test("is silent to the last frame once paused, and the position stands")
    func pausedPosition() async throws {
        let stage = try await Stage.set()
        try await stage.play(try await stage.write(AudioFixture.unique(frameCount: 44_100 * 3)))
        try await stage.capture.waitForFrames(stage.capture.frameCount + 22_050)
        try await stage.client.call("pause")
        try await stage.capture.waitForFrames(stage.capture.frameCount + 22_050)
        let first = try await stage.client.call("status")
        try await stage.capture.waitForFrames(stage.capture.frameCount + 11_025)
        let second = try await stage.client.call("status")
        #expect(first.string(at: "result.state") == "paused")
        #expect(first.number(at: "result.position.seconds") == second.number(at: "result.position.seconds"))
        #expect(second.number(at: "result.position.rate") == 0)
    }
}
