import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("The mode of a bit rate")
struct BitRateModeTests {
    typealias Options = AudioFileFormat.Options

    /// Loud noise, then silence, as one file, and the sizes of its packets but for those at the ends and where one becomes the other.
    private func sizes(_ name: String, _ options: Options) throws -> (noise: [Int], silence: [Int]) {
        let written = WrittenSound(name, options, rate: 48_000, channels: 2, frames: 48_000 * 2)
        let sink = MemorySink()
        var writer = try AudioWriter(sink, format: written.format, input: written.input, name: "test")
        let noise = Sound(planes: AudioFixture.unique(frameCount: 96_000, sampleRate: 48_000, channelCount: 2, bits: 16).planes)
        try WrittenSound.write(noise, to: &writer)
        try WrittenSound.write(Sound(planes: Array(repeating: Array(repeating: 0, count: 96_000), count: 2)), to: &writer)
        try writer.finish()
        var reader = try PacketReader(MemorySource(sink.bytes), name: "test")
        var sizes: [Int] = []
        while try reader.next() { sizes.append(reader.packet.byteCount) }
        let half = sizes.count / 2
        return (Array(sizes[half / 2..<half - 10]), Array(sizes[half + 10..<sizes.count - 10]))
    }

    @Test(
        "constant gives silence as many bits as noise, and variable far fewer",
        arguments: [("mp3", 128_000 as Int?), ("mp3", nil), ("opus", 96_000), ("opus", nil), ("aac", nil)])
    func spread(name: String, bitRate: Int?) throws {
        let mean = { (sizes: [Int]) in Double(sizes.reduce(0, +)) / Double(max(1, sizes.count)) }
        let variable = try sizes(name, Options(bitRate: bitRate, bitRateMode: .variable))
        #expect(mean(variable.silence) < mean(variable.noise) / 2)
        let constant = try sizes(name, Options(bitRate: bitRate, bitRateMode: .constant))
        // FFmpeg's encoder of AAC does not fill packets of silence.
        if name == "aac" { return }
        let all = Set(constant.noise + constant.silence)
        // A packet of MP3 has a byte more now and then, where the rate does not divide.
        #expect(all.count <= (name == "mp3" ? 2 : 1) && (all.max() ?? 0) - (all.min() ?? 0) <= 1, "\(all)")
    }

    @Test("that a codec does not have is refused with a sentence that says what to do")
    func refusals() {
        let cases: [(String, Options, String)] = [
            ("flac", Options(bitRateMode: .constant), "keeps every sample"),
            ("wav", Options(bitRateMode: .variable), "keeps every"),
            ("ogg", Options(bitRateMode: .constant), "use mp3, opus or aac"),
            ("mp3", Options(quality: 2, bitRateMode: .constant), "ask for a bit rate"),
            ("m4a", Options(bitRate: 128_000, bitRateMode: .variable), "leave the bit rate out"),
        ]
        for (name, options, sentence) in cases {
            let error = #expect(throws: MediaError.self) { try AudioFileFormat(named: name, options) }
            #expect(error?.code == .unsupported && error?.description.contains(sentence) == true, "\(error?.description ?? "")")
        }
        #expect(throws: Never.self) { try AudioFileFormat(named: "ogg", Options(bitRate: 128_000, bitRateMode: .variable)) }
    }
}
