import TestSupport
import Testing

@Suite("Fixtures")
struct AudioFixtureTests {
    @Test("have no frame twice", arguments: [16, 24])
    func unique(bits: Int) {
        let audio = AudioFixture.unique(frameCount: 100_000, bits: bits)
        let frames = Set((0..<audio.frameCount).map { [audio.samples[2 * $0], audio.samples[2 * $0 + 1]] })
        // A sample that would be 0 is 1 instead, which may make a handful of frames alike.
        #expect(frames.count >= 99_990)
        #expect(audio.soundingRange == 0..<100_000)
    }

    @Test("survive a lossless codec bit by bit", arguments: [("wav", 16), ("flac", 16), ("flac", 24), ("wv", 24)])
    func lossless(suffix: String, bits: Int) async throws {
        let directory = try TemporaryDirectory()
        let audio = AudioFixture.unique(frameCount: 20_000, sampleRate: 48_000, bits: bits)
        let path = directory.file("fixture.\(suffix)")
        let options = suffix == "wav" ? ["-c:a", bits == 16 ? "pcm_s16le" : "pcm_s24le"] : []
        try await AudioFiles.encode(audio, bits: bits, options: options, to: path)
        let decoded = try await AudioFiles.decode(path, sampleRate: 48_000, channelCount: 2)
        #expect(decoded == audio)
    }

    @Test("of sine have the frequency asked for")
    func sine() {
        let audio = AudioFixture.sine(frequency: 441, frameCount: 44_100, channelCount: 1, amplitude: 0.5)
        let crossings = zip(audio.samples, audio.samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect((440...441).contains(crossings))
        #expect(abs((audio.samples.max() ?? 0) - 0.5) < 0.001)
    }

    @Test("are read back from a WAVE file of floats, finished or not")
    func wave() throws {
        let audio = AudioFixture.unique(frameCount: 100, channelCount: 6)
        var file = WaveFile.encode(audio, as: .float)
        #expect(try WaveFile.decodeFloat(file) == audio)
        file.replaceSubrange(40..<44, with: [0, 0, 0, 0])
        #expect(try WaveFile.decodeFloat(file) == audio)
    }
}
