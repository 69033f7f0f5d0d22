import FoundationEssentials
import TestSupport
import Testing

@Suite("The commands that copy and convert", .serialized)
struct JobTests {
    @Test("give each frame of the source, into a file, a directory and a pipe")
    func exact() async throws {
        let shop = try await Workshop.set()
        let music = AudioFixture.unique(frameCount: 96_000)
        let source = shop.directory.file("song.flac")
        try await AudioFiles.encode(music, to: source)
        let wave = shop.directory.file("song.wav")
        let converted = try await shop.fermata(["convert", source, wave])
        #expect(converted.isSuccess, "\(converted)")
        #expect(try await AudioFiles.decode(wave, sampleRate: 44_100, channelCount: 2).samples == music.samples)
        try await Tool.run("mkdir", [shop.directory.file("out")])
        let copied = try await shop.fermata(["extract", source, shop.directory.file("out")])
        #expect(copied.isSuccess, "\(copied)")
        let copy = shop.directory.file("out/song.flac")
        #expect(try await AudioFiles.decode(copy, sampleRate: 44_100, channelCount: 2).samples == music.samples)
        #expect(try FileManager.default.contentsOfDirectory(atPath: shop.directory.file("out")) == ["song.flac"])
        let again = try await shop.fermata(["convert", source, wave])
        #expect(!again.isSuccess && again.output.contains("exists"), "\(again)")
        let made = try await shop.fermata(["convert", "--format", "wav", source])
        #expect(made.isSuccess && made.output.contains("/made/song.wav"), "\(made)")
    }

    @Test("keep the depth of the source; fewer bits are an order, and told")
    func depth() async throws {
        let shop = try await Workshop.set()
        let music = AudioFixture.unique(frameCount: 48_000, bits: 24)
        let wave = shop.directory.file("a24.wav")
        try AudioFiles.writeWave(music, bits: 24, to: wave)
        func convert(_ name: String, _ options: String...) async throws -> (printed: String, bits: String, samples: [Float]) {
            let file = shop.directory.file(name)
            let run = try await shop.fermata(["convert"] + options + [wave, file])
            #expect(run.isSuccess, "\(run)")
            let probe = ["-v", "error", "-show_entries", "stream=bits_per_raw_sample", "-of", "csv=p=0", file]
            let bits = String(decoding: try await Tool.run("ffprobe", probe), as: UTF8.self).split(separator: "\n").first ?? ""
            return (run.output, String(bits), try await AudioFiles.decode(file, sampleRate: 44_100, channelCount: 2).samples)
        }
        let own = try await convert("own.flac")
        #expect(own.bits == "24" && own.samples == music.samples && !own.printed.contains("bits"), "\(own.printed)")
        let fewer = try await convert("fewer.flac", "--bits", "16")
        #expect(fewer.bits == "16" && fewer.printed.contains("16 of 24 bits, dithered"), "\(fewer.printed)")
        let cut = try await convert("cut.flac", "--bits", "16", "--no-dither")
        #expect(cut.bits == "16" && cut.printed.contains("(16 of 24 bits)"), "\(cut.printed)")
        // Half a step, and a whole one at full scale.
        #expect(zip(cut.samples, music.samples).allSatisfy { abs($0 - $1) <= 0x1p-15 } && cut.samples != fewer.samples)
    }
}
