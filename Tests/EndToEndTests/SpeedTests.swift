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

    /// The runs of frames that are quieter than −60 dBFS and longer than a zero crossing of the tone.
    private func silences(_ samples: [Float]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        for (frame, sample) in samples.enumerated() where abs(sample) >= 0.001 {
            if frame - start > 20 { runs.append(start..<frame) }
            start = frame + 1
        }
        return runs
    }

    @Test("changes within a tenth of a second behind the reply and without a gap, and nothing that follows is lost")
    func change() async throws {
        let stage = try await Stage.set(quantum: 512)
        let paths = [
            try await stage.write(audio(44_100 * 40, tone: 997), name: "first"),
            try await stage.write(audio(20_000), name: "second"),
        ]
        try await stage.client.call("queue.add", "{\"uris\":[\"\(paths[0])\",\"\(paths[1])\"]}")
        try await stage.client.call("play")
        try await stage.capture.waitForFrames(stage.capture.frameCount + 44_100)
        var changes: [(asked: Int, replied: Int)] = []
        for change in 0..<15 {
            let speed = [1.5, 0.8, 2][change % 3]
            let asked = stage.capture.frameCount
            let status = try await stage.client.call("player.speed", "{\"speed\":\(speed)}")
            changes.append((asked, stage.capture.frameCount))
            #expect(status.number(at: "result.options.speed") == speed)
            try await stage.capture.waitForFrames(stage.capture.frameCount + 20_000)
            try await waitUntil("the speed") { () async throws(TestSupportError) -> Bool in
                try await stage.client.call("status").number(at: "result.position.rate") == speed
            }
        }
        try await stage.client.call("player.speed", "{\"speed\":4}")
        try await stage.client.waitForEvent("player.itemChanged") { $0.string(at: "params.reason") == "gapless" }
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let range = captured.soundingRange
        let gaps = silences(captured[range].planes[0]).map { $0.lowerBound + range.lowerBound..<$0.upperBound + range.lowerBound }
        // Each change has one, in which the two fades touch. A machine that has other things to do makes many of them longer.
        let heard = changes.compactMap { change in gaps.first { $0.upperBound > change.asked } }
        try #require(heard.count == changes.count, "\(gaps)")
        let lengths = heard.map { Double($0.count) / 44.1 }.sorted()
        let waits = zip(heard, changes).map { Double($0.upperBound - $1.replied) / 44.1 }.sorted()
        #expect(lengths[3] <= 25, "\(lengths) ms of silence\n\(stage.daemon.log)")
        #expect(waits[3] <= 100, "heard \(waits) ms behind the reply\n\(stage.daemon.log)")
    }

    @Test("has the tracks of a sheet follow each other as in the file, each as long as the speed says")
    func sheet() async throws {
        let stage = try await Stage.set(configuration: "[playback]\nspeed = 1.5\n")
        let audio = audio(44_100 * 3)
        let disc = try await stage.write(audio, name: "disc")
        try stage.system.directory.write(
            """
            FILE "disc.wav" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Two"
                INDEX 01 00:01:37
            """, to: "disc.cue")
        let sheet = disc.replacing("disc.wav", with: "disc.cue")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(sheet)/track0001\",\"\(sheet)/track0002\"]}")
        let start = Double(MonotonicClock.nanoseconds) / 1e9 + 3
        let first = try await stage.client.call("play", "{\"index\":0,\"at\":{\"monotonic\":\(start)}}")
        let joint = 44_100 + 37 * 588
        #expect(abs((first.number(at: "result.duration") ?? 0) - Double(joint) / 44_100) < 1e-6, "by the media")
        try await stage.client.waitForEvent("player.itemChanged") { $0.string(at: "params.item.title") == "Two" }
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let sound = captured[captured.soundingRange]
        let middle = Int((Double(joint) / 1.5).rounded())
        try #require(sound.frameCount == middle + Int((Double(132_300 - joint) / 1.5).rounded()), "\(stage.daemon.log)")
        #expect(sound[middle - 300..<middle + 300] == audio[joint - 300..<joint + 300])
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
