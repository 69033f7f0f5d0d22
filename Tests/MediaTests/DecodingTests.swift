import AudioTypes
import Testing

@testable import Media

@Suite("Decoding gives the samples that the ffmpeg program gives")
struct DecodingTests {
    static let lossless = [
        Synthesis("u8.wav", "-c:a", "pcm_u8"), Synthesis("s16.wav", "-c:a", "pcm_s16le"),
        Synthesis("s24.wav", "-c:a", "pcm_s24le"), Synthesis("s32.wav", "-c:a", "pcm_s32le"),
        Synthesis("f32.wav", "-c:a", "pcm_f32le"), Synthesis("f64.wav", "-c:a", "pcm_f64le"),
        Synthesis("s16.aiff", "-c:a", "pcm_s16be"), Synthesis("s24.aiff", "-c:a", "pcm_s24be"),
        Synthesis("s16.au", "-c:a", "pcm_s16be"), Synthesis("s16.w64", "-c:a", "pcm_s16le"),
        Synthesis("s24.caf", "-c:a", "pcm_s24be"),
        Synthesis("ulaw.wav", rate: 8_000, channels: 1, "-c:a", "pcm_mulaw"),
        Synthesis("s16.flac", "-c:a", "flac", "-sample_fmt", "s16"),
        Synthesis("s24.flac", rate: 96_000, "-c:a", "flac", "-sample_fmt", "s32"),
        Synthesis("flac.oga", "-c:a", "flac", "-sample_fmt", "s16"), Synthesis("flac.mka", "-c:a", "flac", "-sample_fmt", "s16"),
        Synthesis("alac.m4a", "-c:a", "alac", "-sample_fmt", "s16p"),
        Synthesis("alac24.m4a", "-c:a", "alac", "-sample_fmt", "s32p"),
        Synthesis("wavpack.wv", "-c:a", "wavpack", "-sample_fmt", "s16p"),
        Synthesis("float.wv", "-c:a", "wavpack", "-sample_fmt", "fltp"),
        Synthesis("tta.tta", "-c:a", "tta", "-sample_fmt", "s16"), Synthesis("monkeys.ape", seconds: 1, "-f", "s16le"),
    ]

    static let lossy = [
        Synthesis("cbr.mp3", "-c:a", "libmp3lame", "-b:a", "128k"), Synthesis("vbr.mp3", "-c:a", "libmp3lame", "-q:a", "4"),
        Synthesis("noxing.mp3", "-c:a", "libmp3lame", "-q:a", "4", "-write_xing", "0", "-id3v2_version", "0"),
        Synthesis("low.mp3", rate: 24_000, channels: 1, "-c:a", "libmp3lame", "-b:a", "8k"),
        Synthesis("mp2.mp2", "-c:a", "mp2"), Synthesis("adts.aac", "-c:a", "aac", "-aac_pns", "0"),
        Synthesis("aac.m4a", "-c:a", "aac", "-aac_pns", "0"), Synthesis("pns.m4a", "-c:a", "aac", "-b:a", "48k"),
        Synthesis("aac.mka", "-c:a", "aac", "-aac_pns", "0"), Synthesis("aac.ts", "-c:a", "aac", "-aac_pns", "0"),
        Synthesis("mp3.mka", "-c:a", "libmp3lame"),
        Synthesis("vorbis.ogg", "-c:a", "libvorbis"), Synthesis("vorbis.mka", "-c:a", "libvorbis"),
        Synthesis("opus.opus", rate: 48_000, "-c:a", "libopus"), Synthesis("opus.mka", rate: 48_000, "-c:a", "libopus"),
        Synthesis("opus.webm", rate: 48_000, "-c:a", "libopus"), Synthesis("opus.mp4", rate: 48_000, "-c:a", "libopus"),
        Synthesis("voice.opus", rate: 48_000, channels: 1, "-c:a", "libopus", "-application", "voip", "-b:a", "12k"),
        Synthesis("speex.spx", rate: 16_000, channels: 1, "-c:a", "libspeex"),
        Synthesis("wma.wma", "-c:a", "wmav2"), Synthesis("ac3.ac3", rate: 48_000, "-c:a", "ac3"),
        Synthesis("eac3.eac3", rate: 48_000, "-c:a", "eac3"), Synthesis("ac3.mka", rate: 48_000, "-c:a", "ac3"),
        Synthesis("dts.dts", rate: 48_000, "-c:a", "dca", "-strict", "-2"),
        Synthesis("ima.wav", "-c:a", "adpcm_ima_wav"), Synthesis("ms.wav", "-c:a", "adpcm_ms"),
    ]

    static let shapes: [Synthesis] =
        (1...8).map { Synthesis("channels\($0).wav", rate: 48_000, channels: $0, seconds: 0.5, "-c:a", "pcm_s16le") }
        + (1...8).map { Synthesis("channels\($0).flac", rate: 48_000, channels: $0, seconds: 0.5, "-c:a", "flac") }
        + (1...6).map { Synthesis("channels\($0).m4a", rate: 48_000, channels: $0, seconds: 0.5, "-c:a", "aac") }
        + [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 88_200, 96_000, 176_400, 192_000].map {
            Synthesis("rate\($0).flac", rate: $0, seconds: 0.5, "-c:a", "flac")
        }
        + [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 48_000].map {
            Synthesis("rate\($0).mp3", rate: $0, seconds: 0.5, "-c:a", "libmp3lame")
        }

    /// The number of frames that a WAV file states in its chunk of facts; `nil` if it has none.
    private static func statedLength(of path: String) -> Int? {
        let bytes = Workbench.bytes(of: path)
        guard let fact = bytes.prefix(4_096).firstRange(of: Array("fact".utf8))?.lowerBound, fact + 12 <= bytes.count else {
            return nil
        }
        return bytes[fact + 8..<fact + 12].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    // Speex is held against its own decoder, which cuts a delay that the program leaves in.
    @Test("every codec and container", arguments: (lossless + lossy + shapes).filter { $0.name != "speex.spx" })
    func matchesReference(_ synthesis: Synthesis) throws {
        let path = try synthesis.make()
        let sound = try Sound(of: path)
        let whole = try Sound(reference: path, channels: synthesis.channels, decoder: Self.decoder(for: synthesis.name))
        // Nor does the program cut what Matroska says to cut, but for Opus.
        let cut = synthesis.name.hasSuffix(".mka") && !synthesis.options.contains("libopus")
        let reference = whole.part(
            from: cut ? MatroskaFile.statedDelay(in: Workbench.bytes(of: path), rate: synthesis.rate) : 0, count: .max)
        #expect(sound.planes.count == synthesis.channels)
        // The program leaves the last packet's padding on; the container's edit list says how long the sound is.
        let isTrimmed = synthesis.name.hasSuffix(".m4a") || synthesis.name.hasSuffix(".mp4")
        // A file of blocks says itself how much of the last one is meant. Some releases of the program say so and then leave all of it on.
        let stated = synthesis.name.hasSuffix(".wav") ? Self.statedLength(of: path) : nil
        let length = isTrimmed ? Int(synthesis.seconds * Double(synthesis.rate)) : stated ?? reference.count
        #expect(sound.count == length)
        #expect(reference.count >= length)
        #expect(sound.difference(from: reference) == 0)
    }

    @Test("a chain of Ogg streams is its links, one behind the other", arguments: ChainedOgg.all)
    func chain(_ chain: ChainedOgg) throws {
        let links = try chain.sounds()
        let sound = try Sound(of: try chain.make())
        let isOneFormat = chain.name != "rates.ogg" && chain.name != "channels.ogg"
        guard isOneFormat else {
            let frames = zip(chain.links, links).reduce(0) { $0 + $1.1.count * 44_100 / $1.0.rate }
            // Each link is resampled for itself.
            #expect(abs(sound.count - frames) <= links.count)
            return
        }
        #expect(sound.count == links.reduce(0) { $0 + $1.count })
        var start = 0
        for link in links {
            #expect(sound.part(from: start, count: link.count).difference(from: link) == 0, "from \(start) on")
            start += link.count
        }
    }

    /// The program's choice of decoder where the reader makes another.
    static func decoder(for name: String) -> [String] {
        if name.contains("ac3") { return ["-cons_noisegen", "1"] }
        return name.hasSuffix(".mp2") ? ["-c:a", "mp2float"] : []
    }
}
