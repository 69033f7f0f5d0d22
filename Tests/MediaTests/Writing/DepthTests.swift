import AudioTypes
import TestSupport
import Testing

@testable import Media

@Suite("The depth of samples that are written")
struct DepthTests {
    @Test(
        "is that of the source if nobody asks for another one, as far as the format can hold it",
        arguments: [
            ("wav", nil, .signed16), ("wav", 8, .signed16), ("wav", 16, .signed16), ("wav", 20, .signed24),
            ("wav", 24, .signed24),
            ("wav", 32, .float32), ("flac", 16, .signed16), ("flac", 24, .signed24), ("flac", 32, .signed24), ("mp3", 24, nil),
        ] as [(String, Int?, AudioFileFormat.SampleKind?)])
    func own(name: String, bits: Int?, kind: AudioFileFormat.SampleKind?) throws {
        let format = try AudioFileFormat(named: name).keeping(bits: bits, dithers: true)
        #expect(format.samples == kind && !format.isDithered)
        let lost = name == "flac" && bits == 32 ? DepthReduction(from: 32, to: 24, isDithered: false) : nil
        #expect(format.reduction == lost)
    }

    @Test("is another one if somebody asks for it, with dither only where bits of 16 are left, unless nobody wants it")
    func asked() throws {
        let options = AudioFileFormat.Options(samples: .signed16)
        for name in ["wav", "flac"] {
            let format = try AudioFileFormat(named: name, options)
            #expect(format.keeping(bits: 24, dithers: true).samples == .signed16)
            #expect(format.keeping(bits: 24, dithers: true).isDithered)
            #expect(!format.keeping(bits: 24, dithers: false).isDithered)
            #expect(!format.keeping(bits: 16, dithers: true).isDithered && !format.keeping(bits: nil, dithers: true).isDithered)
            let reduced = format.keeping(bits: 24, dithers: true).reduction
            #expect(reduced == DepthReduction(from: 24, to: 16, isDithered: true))
        }
        let deeper = try AudioFileFormat(named: "wav", .init(samples: .signed24)).keeping(bits: 16, dithers: true)
        #expect(deeper.samples == .signed24 && deeper.reduction == nil)
    }

    /// What is stored of a constant level, in steps of 16 bits.
    private func stored(_ level: Float, count: Int, dithers: Bool) throws -> [Int16] {
        let sink = MemorySink()
        let format = try AudioFileFormat(named: "raw", .init(samples: .signed16)).keeping(bits: 24, dithers: dithers)
        let stereo = StreamFormat(sampleRate: .cd, channelLayout: .stereo)
        var writer = try AudioWriter(sink, format: format, input: stereo, name: "levels")
        let buffer = PlaneBuffer(channelCount: 2, capacity: count)
        for channel in 0..<2 { unsafe buffer.planes[channel].update(repeating: level * 0x1p-15, count: count) }
        unsafe try writer.write(buffer.planes, from: 0, count: count)
        try writer.finish()
        return sink.bytes.withUnsafeBytes { unsafe Array($0.bindMemory(to: Int16.self)) }
    }

    @Test(
        "with dither, the noise is triangular over two steps, has no offset, and the same level never gives the level beside it alone"
    )
    func noise() throws {
        let count = 100_000
        for level in [Float(0), 0.25, 100.5] {
            let samples = try stored(level, count: count, dithers: true)
            let errors = samples.map { Double($0) - Double(level) }
            let mean = errors.reduce(0, +) / Double(errors.count)
            let power = errors.map { $0 * $0 }.reduce(0, +) / Double(errors.count)
            // A quarter of a squared step, whatever the level: that is what makes the noise independent of the sound.
            #expect(abs(mean) < 0.01 && abs(power - 0.25) < 0.005, "\(level): \(mean), \(power)")
            #expect(errors.allSatisfy { abs($0) < 1.5 })
            let (left, right) = (stride(from: 0, to: samples.count, by: 2), stride(from: 1, to: samples.count, by: 2))
            #expect(left.map { samples[$0] } != right.map { samples[$0] }, "each channel has its own noise")
        }
        #expect(try stored(0.25, count: count, dithers: false).allSatisfy { $0 == 0 })
        #expect(try stored(0.25, count: 1_000, dithers: true) == stored(0.25, count: 1_000, dithers: true))
    }
}
