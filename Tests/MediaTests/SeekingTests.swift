import AudioTypes
import MediaTypes
import Testing

@testable import Media

@Suite("Seeking lands on the frame")
struct SeekingTests {
    static let media = DecodingTests.lossless + DecodingTests.lossy

    /// Where samples after a jump differ from a straight decode, and how much: AAC's noise substitution draws its noise from a
    /// generator that remembers all that came before, and speech codecs remember for long.
    static let tolerances: [String: Float] = ["pns.m4a": 0.03, "speex.spx": 0.1, "voice.opus": 1e-5]

    @Test("samples after a seek are those of a straight decode", arguments: media)
    func landsExactly(_ synthesis: Synthesis) throws {
        let path = try synthesis.make()
        let whole = try Sound(of: path)
        var reader = try AudioReader(MediaLocation(uri: path))
        var random = LinearCongruentialGenerator(state: 42)
        for _ in 0..<12 {
            let target = Int.random(in: 0..<whole.count, using: &random)
            try reader.seek(to: FrameCount(Int64(target)))
            #expect(reader.position == FrameCount(Int64(target)))
            let part = try Sound(reading: &reader, atMost: 2_000)
            let expected = whole.part(from: target, count: 2_000)
            #expect(part.count == expected.count, "at \(target) of \(whole.count)")
            #expect(part.difference(from: expected) <= Self.tolerances[synthesis.name] ?? 0, "at \(target) of \(whole.count)")
        }
    }

    @Test("seeking past the end leads to the end, and back from there", arguments: ["s16.wav", "vbr.mp3", "aac.m4a", "wma.wma"])
    func pastTheEnd(_ name: String) throws {
        let synthesis = try #require(Self.media.first { $0.name == name })
        let path = try synthesis.make()
        let whole = try Sound(of: path)
        var reader = try AudioReader(MediaLocation(uri: path))
        for target in [Int64(whole.count), Int64(whole.count) + 1, 10_000_000, .max] {
            try reader.seek(to: FrameCount(target))
            #expect(reader.position == FrameCount(Int64(whole.count)))
            #expect(try Sound(reading: &reader, atMost: 100).count == 0)
        }
        try reader.seek(to: FrameCount(-5))
        #expect(reader.position == .zero)
        #expect(try Sound(reading: &reader, atMost: 5_000).difference(from: whole.part(from: 0, count: 5_000)) == 0)
    }

    @Test(
        "a seek inside of a resampled stream lands on the frame too", arguments: ["s16.flac", "vbr.mp3", "vorbis.ogg"],
        [48_000, 32_000, 96_000])
    func resampled(_ name: String, rate: Int) throws {
        let synthesis = try #require(Self.media.first { $0.name == name })
        let location = try MediaLocation(uri: try synthesis.make())
        let format = StreamFormat(sampleRate: try #require(SampleRate(hertz: rate)), channelLayout: .stereo)
        var straight = try AudioReader(location, convertingTo: format)
        let whole = try Sound(reading: &straight)
        var reader = try AudioReader(location, convertingTo: format)
        var random = LinearCongruentialGenerator(state: 7)
        for _ in 0..<6 {
            let target = Int.random(in: 0..<whole.count, using: &random)
            try reader.seek(to: FrameCount(Int64(target)))
            #expect(reader.position == FrameCount(Int64(target)))
            let part = try Sound(reading: &reader, atMost: 2_000)
            let expected = whole.part(from: target, count: 2_000)
            #expect(part.count == expected.count)
            #expect(part.difference(from: expected) <= 1e-6, "at \(target)")
        }
    }
}

/// The same numbers on each run.
struct LinearCongruentialGenerator: RandomNumberGenerator {
    var state: UInt64
    /// Knuth's MMIX constants; the low bits are weak, so the halves are exchanged.
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state << 32 | state >> 32
    }
}
