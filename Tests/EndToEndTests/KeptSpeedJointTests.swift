import Glibc
import SystemSupport
import TestSupport
import Testing

@Suite("What a sink gets of a chapter with a speed of its own beside overlaps, ways back and pauses", .serialized)
struct KeptSpeedJointTests {
    private static let configuration = "[library]\ndirectories = []\n[playback]\n"

    /// Noise of which no frame is silent, on the left above or below zero.
    private func audio(_ frameCount: Int, seed: UInt32, sign: Float = 1) -> PCMAudio {
        var state = seed
        let samples = (0..<frameCount).flatMap { _ -> [Float] in
            state = state &* 1_664_525 &+ 1_013_904_223
            let rounded = sign * ((0.1 + Float(state >> 16) / 65_536 * 0.4) * 32_768).rounded() / 32_768
            return [rounded, -rounded]
        }
        return PCMAudio(sampleRate: 44_100, channelCount: 2, samples: samples)
    }

    /// A queue of a chapter at twice the speed and a song at the general one.
    private func stage(_ chapter: PCMAudio, _ song: PCMAudio, _ playback: String = "") async throws -> Stage {
        let stage = try await Stage.set(configuration: Self.configuration + playback)
        try stage.system.directory.makeDirectory("book")
        let paths = [try await stage.write(chapter, name: "book/1"), try await stage.write(song, name: "song")]
        let book = stage.system.directory.file("book")
        try await stage.client.call("player.setSpeed", "{\"speed\":2,\"for\":\"book\",\"of\":\"\(book)\"}")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(paths[0])\",\"\(paths[1])\"]}")
        return stage
    }

    /// Plays once what is to be heard is in the ring: the machine may be busy.
    private func play(_ client: ControlClient, _ index: String = "") async throws -> ControlMessage {
        let start = Double(MonotonicClock.nanoseconds) / 1e9 + 3
        return try await client.call("play", "{\(index)\"at\":{\"monotonic\":\(start)}}")
    }

    private func speed(_ status: ControlMessage) -> String {
        "\(status.number(at: "result.speed.speed") ?? 0) \(status.string(at: "result.speed.from") ?? "")"
    }

    @Test("overlaps with the song behind it for as long as is configured, and the song is as it is behind that")
    func crossfade() async throws {
        let (chapter, song) = (audio(200_006, seed: 1), audio(88_211, seed: 2))
        let stage = try await stage(chapter, song, "crossfade_seconds = 0.5\n")
        #expect(speed(try await play(stage.client, "\"index\":0,")) == "2.0 book")
        try await stage.client.waitForEvent("player.speedChanged") { $0.string(at: "params.from") == "all" }
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let sound = captured[captured.soundingRange]
        let (half, overlap) = (100_003, 22_050)
        try #require(sound.frameCount == half + 88_211 - overlap, "\(stage.daemon.log)")
        #expect(sound[0..<300] == chapter[0..<300])
        let rest = SampleComparison(of: sound[half..<sound.frameCount], with: song[overlap..<88_211])
        #expect(rest.isExact, "\(rest)")
        // The last frames of the chapter are those of the recording, and so is all of the song.
        let mixed = (overlap - 300..<overlap).flatMap { frame -> [Float] in
            let angle = Double.pi / 2 * (Double(frame) + 0.5) / Double(overlap)
            return (0..<2).map { channel in
                let leaving = Double(chapter.samples[(200_006 - overlap + frame) * 2 + channel])
                return Float(leaving * cos(angle) + Double(song.samples[frame * 2 + channel]) * sin(angle))
            }
        }
        let joint = SampleComparison(
            of: sound[half - 300..<half], with: PCMAudio(sampleRate: 44_100, channelCount: 2, samples: mixed), tolerance: 1e-6)
        #expect(joint.isExact, "\(joint)")
        try await stage.daemon.stop()
    }

    @Test("has its speed from the first frame on after a way back to it, and the song behind it the general one")
    func previous() async throws {
        let (chapter, song) = (audio(100_004, seed: 1), audio(60_001, seed: 2, sign: -1))
        let stage = try await stage(chapter, song)
        #expect(speed(try await play(stage.client, "\"index\":1,")) == "1.0 all")
        try await stage.capture.waitForFrames(stage.capture.frameCount + 10_000)
        #expect(speed(try await stage.client.call("previous")) == "2.0 book")
        try await stage.client.waitForEvent("player.itemChanged") { $0.string(at: "params.reason") == "gapless" }
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let left = captured[captured.soundingRange].planes[0]
        let first = try #require(left.firstIndex { $0 > 0 })
        let end = try #require(left[first...].firstIndex { $0 < 0 })
        // The first frame of a ramp may be silent.
        #expect((50_001...50_002).contains(end - first), "\(end - first)\n\(stage.daemon.log)")
        #expect(Array(left[end - 300..<end]) == Array(chapter.planes[0].suffix(300)))
        #expect(Array(left[end...]) == song.planes[0])
        try await stage.daemon.stop()
    }

    @Test("goes on behind a pause and a restart at its place and with its speed")
    func restart() async throws {
        let (chapter, song) = (audio(44_100 * 20, seed: 1), audio(60_001, seed: 2, sign: -1))
        let stage = try await stage(chapter, song)
        #expect(speed(try await play(stage.client, "\"index\":0,")) == "2.0 book")
        try await waitUntil("two seconds of it") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("status").number(at: "result.position.seconds") ?? 0 > 2
        }
        try await stage.client.call("pause")
        try await stage.daemon.stop()
        let second = try await DaemonProcess.start(in: stage.system, configuration: Self.configuration)
        let client = try second.connect()
        try await client.call("events.subscribe")
        let restored = try await client.call("status")
        #expect(restored.string(at: "result.state") == "paused", "\(restored.line)")
        let place = try #require(restored.number(at: "result.position.seconds"))
        #expect(place > 2 && place < 19)
        #expect(speed(try await play(client)) == "2.0 book")
        try await client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "stopped" }
        let captured = try await stage.capture.stop()
        let sound = captured[captured.soundingRange]
        let pause = try #require(sound.longestSilence(in: 0..<sound.frameCount))
        let left = sound.planes[0]
        let end = try #require(left[pause.upperBound...].firstIndex { $0 < 0 })
        let rest = (Double(chapter.frameCount) - place * 44_100) / 2
        #expect(abs(Double(end - pause.upperBound) - rest) <= 2, "\(end - pause.upperBound), not \(rest)\n\(second.log)")
        #expect(Array(left[end - 300..<end]) == Array(chapter.planes[0].suffix(300)))
        #expect(Array(left[end...]) == song.planes[0])
        try await second.stop()
    }
}
