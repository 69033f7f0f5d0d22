import AudioTypes
import MediaTypes
import TestSupport
import Testing

@testable import Media

/// Sound that a test writes, and how.
struct WrittenSound: Sendable, CustomTestStringConvertible {
    let format: AudioFileFormat
    var rate = 44_100
    var channels = 2
    var frames = 44_100

    /// Makes the case of the format called `name`.
    init(
        _ name: String, _ options: AudioFileFormat.Options = .init(), rate: Int = 44_100, channels: Int = 2, frames: Int = 44_100
    ) {
        guard let format = try? AudioFileFormat(named: name, options) else { preconditionFailure("no format \(name)") }
        self.format = format
        self.rate = rate
        self.channels = channels
        self.frames = frames
    }

    var testDescription: String {
        let kind = format.samples.map { " \($0)" } ?? ""
        return "\(format.codec.name)\(kind) in \(format.container.name), \(frames) frames of \(channels) channels at \(rate) Hz"
    }

    /// The same sound in other lengths.
    func lengths(_ lengths: [Int]) -> [WrittenSound] { lengths.map { with(frames: $0) } }

    func with(rate: Int? = nil, channels: Int? = nil, frames: Int? = nil) -> WrittenSound {
        var copy = self
        copy.rate = rate ?? copy.rate
        copy.channels = channels ?? copy.channels
        copy.frames = frames ?? copy.frames
        return copy
    }

    /// Every combination of container, codec and kind of sample.
    static let all: [WrittenSound] =
        AudioFileFormat.names.filter { $0 != "ogg" && $0 != "opus" && $0 != "vorbis" && $0 != "mka" }
        .flatMap { name in kinds(of: name, codec: nil) }
        + AudioFileFormat.Container.ogg.codecs.flatMap { kinds(of: "ogg", codec: $0) }
        + AudioFileFormat.Container.matroska.codecs.flatMap { kinds(of: "mka", codec: $0) }

    private static func kinds(of name: String, codec: AudioFileFormat.Codec?) -> [WrittenSound] {
        guard let first = try? AudioFileFormat(named: name, .init(codec: codec)) else { return [] }
        let kinds: [AudioFileFormat.SampleKind?] = first.isLossless ? first.codec.sampleKinds : [nil]
        return kinds.map { WrittenSound(name, .init(codec: codec, samples: $0)) }
    }

    static let lossless = all.filter(\.format.isLossless)
    static let lossy = all.filter { !$0.format.isLossless }

    /// The rate and the channels of the input.
    var input: StreamFormat {
        guard let rate = SampleRate(hertz: rate), let layout = ChannelLayout.standard(channelCount: channels) else {
            preconditionFailure("no such format")
        }
        return StreamFormat(sampleRate: rate, channelLayout: layout)
    }

    /// The input: noise in all bits for lossless codecs, a different sine in each channel for the others.
    var sound: Sound { format.samples.map { noise(bits: $0 == .signed16 ? 16 : 24) } ?? sines(rate: rate, frames: frames) }

    private func noise(bits: Int) -> Sound {
        Sound(planes: AudioFixture.unique(frameCount: frames, sampleRate: rate, channelCount: channels, bits: bits).planes)
    }

    private func sines(rate: Int, frames: Int) -> Sound {
        // Low enough for the channel of low frequencies and for every rate.
        let tones = (0..<channels).map { channel in
            AudioFixture.sine(
                frequency: 60 + 20 * Double(channel), frameCount: frames, sampleRate: rate, channelCount: 1, amplitude: 0.4)
        }
        return Sound(planes: tones.map(\.samples))
    }

    /// The rate that is stored.
    var storedRate: Int { (try? format.stored(input)).map { Int($0.sampleRate.hertz) } ?? rate }

    /// The number of frames that are stored.
    var storedFrames: Int { (frames * storedRate * 2 + rate) / (rate * 2) }

    /// What a lossy codec should give back: the same sines at the rate that it has.
    var expected: Sound { format.isLossless ? sound : sines(rate: storedRate, frames: storedFrames) }

    /// The frames that a reader of `bytes` gives before the sound, because nothing in there says that they are to be cut. Some releases of
    /// FFmpeg have Matroska say so.
    func lead(in bytes: [UInt8]) -> Int {
        switch (format.container, format.codec) {
        case (.adts, _): 1_024
        case (.matroska, .aac): 1_024 - MatroskaFile.statedDelay(in: bytes, rate: storedRate)
        // LAME's delay and that of decoders.
        case (.matroska, .mp3): 576 + 529 - MatroskaFile.statedDelay(in: bytes, rate: storedRate)
        default: 0
        }
    }

    /// Writes all of the sound to `sink` and returns the writer. The pieces have varying sizes.
    func write(
        to sink: any ByteSink, tags: [String: String] = [:], flushingEvery flushed: Int? = nil, finishing: Bool = true
    ) throws -> FrameCount {
        var writer = try AudioWriter(sink, format: format, input: input, tags: tags, name: "test")
        try Self.write(sound, to: &writer, flushingEvery: flushed)
        if finishing { try writer.finish() }
        return writer.durableCount
    }

    /// Writes all of `sound` in pieces of varying sizes.
    static func write(_ sound: Sound, to writer: inout AudioWriter, flushingEvery flushed: Int? = nil) throws {
        try sound.withPlanes { planes throws(MediaError) in
            var (position, turn, lastFlush) = (0, 0, 0)
            while position < sound.count {
                let count = min([441, 1, 1_024, 333, 5_000][turn % 5], sound.count - position)
                try writer.write(planes, from: position, count: count)
                position += count
                turn += 1
                if let flushed, position - lastFlush >= flushed {
                    try writer.flush()
                    lastFlush = position
                }
            }
        }
    }
}

extension AudioFileFormat {
    /// Whether a reader gets back the samples that were stored.
    var isLossless: Bool { samples != nil }
}

extension Sound {
    /// Everything that can be read from `bytes`, even if their end is missing.
    init(decoding bytes: [UInt8]) throws {
        var reader = try AudioReader(MemorySource(bytes), name: "test")
        self.init(planes: Array(repeating: [], count: reader.outputFormat.channelCount))
        do {
            while true {
                let part = try Sound(reading: &reader, atMost: 4_096)
                guard part.count > 0 else { break }
                for channel in planes.indices { planes[channel] += part.planes[channel] }
            }
        } catch let error as MediaError where error.code == .incomplete {}
    }

    /// Lends the samples as planes in memory.
    func withPlanes(_ body: (AudioReader.Planes) throws(MediaError) -> Void) throws(MediaError) {
        let buffer = PlaneBuffer(channelCount: planes.count, capacity: max(1, count))
        for (channel, plane) in planes.enumerated() { buffer.planes[channel].update(from: plane, count: plane.count) }
        try body(buffer.planes)
    }

    /// The energy of the differences from `other` in relation to its own energy, over the frames that both have.
    func error(against other: Sound) -> Double {
        var (difference, energy) = (0.0, 0.0)
        for (mine, theirs) in zip(planes, other.planes) {
            for (left, right) in zip(mine, theirs) {
                difference += Double(left - right) * Double(left - right)
                energy += Double(right) * Double(right)
            }
        }
        return energy > 0 ? difference / energy : difference
    }
}
