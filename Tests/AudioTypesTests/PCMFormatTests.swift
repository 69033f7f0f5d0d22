import AudioTypes
import Testing

@Suite("a format of integers, as text")
struct PCMFormatTests {
    @Test("rate, bits and channels are read")
    func read() throws {
        let cd = try #require(PCMFormat("44100:16:2"))
        #expect(cd.stream == StreamFormat(sampleRate: .cd, channelLayout: .stereo))
        #expect(cd.frameBytes == 4)
        #expect(try #require(PCMFormat("48000:24:2")).frameBytes == 8)
        #expect(try #require(PCMFormat("96000:32:6")).frameBytes == 24)
    }

    @Test("anything else is refused")
    func refused() {
        for text in [
            "", "48000", "48000:16", "48000:16:2:1", "48000:20:2", "48000:8:2", "7999:16:2", "384001:16:2", "48000:16:0",
            "48000:16:9",
            "48000:16:-2", "*:16:2", " 48000:16:2", "48000::16:2", "99999999999999999999:16:2", "٤٨٠٠٠:16:2",
        ] {
            #expect(PCMFormat(text) == nil, "\(text)")
        }
    }
}
