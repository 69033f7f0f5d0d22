import AudioTypes
import MediaTypes
import Testing

@testable import Media

@Suite("Bare samples, and containers that come through a pipe")
struct RawSamplesTests {
    /// Eight frames of two channels that use every bit of the encoding, and what they are as floats.
    private func fixture(_ encoding: RawSamples.Encoding) -> (bytes: [UInt8], floats: [Float]) {
        var bytes: [UInt8] = []
        var floats: [Float] = []
        for sample in 0..<16 {
            let word = UInt32(truncatingIfNeeded: sample) &* 0x9E37_79B9 ^ 0x8000_0001
            switch encoding {
            case .f32le:
                let value = Float(Int32(bitPattern: word)) * 0x1p-33
                floats.append(value)
                withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += $0 }
            case .s16le, .s24le, .s32le:
                let size = encoding.sampleSize
                withUnsafeBytes(of: word.littleEndian) { bytes += $0.suffix(size) }
                let kept = word & (.max << UInt32(32 - size * 8))
                floats.append(Float(Int32(bitPattern: kept)) * 0x1p-31)
            }
        }
        return (bytes, floats)
    }

    @Test(
        "are what they are said to be, to the bit; a last frame that is not whole is left out",
        arguments: RawSamples.Encoding.allCases)
    func exact(encoding: RawSamples.Encoding) throws {
        let (bytes, floats) = fixture(encoding)
        let samples = RawSamples(encoding: encoding, sampleRate: .video, channelCount: 2)
        var reader = try AudioReader(StreamSource(bytes + [7]), name: "samples", samples: samples)
        #expect(reader.info.format == StreamFormat(sampleRate: .video, channelLayout: .stereo))
        let duration = reader.info.description.duration
        #expect(duration == nil)
        let sound = try Sound(reading: &reader)
        #expect(sound.planes == [0, 1].map { channel in stride(from: channel, to: 16, by: 2).map { floats[$0] } })
    }

    @Test("have the usual places of their number", arguments: 1...8)
    func channels(count: Int) throws {
        let samples = RawSamples(encoding: .s16le, sampleRate: .cd, channelCount: count)
        let reader = try AudioReader(
            StreamSource([UInt8](repeating: 1, count: samples.frameSize * 10)), name: "samples", samples: samples)
        #expect(reader.info.format.channelLayout == ChannelLayout.standard(channelCount: count))
    }

    @Test("may be none at all")
    func none() throws {
        let samples = RawSamples(encoding: .f32le, sampleRate: .cd, channelCount: 2)
        var reader = try AudioReader(StreamSource([]), name: "samples", samples: samples)
        #expect(try Sound(reading: &reader).count == 0)
    }

    @Test("an MP4 stream whose index comes too late is refused with a sentence, one whose index comes first is not")
    func index() throws {
        let late = Workbench.bytes(of: try Synthesis("late.m4a", "-c:a", "aac").make())
        let error = try #require(throws: MediaError.self) { _ = try AudioReader(StreamSource(late), name: "a stream") }
        #expect(error.code == .unsupported && error.message.contains("index behind the sound"))
        let early = Workbench.bytes(of: try Synthesis("early.m4a", "-c:a", "aac", "-movflags", "+faststart").make())
        var reader = try AudioReader(StreamSource(early), name: "a stream")
        #expect(try Sound(reading: &reader).count > 0)
    }
}
