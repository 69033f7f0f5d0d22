import AudioTypes
import Glibc
import Loudness
import MediaTypes
import PlayerModel
import TestSupport
import Testing

@Suite("What a sink gets of files that overlap by the sound at their ends", .serialized)
struct ContentCrossfadeTests {
    private static let limit = 4.0
    /// What 32-bit floats may be off by.
    private static let rounding: Float = 1e-6

    /// A stage with a library in the directory `music` of its system.
    private func stage(_ more: String = "") async throws -> Stage {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let capture = try await SinkCapture.driven(in: system, sampleRate: 44_100, channels: ["FL", "FR"])
        let music = try system.directory.makeDirectory("music")
        let daemon = try await DaemonProcess.start(
            in: system,
            configuration: """
                [library]
                directories = ["\(music)"]
                [playback]
                crossfade_seconds = \(Self.limit)
                crossfade_by = "content"
                \(more)
                """)
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        return Stage(system: system, capture: capture, daemon: daemon, client: client)
    }

    private func measure(on stage: Stage) async throws {
        try await stage.client.call("library.update", "{\"files\":true,\"loudness\":true}")
        try await stage.client.waitForEvent("library.loudness") { $0.string(at: "params.state") == "idle" }
    }

    /// Noise whose level at each second is that many decibels below its own; `nil` is silence.
    private func noise(seconds: Double, seed: UInt32, _ level: (Double) -> Double?) -> PCMAudio {
        let audio = AudioFixture.unique(frameCount: Int(seconds * 44_100), seed: seed)
        let samples = audio.samples.enumerated().map { index, sample in
            let time = Double(index / audio.channelCount) / 44_100
            return level(time).map { sample * Float(pow(10, -$0 / 20)) * 0.5 } ?? 0
        }
        return PCMAudio(sampleRate: audio.sampleRate, channelCount: audio.channelCount, samples: samples)
    }

    /// Three seconds, a fade-out of six to 60 dB below, and a second and a half of silence.
    private var fading: PCMAudio { noise(seconds: 10.5, seed: 1) { $0 < 3 ? 0 : $0 < 9 ? ($0 - 3) * 10 : nil } }
    /// Eight tenths of silence, and eight seconds that begin at once and end at once.
    private var abrupt: PCMAudio { noise(seconds: 8.8, seed: 2) { $0 < 0.8 ? nil : 0 } }

    /// Writes `audio` as FLAC; returns the path and what the file holds.
    private func write(
        _ audio: PCMAudio, _ name: String, _ tags: [String] = [], on stage: Stage
    ) async throws -> (path: String, audio: PCMAudio) {
        let path = stage.system.directory.file("music/\(name).flac")
        try await AudioFiles.encode(audio, options: tags.flatMap { ["-metadata", $0] }, to: path)
        return (path, try await AudioFiles.decode(path, sampleRate: 44_100, channelCount: 2))
    }

    /// How the library measures the ends of `audio`, and keeps that.
    private func ends(_ audio: PCMAudio) throws -> SoundEnds {
        var meter = SoundEndsMeter(StreamFormat(sampleRate: .cd, channelLayout: .stereo))
        let planes = (0..<2).map { channel in
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: audio.frameCount)
            for frame in 0..<audio.frameCount { plane[frame] = audio.samples[frame * 2 + channel] }
            return plane
        }
        defer { planes.forEach { $0.deallocate() } }
        planes.withUnsafeBufferPointer { meter.add($0, count: audio.frameCount) }
        let ends = try #require(meter.ends)
        return try #require(SoundEnds(bytes: ends.bytes))
    }

    private func join(_ first: PCMAudio, _ ends: SoundEnds, _ second: PCMAudio, _ others: SoundEnds) -> ContentJoin {
        ContentJoin(
            of: .init(ends: ends, played: Double(first.frameCount) / 44_100),
            with: .init(ends: others, played: Double(second.frameCount) / 44_100), limit: Self.limit)
    }

    /// The two joined: the first dies away along a quarter of a cosine, and the second comes as it is.
    private func joined(_ first: PCMAudio, _ second: PCMAudio, by join: ContentJoin) -> PCMAudio {
        func frames(_ seconds: Double) -> Int { Int(FrameCount(seconds: seconds, at: .cd).value) }
        let (count, end, start) = (frames(join.overlap), first.frameCount - frames(join.leftOut), frames(join.skipped))
        let mixed = (0..<count * 2).map { index in
            let level = Crossfade.levels(at: index / 2, of: count).leaving
            return second.samples[start * 2 + index] + first.samples[(end - count) * 2 + index] * level
        }
        let middle = PCMAudio(sampleRate: first.sampleRate, channelCount: 2, samples: mixed)
        return first[0..<end - count].followed(by: middle).followed(by: second[start + count..<second.frameCount])
    }

    private func play(_ paths: [String], on stage: Stage) async throws {
        let uris = paths.map { "\"\($0)\"" }.joined(separator: ",")
        try await stage.client.call("queue.add", "{\"uris\":[\(uris)]}")
        try await stage.client.call("play")
        try await stage.client.waitForEvent("player.itemChanged") { $0.string(at: "params.reason") == "gapless" }
        try await stage.waitForEnd()
    }

    private func expect(_ audio: PCMAudio, on stage: Stage) async throws {
        let result = SampleComparison(of: try await stage.recording(), with: audio, tolerance: Self.rounding)
        #expect(result.isExact && result.matchingFrames == audio.frameCount, "\(result)\n\(stage.daemon.log)")
    }

    @Test("is the fade-out under a beginning that comes as it is, without the silence of both, as the library has measured them")
    func measured() async throws {
        let stage = try await stage()
        let (first, second) = (try await write(fading, "first", on: stage), try await write(abrupt, "second", on: stage))
        try await measure(on: stage)
        let join = join(first.audio, try ends(first.audio), second.audio, try ends(second.audio))
        // From 15 dB down to 45 dB down: three of the six seconds. What is left out is a second and a half of each kind.
        #expect(abs(join.overlap - 3) < 0.2 && abs(join.leftOut - 3) < 0.2 && abs(join.skipped - 0.8) < 0.05, "\(join)")
        try await play([first.path, second.path], on: stage)
        try await expect(joined(first.audio, second.audio, by: join), on: stage)
    }

    @Test("is nothing where a file ends at once and the next begins at once, and only their silence is left out")
    func abruptEnds() async throws {
        let stage = try await stage()
        let ending = noise(seconds: 6.2, seed: 3) { $0 < 5 ? 0 : nil }
        let (first, second) = (try await write(ending, "first", on: stage), try await write(abrupt, "second", on: stage))
        try await measure(on: stage)
        let join = join(first.audio, try ends(first.audio), second.audio, try ends(second.audio))
        #expect(join.overlap == 0 && abs(join.leftOut - 1.2) < 0.05, "\(join)")
        try await play([first.path, second.path], on: stage)
        try await expect(joined(first.audio, second.audio, by: join), on: stage)
    }

    @Test("is measured of files that state a loudness, too")
    func stated() async throws {
        let stage = try await stage()
        let gain = ["REPLAYGAIN_TRACK_GAIN=-3.00 dB"]
        let (first, second) = (
            try await write(fading, "first", gain, on: stage), try await write(abrupt, "second", gain, on: stage)
        )
        try await measure(on: stage)
        let join = join(first.audio, try ends(first.audio), second.audio, try ends(second.audio))
        try await play([first.path, second.path], on: stage)
        try await expect(joined(first.audio, second.audio, by: join), on: stage)
    }

    @Test("is what tags of MixRamp say where nothing was measured")
    func mixRamp() async throws {
        let stage = try await stage()
        let first = try await write(fading, "first", ["MIXRAMP_START=-80 0;-20 0;", "MIXRAMP_END=-80 1.50;-20 7.50;"], on: stage)
        let second = try await write(
            abrupt, "second", ["MIXRAMP_START=-80 0.80;-20 0.80;", "MIXRAMP_END=-80 0;-20 0;"], on: stage)
        func ends(_ begin: Double, _ low: Double, _ high: Double) throws -> SoundEnds {
            try #require(
                SoundEnds(
                    level: -20, beginning: [.init(decibels: -80, seconds: begin), .init(decibels: -20, seconds: begin)],
                    ending: [.init(decibels: -80, seconds: low), .init(decibels: -20, seconds: high)]))
        }
        let join = join(first.audio, try ends(0, 1.5, 7.5), second.audio, try ends(0.8, 0, 0))
        #expect(abs(join.overlap - 3) < 1e-9 && abs(join.leftOut - 3) < 1e-9 && join.skipped == 0.8, "\(join)")
        try await play([first.path, second.path], on: stage)
        try await expect(joined(first.audio, second.audio, by: join), on: stage)
    }

    @Test("is an album without a gap, every bit and every silence as it is")
    func album() async throws {
        let stage = try await stage()
        let tags = ["album=Three Studies", "artist=A. Composer"]
        let (first, second) = (
            try await write(fading, "first", tags, on: stage), try await write(abrupt, "second", tags, on: stage)
        )
        try await measure(on: stage)
        try await play([first.path, second.path], on: stage)
        try await stage.expectExactly(first.audio.followed(by: second.audio))
    }
}
