import Glibc
import TestSupport
import Testing

@Suite("What a sink gets of songs whose loudness the library has measured", .serialized)
struct MeasuredLoudnessTests {
    /// What 32-bit floats may be off by where the gain is found from the sound itself.
    private static let rounding: Float = 2e-6

    /// A stage with a library in the directory `music` of its system.
    private func stage(_ mode: String, _ more: String = "") async throws -> Stage {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let capture = try await SinkCapture.driven(in: system, sampleRate: 44_100, channels: ["FL", "FR"])
        let music = try system.directory.makeDirectory("music")
        let daemon = try await DaemonProcess.start(
            in: system,
            configuration: "[library]\ndirectories = [\"\(music)\"]\n\(more)[playback]\nreplay_gain = \"\(mode)\"\n")
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        return Stage(system: system, capture: capture, daemon: daemon, client: client)
    }

    private func write(_ audio: PCMAudio, _ name: String, _ tags: [String] = [], on stage: Stage) async throws -> String {
        let path = stage.system.directory.file("music/\(name).flac")
        try await AudioFiles.encode(audio, options: tags.flatMap { ["-metadata", $0] }, to: path)
        return path
    }

    /// Has the library measured, and waits for the end of it.
    private func measure(on stage: Stage) async throws -> ControlMessage {
        try await stage.client.call("library.update", "{\"files\":true,\"loudness\":true}")
        return try await stage.client.waitForEvent("library.loudness") { $0.string(at: "params.state") == "idle" }
    }

    private func item(_ path: String, on stage: Stage) async throws -> ControlMessage {
        try await stage.client.call("library.item", "{\"uri\":\"\(path)\"}")
    }

    private func queue(_ paths: [String], on stage: Stage) async throws {
        let uris = paths.map { "\"\($0)\"" }.joined(separator: ",")
        try await stage.client.call("queue.add", "{\"uris\":[\(uris)]}")
        try await stage.client.call("play")
    }

    /// The factor by which `captured` is louder than `audio`, in the mean of both.
    private func factor(_ captured: PCMAudio, over audio: PCMAudio) -> Double {
        let (product, power) = zip(captured.samples, audio.samples).reduce((0.0, 0.0)) { sums, pair in
            (sums.0 + Double(pair.0) * Double(pair.1), sums.1 + Double(pair.1) * Double(pair.1))
        }
        return product / power
    }

    /// Noise of 4 s, so loud.
    private func noise(_ factor: Float, seed: UInt32) -> PCMAudio {
        AudioFixture.unique(frameCount: 4 * 44_100, seed: seed).times(factor)
    }

    /// What the FLAC at a path holds.
    private func stored(_ path: String) async throws -> PCMAudio {
        try await AudioFiles.decode(path, sampleRate: 44_100, channelCount: 2)
    }

    @Test("each song its own gain, or all of an album the same one, to the sample", arguments: ["track", "album"])
    func gains(mode: String) async throws {
        let stage = try await stage(mode)
        var paths: [String] = []
        for (index, factor) in [Float(0.5), 0.1, 0.02].enumerated() {
            let audio = noise(factor, seed: UInt32(index + 1))
            paths.append(try await write(audio, "\(index)", ["album=A", "track=\(index + 1)"], on: stage))
        }
        let end = try await measure(on: stage)
        #expect(end.number(at: "params.measured") == 3 && end.number(at: "params.left") == 0, "\(end.line)")
        var gains: [Double] = []
        for path in paths {
            let told = try await item(path, on: stage)
            gains.append(try #require(told.number(at: "result.measuredGain.\(mode)Gain"), "\(told.line)"))
            #expect(!told.line.contains("replayGain"))
        }
        if mode == "album" { #expect(Set(gains).count == 1) } else { #expect(abs(gains[1] - gains[0] - 13.98) < 0.02) }
        try await queue(paths, on: stage)
        let status = try await stage.client.call("status")
        #expect(status.string(at: "result.format.replayGainFrom") == "measured", "\(status.line)")
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let sound = captured[captured.soundingRange]
        try #require(sound.frameCount == 12 * 44_100)
        for (index, path) in paths.enumerated() {
            let part = sound[index * 4 * 44_100..<(index + 1) * 4 * 44_100]
            let original = try await stored(path)
            let factor = factor(part, over: original)
            let result = SampleComparison(of: part, with: original.times(Float(factor)), tolerance: Self.rounding)
            #expect(result.isExact, "\(result)")
            // Silent enough for every gain: no peak lowers one.
            let tenths = decibels(factor) - gains[index]
            #expect(abs(tenths) < 0.006, "\(decibels(factor)) dB is not \(gains[index]) dB")
        }
        try await stage.daemon.stop()
    }

    @Test("each track of a CUE sheet that was added by its path the gain of that track", arguments: ["track", "album"])
    func sheet(mode: String) async throws {
        let stage = try await stage(mode)
        let path = try await write(noise(0.5, seed: 1).followed(by: noise(0.05, seed: 2)), "disc", on: stage)
        try stage.system.directory.write(
            """
            TITLE "Disc"
            FILE "disc.flac" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Two"
                INDEX 01 00:04:00
            """, to: "music/disc.cue")
        let sheet = stage.system.directory.file("music/disc.cue")
        let end = try await measure(on: stage)
        #expect(end.number(at: "params.measured") == 2, "\(end.line)")
        var gains: [Double] = []
        for track in ["track0001", "track0002"] {
            let told = try await item("\(sheet)/\(track)", on: stage)
            gains.append(try #require(told.number(at: "result.measuredGain.\(mode)Gain"), "\(told.line)"))
        }
        if mode == "track" { #expect(abs(gains[1] - gains[0] - 20) < 0.05) } else { #expect(gains[0] == gains[1]) }
        try await queue([sheet], on: stage)
        let status = try await stage.client.call("status")
        #expect(status.string(at: "result.item.uri")?.contains("#t=") == true, "\(status.line)")
        #expect(status.string(at: "result.format.replayGainFrom") == "measured", "\(status.line)")
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let sound = captured[captured.soundingRange]
        let original = try await stored(path)
        try #require(sound.frameCount == original.frameCount)
        for (index, gain) in gains.enumerated() {
            let part = index * 4 * 44_100..<(index + 1) * 4 * 44_100
            let tenths = decibels(factor(sound[part], over: original[part])) - gain
            #expect(abs(tenths) < 0.006, "\(tenths) dB beside \(gain) dB")
        }
        try await stage.daemon.stop()
    }

    @Test("what a file states counts, silence and broken files have no gain, and a new file is measured without being asked for")
    func tagsAndOthers() async throws {
        let stage = try await stage("track", "measure_loudness = true\nwatch = true\n")
        let tagged = try await write(noise(0.2, seed: 1), "tagged", ["REPLAYGAIN_TRACK_GAIN=-6.54 dB"], on: stage)
        let silent = try await write(noise(1, seed: 1).silence(2 * 44_100), "silent", on: stage)
        let broken = try await write(noise(0.2, seed: 2), "broken", on: stage)
        var bytes = try readFile(broken)
        for index in 8_192..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 167) }
        try writeFile(bytes, to: broken)
        let plain = try await write(noise(0.2, seed: 3), "plain", on: stage)
        try await stage.client.waitForEvent("library.loudness") {
            $0.string(at: "params.state") == "idle" && $0.number(at: "params.left") == 0
                && ($0.number(at: "params.measured") ?? 0) + ($0.number(at: "params.failed") ?? 0) == 3
        }
        let all = try await stage.client.call("library.statistics")
        #expect(all.number(at: "result.loudness.stated") == 1 && all.number(at: "result.loudness.left") == 0, "\(all.line)")
        #expect(all.number(at: "result.loudness.failed") == 1, "\(all.line)")
        #expect(try await item(broken, on: stage).number(at: "result.measuredGain.trackGain") == nil)
        #expect(try await item(silent, on: stage).number(at: "result.measuredGain.trackGain") == nil)
        #expect(try await item(tagged, on: stage).number(at: "result.measuredGain.trackGain") == nil)
        #expect(try await item(plain, on: stage).number(at: "result.measuredGain.trackGain") != nil)
        try await stage.play(tagged)
        let status = try await stage.client.call("status")
        #expect(status.number(at: "result.format.replayGain") == -6.54, "\(status.line)")
        #expect(status.string(at: "result.format.replayGainFrom") == "tags")
        try await stage.play(silent)
        #expect(try await stage.client.call("status").string(at: "result.format.replayGainFrom") == "unknown")
        try await stage.play(plain)
        #expect(try await stage.client.call("status").string(at: "result.format.replayGainFrom") == "measured")
        try await stage.daemon.stop()
    }

    private func decibels(_ factor: Double) -> Double { 20 * log10(factor) }
}
