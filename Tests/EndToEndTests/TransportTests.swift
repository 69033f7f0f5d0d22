import TestSupport
import Testing

@Suite("What a sink gets of a file that is paused or sought in", .serialized)
struct TransportTests {
    /// Frames of a 10 ms fade at 44.1 kHz.
    private static let fade = 441

    @Test("goes on after a pause with the very next frame")
    func pauseAndResume() async throws {
        let stage = try await Stage.set()
        let audio = AudioFixture.unique(frameCount: 44_100 * 3)
        try await stage.play(try await stage.write(audio))
        try await stage.capture.waitForFrames(stage.capture.frameCount + 44_100)
        try await stage.client.call("pause")
        try await stage.capture.waitForFrames(stage.capture.frameCount + 22_050)
        try await stage.client.call("toggle")
        try await stage.waitForEnd()
        let result = try await stage.comparison(with: audio)
        // The two ramps differ; behind the pause every frame has its place again, and none is missing.
        let ramps = result.faults.filter { $0.kind != .inserted }
        let ramped = ramps.reduce(0) { $0 + $1.frameCount }
        #expect(ramped <= 2 * Self.fade, "\(result)\n\(stage.daemon.log)")
        #expect(result.matchingFrames >= audio.frameCount - 2 * Self.fade, "\(result)")
    }

    @Test("starts at the very frame it was told to go to", arguments: ["wav", "flac"])
    func seek(suffix: String) async throws {
        let stage = try await Stage.set()
        let audio = AudioFixture.unique(frameCount: 44_100 * 4)
        let path = try await stage.write(audio, suffix: suffix)
        try await stage.play(path)
        try await stage.client.call("pause")
        try await stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "paused" }
        try await stage.client.call("seek", "{\"position\":2.5}")
        try await stage.client.call("play")
        try await stage.waitForEnd()
        let landing = 110_250
        let captured = try await stage.capture.stop()
        // The first frames of the landing are ramped in; what follows must be the file from there on.
        let rest = audio[(landing + Self.fade)..<audio.frameCount]
        let tail = captured[0..<captured.soundingRange.upperBound]
        let result = SampleComparison(of: tail[(tail.frameCount - rest.frameCount)..<tail.frameCount], with: rest)
        #expect(result.isExact, "\(result)\n\(stage.daemon.log)")
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
