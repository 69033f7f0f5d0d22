import AudioTypes
import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("What is written is read again")
struct RoundTripTests {
    static let lengths = [1, 1_023, 1_024, 1_025, 100_003]
    static let rates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 48_000, 88_200, 96_000, 176_400, 192_000]
    /// The largest part of the energy that may differ.
    static let tolerance = 0.02

    static let shapes = WrittenSound.all.flatMap { written in
        rates.map { written.with(rate: $0, frames: 10_007) }
            + (1...written.format.codec.mostChannels).prefix(8).map { written.with(rate: 48_000, channels: $0, frames: 10_007) }
    }

    @Test(
        "lossless formats give back every sample, at every rate and with every number of channels",
        arguments: WrittenSound.lossless.flatMap { $0.lengths(lengths) } + shapes.filter { $0.format.isLossless })
    func lossless(_ written: WrittenSound) throws {
        let sink = MemorySink()
        #expect(try written.write(to: sink) == FrameCount(Int64(written.frames)))
        var reader = try AudioReader(MemorySource(sink.bytes), name: "test")
        #expect(reader.info.format.sampleRate == written.input.sampleRate)
        // FLAC in Ogg has no place for other positions than its own.
        if written.format.container != .ogg { #expect(reader.info.format == written.input) }
        let sound = try Sound(reading: &reader)
        #expect(sound.count == written.frames)
        #expect(sound.difference(from: written.sound) == 0)
    }

    @Test(
        "lossy formats give back the number of frames, and nearly the samples, at every rate and with every number of channels",
        arguments: (WrittenSound.lossy.flatMap { $0.lengths(lengths) } + shapes.filter { !$0.format.isLossless })
            .filter { $0.format.container != .adts })
    func lossy(_ written: WrittenSound) throws {
        // FFmpeg cuts only the end of a packet of Opus that is the first and the last at once.
        if written.format.container == .matroska, written.format.codec == .opus, written.frames == 1 { return }
        let sink = MemorySink()
        #expect(try written.write(to: sink) == FrameCount(Int64(written.frames)))
        var reader = try AudioReader(MemorySource(sink.bytes), name: "test")
        #expect(reader.info.format.channelCount == written.channels)
        #expect(Int(reader.info.format.sampleRate.hertz) == written.storedRate)
        let sound = try Sound(reading: &reader)
        #expect(sound.count == written.lead(in: sink.bytes) + written.storedFrames)
        // The encoder of AAC is not settled at once.
        let settled = 2_048
        guard written.frames > settled else { return }
        let error = sound.part(from: written.lead(in: sink.bytes) + settled, count: .max).error(
            against: written.expected.part(from: settled, count: .max))
        #expect(error < Self.tolerance)
    }

    @Test(
        "the number of frames is exact wherever in a packet the end is",
        arguments: WrittenSound.lossy.filter { $0.format.container != .adts }, [1, 2])
    func everyLength(_ written: WrittenSound, channels: Int) throws {
        // One more than a packet of Opus less its delay, and no multiple of a packet of any codec.
        for frames in stride(from: 649, to: 6_000, by: 127) {
            let written = written.with(rate: 48_000, channels: channels, frames: frames)
            let sink = MemorySink()
            _ = try written.write(to: sink)
            #expect(try Sound(decoding: sink.bytes).count == written.lead(in: sink.bytes) + frames)
        }
    }

    @Test("ADTS gives back the sound behind the encoder's delay", arguments: (1...8).map { WrittenSound("aac", channels: $0) })
    func adts(_ written: WrittenSound) throws {
        let sink = MemorySink()
        _ = try written.write(to: sink)
        let sound = try Sound(decoding: sink.bytes)
        #expect(sound.planes.count == written.channels)
        #expect(sound.count == (written.frames + 2 * 1_024 - 1) / 1_024 * 1_024)
        let error = sound.part(from: written.lead(in: sink.bytes) + 2_048, count: written.frames).error(
            against: written.expected.part(from: 2_048, count: .max))
        #expect(error < Self.tolerance)
    }

    @Test("an empty recording can be opened, and is empty or a moment of silence", arguments: WrittenSound.all)
    func empty(_ written: WrittenSound) throws {
        let sink = MemorySink()
        #expect(try written.with(frames: 0).write(to: sink) == .zero)
        let sound = try Sound(decoding: sink.bytes)
        if [.wave, .caf, .aiff, .flac, .mp4].contains(written.format.container) { #expect(sound.count == 0) }
        #expect(sound.count <= 2_048)
        #expect(sound.planes.allSatisfy { $0.allSatisfy { abs($0) < 1e-4 } })
    }

    @Test("the position in a long recording is exact", arguments: WrittenSound.all.filter { $0.format.container != .adts })
    func seeking(_ written: WrittenSound) throws {
        let sink = MemorySink()
        _ = try written.with(frames: 200_003).write(to: sink, flushingEvery: 30_000)
        let whole = try Sound(decoding: sink.bytes)
        var reader = try AudioReader(MemorySource(sink.bytes), name: "test")
        for frame in [150_001, 7, 90_000] {
            try reader.seek(to: FrameCount(Int64(frame)))
            let part = try Sound(reading: &reader, atMost: 3_000)
            #expect(part.difference(from: whole.part(from: frame, count: 3_000)) < 1e-3)
        }
    }

    @Test(
        "a sink that cannot go back gets the same sound",
        arguments: WrittenSound.all.filter { $0.format.container != .adts && $0.format.container != .mp3 })
    func forwardOnly(_ written: WrittenSound) throws {
        let written = written.with(frames: 50_001)
        let sink = MemorySink(canRewrite: false)
        #expect(try written.write(to: sink, flushingEvery: 20_000) == FrameCount(50_001))
        let sound = try Sound(decoding: sink.bytes).part(from: written.lead(in: sink.bytes), count: .max)
        #expect(sound.count == written.storedFrames)
        #expect(sound.error(against: written.expected) < (written.format.isLossless ? 1e-12 : Self.tolerance))
    }

    @Test("channels without a position, or in an order of their own, are written in their order", arguments: WrittenSound.all)
    func unusualLayouts(_ written: WrittenSound) throws {
        let layouts: [[AudioChannel]] = [
            [.discrete], [.discrete, .discrete], [.frontRight, .frontLeft], [.sideLeft, .sideRight], [.frontLeft, .discrete],
            Array(repeating: .discrete, count: 6), [.backRight, .mono, .lowFrequency, .topCenter],
            [.frontLeft, .frontRight, .frontCenter], [.frontLeft, .frontRight, .backLeft, .backRight],
            [.frontLeft, .frontRight, .frontCenter, .sideLeft, .sideRight],
            [.frontLeft, .frontRight, .frontCenter, .lowFrequency, .sideLeft, .sideRight],
        ]
        for channels in layouts where channels.count <= written.format.codec.mostChannels {
            let layout = try #require(ChannelLayout(channels))
            let input = StreamFormat(sampleRate: .video, channelLayout: layout)
            let written = written.with(rate: 48_000, channels: channels.count, frames: 20_000)
            let sink = MemorySink()
            var writer = try AudioWriter(sink, format: written.format, input: input, name: "test")
            try WrittenSound.write(written.sound, to: &writer)
            try writer.finish()
            let sound = try Sound(decoding: sink.bytes)
            #expect(sound.planes.count == channels.count)
            let error = sound.part(from: written.lead(in: sink.bytes) + 2_048, count: 17_952).error(
                against: written.expected.part(from: 2_048, count: .max))
            #expect(error < (written.format.isLossless ? 1e-12 : Self.tolerance), "\(channels)")
        }
    }

    @Test("PCM has up to 64 channels", arguments: ["wav", "mka", "caf", "aiff"], [9, 17, 64])
    func manyChannels(name: String, channels: Int) throws {
        let written = WrittenSound(name, .init(codec: .pcm, samples: .signed24), channels: channels, frames: 3_000)
        let sink = MemorySink()
        _ = try written.write(to: sink)
        #expect(try Sound(decoding: sink.bytes).difference(from: written.sound) == 0)
    }

    @Test("floats are stored as they are, also those that are no numbers", arguments: ["wav", "mka", "caf"])
    func floats(name: String) throws {
        let values: [Float] = [
            0, -0.0, 1, -1, 1.5, -3e5, .leastNonzeroMagnitude, .infinity, -.infinity, .pi, 1 / 3, .greatestFiniteMagnitude,
        ]
        let format = try AudioFileFormat(named: name, .init(codec: .pcm, samples: .float32))
        let input = StreamFormat(sampleRate: .video, channelLayout: .mono)
        let sink = MemorySink()
        var writer = try AudioWriter(sink, format: format, input: input, name: "test")
        try WrittenSound.write(Sound(planes: [values]), to: &writer)
        try writer.finish()
        let stored = values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) } }
        #expect(sink.bytes.firstRange(of: stored) != nil)
    }

    @Test("samples are rounded to the nearest integer, clipped at full scale, and zero if they are no numbers")
    func rounding() throws {
        let step = Float(1) / 32_768
        let values: [Float] = [
            0.4 * step, 0.6 * step, 0.5 * step, 1.5 * step, -0.6 * step, 1, 2, -1, -2, .nan, .infinity, -.infinity,
        ]
        let expected: [Float] = [0, 1, 0, 2, -1, 32_767, 32_767, -32_768, -32_768, 0, 32_767, -32_768]
        for name in ["wav", "flac", "caf", "aiff"] {
            let sink = MemorySink()
            var writer = try AudioWriter(
                sink, format: AudioFileFormat(named: name), input: StreamFormat(sampleRate: .cd, channelLayout: .mono),
                name: "test")
            try WrittenSound.write(Sound(planes: [values]), to: &writer)
            try writer.finish()
            #expect(try Sound(decoding: sink.bytes).planes == [expected.map { $0 * step }])
        }
        for value in [Int32.max >> 8, Int32.min >> 8, 1, -1, 8_388_607, 77] {
            #expect(SampleConversion.integer24(Float(value) / 0x1p23) == value)
        }
        // Every quarter of a step of 16 bits, and beyond full scale, as the standard library rounds it.
        for quarter in -140_000...140_000 {
            let scaled = Float(quarter) / 4
            let rounded = Int32(min(max(scaled.rounded(.toNearestOrEven), -32_768), 32_767))
            #expect(Int32(SampleConversion.integer16(scaled * 0x1p-15)) == rounded)
            let high = scaled * 64
            let wanted = Int32(min(max(high.rounded(.toNearestOrEven), -0x1p23), 0x1p23 - 1))
            #expect(SampleConversion.integer24(high * 0x1p-23) == wanted)
        }
    }

    @Test("raw samples are the samples of WAV without its head", arguments: AudioFileFormat.SampleKind.allCases, [1, 2, 3])
    func raw(samples: AudioFileFormat.SampleKind, channels: Int) throws {
        let layout = try #require(ChannelLayout.standard(channelCount: channels))
        // An odd number of bytes, which WAV would fill.
        let planes: [[Float]] = (0..<channels).map { channel in
            (0..<4_999).map { frame -> Float in Float((frame * 7 + channel) % 65_536 - 32_768) / 32_768 }
        }
        let written: [[UInt8]] = try ["raw", "wav"].map { name -> [UInt8] in
            let sink = MemorySink()
            var writer = try AudioWriter(
                sink, format: AudioFileFormat(named: name, .init(samples: samples)),
                input: StreamFormat(sampleRate: .cd, channelLayout: layout), tags: ["title": "Take"], name: "test")
            try WrittenSound.write(Sound(planes: planes), to: &writer)
            try writer.flush()
            try writer.finish()
            return sink.bytes
        }
        #expect(written[0].count == 4_999 * channels * samples.byteCount)
        let padding = written[0].count % 2
        #expect(written[0].elementsEqual(written[1].dropLast(padding).suffix(written[0].count)))
    }

    @Test("samples that are no numbers do not end a lossy recording", arguments: WrittenSound.lossy)
    func noNumbers(_ written: WrittenSound) throws {
        let sink = MemorySink()
        var writer = try AudioWriter(sink, format: written.format, input: written.input, name: "test")
        let planes = [[Float]](repeating: [.nan, .infinity, -.infinity, 1e30] + Array(repeating: 0, count: 5_000), count: 2)
        try WrittenSound.write(Sound(planes: planes), to: &writer)
        try writer.finish()
        #expect(try Sound(decoding: sink.bytes).count >= 5_004)
    }
}
