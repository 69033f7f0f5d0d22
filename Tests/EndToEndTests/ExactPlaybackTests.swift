import TestSupport
import Testing

@Suite("What a sink gets of a file", .serialized)
struct ExactPlaybackTests {
    @Test(
        "is every frame of it, the last one included",
        arguments: ["wav", "flac"], [(44_100, 16), (44_100, 24), (48_000, 16), (48_000, 24), (88_200, 24), (96_000, 24)])
    func exact(suffix: String, format: (rate: Int, bits: Int)) async throws {
        let stage = try await Stage.set(rate: format.rate)
        let audio = AudioFixture.unique(frameCount: format.rate + 77, sampleRate: format.rate, bits: format.bits)
        try await stage.play(try await stage.write(audio, bits: format.bits, suffix: suffix))
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
    }

    @Test(
        "is every frame of it where the graph has to leave its usual rate for that of the file",
        arguments: [44_100, 88_200, 96_000])
    func graphFollows(rate: Int) async throws {
        let system = try await PrivateSoundSystem.start()
        #expect(system.options.defaultRate == 48_000)
        // A sink that converts from the graph's rate: only where that is the file's are the frames what they were.
        let capture = try await SinkCapture.driven(in: system, sampleRate: rate, sleeps: true)
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        let stage = Stage(system: system, capture: capture, daemon: daemon, client: client)
        let audio = AudioFixture.unique(frameCount: rate, sampleRate: rate, bits: 24)
        try await stage.play(try await stage.write(audio, bits: 24))
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
    }

    @Test("is every frame of it also where the file is very short", arguments: [1, 1_323, 13_715])
    func short(frameCount: Int) async throws {
        let stage = try await Stage.set()
        let audio = AudioFixture.unique(frameCount: frameCount)
        try await stage.play(try await stage.write(audio))
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
    }

    @Test("is every frame of each of its channels", arguments: ["wav", "flac"], [1, 6, 8])
    func channels(suffix: String, channelCount: Int) async throws {
        let stage = try await Stage.set(channelCount: channelCount)
        let audio = AudioFixture.unique(frameCount: 44_177, channelCount: channelCount)
        try await stage.play(try await stage.write(audio, suffix: suffix))
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
    }

    @Test("is every frame of it at every quantum", arguments: [32, 64, 256, 1_024, 2_048, 8_192])
    func quantum(_ quantum: Int) async throws {
        let stage = try await Stage.set(quantum: quantum)
        let audio = AudioFixture.unique(frameCount: 44_100 * 2)
        try await stage.play(try await stage.write(audio))
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
    }

    @Test(
        "is every frame of it while the quantum grows and shrinks",
        arguments: [[1_024, 512, 256, 2_048, 256, 4_096, 512, 8_192, 128], [64, 32, 2_048, 64, 512, 32, 8_192, 256, 32]])
    func changingQuantum(quanta: [Int]) async throws {
        let stage = try await Stage.set()
        try await stage.system.limitQuantum(to: quanta[0])
        let audio = AudioFixture.unique(frameCount: 44_100 * 6)
        try await stage.play(try await stage.write(audio))
        for quantum in quanta.dropFirst() {
            try await stage.capture.waitForFrames(stage.capture.frameCount + 16_384)
            try await stage.system.limitQuantum(to: quantum)
        }
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
    }

    @Test("is every frame of it while the quantum is forced, for which some servers stop their graph")
    func forcedQuantum() async throws {
        let quanta = [64, 1_024, 256, 2_048, 128, 64]
        let stage = try await Stage.set(quantum: quanta[0])
        let audio = AudioFixture.unique(frameCount: 44_100 * 6)
        try await stage.play(try await stage.write(audio))
        for quantum in quanta.dropFirst() {
            try await stage.capture.waitForFrames(stage.capture.frameCount + 32_768)
            try await stage.system.forceQuantum(quantum)
        }
        try await stage.waitForEnd()
        // What was recorded while the graph stood still is silence.
        let result = SampleComparison(of: try await stage.recording(), with: audio)
        #expect(
            result.lostFrames == 0 && result.differingFrames == 0 && result.matchingFrames == audio.soundingRange.count,
            "\(result)\n\(stage.daemon.log)")
    }

    @Test("is every frame of two files in a row, with nothing in between")
    func gapless() async throws {
        let stage = try await Stage.set()
        let whole = AudioFixture.unique(frameCount: 100_000)
        let first = try await stage.write(whole[0..<44_321], name: "first")
        let second = try await stage.write(whole[44_321..<100_000], name: "second")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(first)\",\"\(second)\"]}")
        try await stage.client.call("play")
        try await stage.waitForEnd()
        try await stage.expectExactly(whole)
    }
}
