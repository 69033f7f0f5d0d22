import Glibc
import SystemSupport
import TestSupport
import Testing

@Suite("What a sink gets at another speed", .serialized)
struct SpeedTests {
    /// Noise, or a tone at −6 dBFS, of which no frame is silent.
    private func audio(_ frameCount: Int, tone: Double? = nil) -> PCMAudio {
        var state: UInt32 = 1
        let samples = (0..<frameCount).flatMap { frame -> [Float] in
            state = state &* 1_664_525 &+ 1_013_904_223
            let noise = 0.1 + Float(state >> 16) / 65_536 * 0.4
            let sample = tone.map { Float(0.5 * cos(2 * .pi * $0 * Double(frame) / 44_100)) } ?? noise
            let rounded = (sample * 32_768).rounded() / 32_768
            return [rounded, -rounded]
        }
        return PCMAudio(sampleRate: 44_100, channelCount: 2, samples: samples)
    }

    /// Plays a file once what is to be heard is in the ring: the machine may be busy.
    private func play(_ path: String, from position: Double = 0, on stage: Stage) async throws {
        let start = Double(MonotonicClock.nanoseconds) / 1e9 + 3
        try await stage.client.call("play", "{\"uri\":\"\(path)\",\"position\":\(position),\"at\":{\"monotonic\":\(start)}}")
    }

    @Test(
        "lasts as long as the speed says, to the frame, from the first to the last frame of the file",
        arguments: [0.75, 1.5, 2])
    func length(speed: Double) async throws {
        let stage = try await Stage.set(configuration: "[playback]\nspeed = \(speed)\n")
        let audio = audio(100_003)
        try await play(try await stage.write(audio), on: stage)
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let sound = captured[captured.soundingRange]
        #expect(sound.frameCount == Int((100_003 / speed).rounded()), "\(stage.daemon.log)")
        #expect(sound[0..<300] == audio[0..<300])
        #expect(sound[sound.frameCount - 300..<sound.frameCount] == audio[audio.frameCount - 300..<audio.frameCount])
        #expect(try await stage.client.call("server.statistics").number(at: "result.underruns") == 0)
    }

    @Test("goes over to another speed while it plays, without a gap and without losing what follows")
    func change() async throws {
        let stage = try await Stage.set(quantum: 512)
        let paths = [
            try await stage.write(audio(44_100 * 8, tone: 997), name: "first"),
            try await stage.write(audio(20_000), name: "second"),
        ]
        try await stage.client.call("queue.add", "{\"uris\":[\"\(paths[0])\",\"\(paths[1])\"]}")
        try await stage.client.call("play")
        try await stage.capture.waitForFrames(stage.capture.frameCount + 44_100)
        for speed in [1.5, 0.8, 2] {
            let status = try await stage.client.call("player.speed", "{\"speed\":\(speed)}")
            #expect(status.number(at: "result.options.speed") == speed)
            try await waitUntil("the speed") { () async throws(TestSupportError) -> Bool in
                try await stage.client.call("status").number(at: "result.position.rate") == speed
            }
            try await stage.capture.waitForFrames(stage.capture.frameCount + 30_000)
        }
        try await stage.client.waitForEvent("player.itemChanged") { $0.string(at: "params.reason") == "gapless" }
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let sound = captured[captured.soundingRange].planes[0]
        // The fades touch silence; a gap would be a run of it.
        var (run, longest) = (0, 0)
        for sample in sound {
            run = abs(sample) < 0.001 ? run + 1 : 0
            longest = max(longest, run)
        }
        // Without anything else to do, a machine goes over within a cycle.
        let statistics = try await stage.client.call("server.statistics")
        let missed = Int(statistics.number(at: "result.underrunFrames") ?? 0)
        #expect(longest < 22_050 + missed, "\(longest) frames of silence\n\(stage.daemon.log)")
    }

    @Test("goes on at the very frame of the media that a client has named, at twice the speed")
    func seek() async throws {
        let stage = try await Stage.set(configuration: "[playback]\nspeed = 2\n")
        let audio = audio(44_100 * 12)
        try await play(try await stage.write(audio), from: 9, on: stage)
        try await stage.waitForEnd()
        // From the ninth second on, twelve seconds have one and a half left at twice the speed: the first frames rise as they are.
        let captured = try await stage.recording()
        let sound = captured[captured.soundingRange]
        try #require(sound.frameCount == 66_150, "\(sound.frameCount)\n\(stage.daemon.log)")
        let gains = (0..<300).map { sound.samples[2 * $0] / audio.samples[2 * (396_900 + $0)] }
        #expect(zip(gains, gains.dropFirst()).allSatisfy { $0 <= $1 + 1e-4 } && (0...1).contains(gains[299]), "\(gains)")
    }
}
