import AudioTypes
import Loudness
import Media
import MediaTypes
import TestSupport
import Testing

@testable import Conversion

@Suite("Conversion")
struct TranscodingTests {
    /// A WAV file of noise, in which no two frames are alike.
    private static func noise(_ directory: TemporaryDirectory, frames: Int = 100_003, rate: Int = 44_100) throws -> String {
        let path = directory.file("noise.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: frames, sampleRate: rate), to: path)
        return path
    }

    private static func convert(
        _ path: String, _ transcoding: Transcoding, sink: MemorySink = MemorySink(), cancellation: CancellationToken = .init(),
        progress: (Progress) -> Void = { _ in }
    ) throws -> (Made, TranscodingResult) {
        let result = try transcoding.run(
            from: FileSource(MediaLocation(uri: path)), name: path, to: sink, target: "result", cancellation: cancellation,
            progress: progress)
        return (try Made(sink, as: "result"), result)
    }

    @Test(
        "what is converted has exactly the frames of the source, apart from the encoder's delay where the format has no place for it",
        arguments: ["wav", "flac", "opus", "vorbis", "mp3", "m4a", "aac", "mka"])
    func gapless(name: String) throws {
        let directory = try TemporaryDirectory()
        let path = try Self.noise(directory)
        let format = try AudioFileFormat(named: name)
        let (made, result) = try Self.convert(path, Transcoding(to: format))
        let copy = try Decoded(made.path)
        #expect(result.framesIn == FrameCount(100_003))
        #expect(result.framesOut == FrameCount(name == "opus" ? 108_847 : 100_003))
        // ADTS has no place for the delay, and none for the end.
        let stored = Int(result.framesOut.value) + (name == "aac" ? 1_024 : 0)
        #expect(name == "aac" ? (stored..<stored + 1_024).contains(copy.count) : copy.count == stored)
        #expect(result.shortage == nil && result.damagedPacketCount == 0 && result.loudness == nil)
        if ["wav", "flac", "mka"].contains(name) { #expect(copy.difference(from: try Decoded(path)) == 0) }
    }

    @Test("lossy media are converted with exactly their frames, too", arguments: ["m4a", "mp3", "opus", "ogg"])
    func lossySources(suffix: String) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("source.\(suffix)")
        let options = suffix == "ogg" ? ["-c:a", "libvorbis"] : []
        try await AudioFiles.encode(AudioFixture.sine(frequency: 440, frameCount: 100_003), options: options, to: path)
        let format = try AudioFileFormat(named: "wav", .init(samples: .float32))
        let (made, result) = try Self.convert(path, Transcoding(to: format))
        let (original, copy) = (try Decoded(path), try Decoded(made.path))
        #expect(result.framesIn.value == original.count && copy.count == original.count)
        #expect(copy.difference(from: original) == 0)
    }

    @Test("a part is exact to the frame", arguments: ["flac", "m4a", "mp3", "opus", "ogg", "wav"])
    func parts(suffix: String) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("source.\(suffix)")
        // Noise that the decoder of AAC invents would be other noise behind a jump.
        let options = suffix == "ogg" ? ["-c:a", "libvorbis"] : suffix == "m4a" ? ["-aac_pns", "0"] : []
        try await AudioFiles.encode(AudioFixture.unique(frameCount: 200_000), options: options, to: path)
        let original = try Decoded(path)
        let rate = Int64(original.rate)
        let part = try Excerpt(
            from: MediaTime(value: 55_555, timescale: rate), to: MediaTime(value: 155_557, timescale: rate))
        let format = try AudioFileFormat(named: "wav", .init(samples: .float32))
        let (made, result) = try Self.convert(path, Transcoding(to: format, excerpt: part))
        #expect(result.framesIn == FrameCount(100_002))
        let copy = try Decoded(made.path)
        var expected = original
        expected.planes = original.planes.map { Array($0[55_555..<155_557]) }
        #expect(copy.count == 100_002)
        #expect(copy.difference(from: expected) <= 1e-4)
    }

    @Test("the loudness of the result is the goal, and the result tells the gain", arguments: [-23.0, -16, -30])
    func loudness(goal: Double) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("tone.flac")
        let tone = AudioFixture.sine(frequency: 1_000, frameCount: 10 * 48_000, sampleRate: 48_000, amplitude: 0.05)
        try await AudioFiles.encode(tone, bits: 24, to: path)
        let format = try AudioFileFormat(named: "flac", .init(samples: .signed24))
        let (made, result) = try Self.convert(path, Transcoding(to: format, loudness: try LoudnessGoal(loudness: goal)))
        let change = try #require(result.loudness)
        // 0.05 is -26.02 dBFS.
        #expect(abs(try #require(change.integrated) + 26.02) < 0.1)
        #expect(abs(change.gain - (goal + 26.02)) < 0.1 && !change.isLimitedByPeak)
        #expect(abs(try Self.measure(made.path).loudness - goal) < 0.1)
        #expect(result.framesIn == FrameCount(480_000))
    }

    @Test("the gain ends where the true peak would be above the limit")
    func limitedGain() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("loud.wav")
        // A moment at half of full scale in quiet sound, at a quarter of the rate, where samples miss the peak.
        let quiet = AudioFixture.sine(frequency: 1_000, frameCount: 48_000 * 8, sampleRate: 48_000, amplitude: 0.01)
        let loud = AudioFixture.sine(frequency: 11_990, frameCount: 480, sampleRate: 48_000, amplitude: 0.5)
        try AudioFiles.writeWave(quiet.followed(by: loud).followed(by: quiet), bits: 24, to: path)
        let format = try AudioFileFormat(named: "wav", .init(samples: .float32))
        let (made, result) = try Self.convert(path, Transcoding(to: format, loudness: try LoudnessGoal(loudness: -10)))
        #expect(result.loudness?.isLimitedByPeak == true)
        let peak = try Self.measure(made.path).peak
        #expect(peak <= -0.95 && peak >= -1.2)
    }

    private static func measure(_ path: String) throws -> (loudness: Double, peak: Double) {
        var reader = try AudioReader(MediaLocation(uri: path))
        var meter = try LoudnessMeter(reader.outputFormat, measures: [.integrated, .truePeak])
        let buffer = PlaneBuffer(channelCount: reader.outputFormat.channelCount, capacity: 4_096)
        while case let count = try reader.read(into: buffer.planes, capacity: 4_096), count > 0 {
            try meter.add(buffer.planes, from: 0, count: count)
        }
        let (loudness, peak) = (meter.integrated, meter.truePeak)
        return (try #require(loudness), try #require(peak))
    }

    @Test("tags come along, but not those of another loudness or of the file")
    func tags() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("tagged.flac")
        let options = ["-metadata", "title=A song", "-metadata", "REPLAYGAIN_TRACK_GAIN=-3.00 dB", "-metadata", "encoder=x"]
        let tone = AudioFixture.sine(frequency: 1_000, frameCount: 96_000, sampleRate: 48_000, amplitude: 0.05)
        try await AudioFiles.encode(tone, options: options, to: path)
        let format = try AudioFileFormat(named: "flac")
        let plain = try Self.convert(path, Transcoding(to: format)).0
        let louder = try Self.convert(path, Transcoding(to: format, loudness: .broadcast)).0
        let tags = try MediaProbe.describe(MediaLocation(uri: plain.path)).tags
        #expect(tags["title"] == "A song" && tags["replaygain_track_gain"] == "-3.00 dB")
        let changed = try MediaProbe.describe(MediaLocation(uri: louder.path)).tags
        #expect(changed["title"] == "A song" && changed["replaygain_track_gain"] == nil)
    }

    @Test("another rate and other channels can be asked for")
    func otherFormats() throws {
        let directory = try TemporaryDirectory()
        let path = try Self.noise(directory, frames: 44_100)
        let format = try AudioFileFormat(named: "flac")
        let (made, result) = try Self.convert(path, Transcoding(to: format, sampleRate: .video, channelLayout: .mono))
        #expect(result.stored == StreamFormat(sampleRate: .video, channelLayout: .mono))
        let copy = try Decoded(made.path)
        #expect(copy.planes.count == 1 && abs(copy.count - 48_000) <= 1)
        #expect(Int64(copy.count) == result.framesOut.value)
    }

    @Test("damaged sound is concealed and counted, and media that was cut short is converted as far as it goes")
    func damage() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("source.flac")
        try await AudioFiles.encode(AudioFixture.sine(frequency: 440, frameCount: 200_000), to: path)
        var bytes = try readFile(path)
        for place in bytes.count / 2..<bytes.count / 2 + 400 { bytes[place] = 0 }
        let damaged = directory.file("damaged.flac")
        try writeFile(bytes, to: damaged)
        let format = try AudioFileFormat(named: "wav")
        #expect(try Self.convert(damaged, Transcoding(to: format)).1.damagedPacketCount > 0)
        let short = directory.file("short.flac")
        try writeFile(Array(try readFile(path)[..<(bytes.count / 2)]), to: short)
        let (made, result) = try Self.convert(short, Transcoding(to: format))
        #expect(result.shortage?.code == .incomplete)
        #expect(try Decoded(made.path).count == Int(result.framesOut.value) && result.framesOut.value > 50_000)
    }

    @Test("a part behind the end is refused, and nothing is written")
    func behindTheEnd() throws {
        let directory = try TemporaryDirectory()
        let path = try Self.noise(directory)
        let sink = MemorySink()
        let transcoding = Transcoding(
            to: try AudioFileFormat(named: "flac"), excerpt: try Excerpt(from: MediaTime(value: 60, timescale: 1)))
        let error = #expect(throws: MediaError.self) { _ = try Self.convert(path, transcoding, sink: sink) }
        #expect(error?.code == .unsupported && error?.message.contains("60") == true)
        #expect(sink.bytes.isEmpty)
    }

    @Test("a cancelled conversion ends in either pass, a full disk ends it, and progress grows up to the end")
    func endings() throws {
        let directory = try TemporaryDirectory()
        let path = try Self.noise(directory, frames: 441_000)
        let transcoding = Transcoding(to: try AudioFileFormat(named: "flac"), loudness: .broadcast)
        var told: [Progress] = []
        _ = try Self.convert(path, transcoding) { told.append($0) }
        #expect(told.map(\.done) == told.map(\.done).sorted())
        #expect(told.last?.fraction == 1 && (told.first?.fraction ?? 1) < 0.1)
        for moment in [1.0, 15.0] {
            let token = CancellationToken()
            let error = #expect(throws: MediaError.self) {
                _ = try Self.convert(path, transcoding, cancellation: token) { if $0.done >= moment { token.cancel() } }
            }
            #expect(error?.code == .cancelled)
        }
        let sink = MemorySink(limit: 5_000)
        #expect(throws: MemorySink.full) { _ = try Self.convert(path, transcoding, sink: sink) }
    }
}
