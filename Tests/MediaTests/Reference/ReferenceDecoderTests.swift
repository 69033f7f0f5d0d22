import AudioTypes
import MediaTypes
import Testing

@testable import Media

@Suite("Every frame that the codec's own decoder gives is heard, and no other")
struct ReferenceDecoderTests {
    /// From less than a packet to many, all on one page of Ogg and on several.
    private static let counts = [100, 777, 4_097, 22_050, 68_546]

    @Test("of noise, tones, silence and music", arguments: ReferenceCodec.all, Signal.allCases)
    func agrees(_ codec: ReferenceCodec, _ signal: Signal) throws {
        for count in Self.counts {
            let path = try codec.make(signal, count: count)
            guard try codec.isReadable(path) else { continue }
            let reference = try codec.reference(path)
            let sound = try Sound(of: path)
            #expect(sound.count == reference.count, "of \(count)")
            #expect(sound.difference(from: reference) <= codec.tolerance, "of \(count)")
        }
    }

    @Test("also behind a seek", arguments: ReferenceCodec.all)
    func seeking(_ codec: ReferenceCodec) throws {
        let path = try codec.make(.music, count: 68_546)
        let whole = try Sound(of: path)
        var reader = try AudioReader(MediaLocation(uri: path))
        for target in [60_000, 0, 1, 33_333, whole.count - 1, 481, whole.count / 2] {
            try reader.seek(to: FrameCount(Int64(target)))
            #expect(reader.position == FrameCount(Int64(target)))
            let part = try Sound(reading: &reader, atMost: 1_000)
            let expected = whole.part(from: target, count: 1_000)
            // Speech codecs remember for long.
            let tolerance: Float = codec.suffix == "spx" ? 0.02 : 0
            #expect(part.count == expected.count && part.difference(from: expected) <= tolerance, "at \(target)")
        }
    }

    @Test(
        "eight pieces of a tone that were encoded one by one are as long as the tone",
        arguments: ReferenceCodec.all.filter { $0.suffix != "spx" })
    func pieces(_ codec: ReferenceCodec) throws {
        // Speex has no way to say where a short piece ends.
        let counts = [22_050, 4_097, 30_011, 777, 1_301, 22_051, 2_204, 65_531]
        for count in counts {
            let path = try codec.make(.tone, count: count)
            if try codec.isReadable(path) { #expect(try Sound(of: path).count == count) }
        }
    }

    @Test(
        "of Musepack of version 7, whose packets are counted",
        arguments: [(60, 578, true), (62, 578, true), (20, 100, false)])
    func musepack7(packets: Int, inLast: Int, isGapless: Bool) throws {
        let codec = try #require(ReferenceCodec.all.first { $0.name == "mpcenc" })
        let bytes = Musepack7.bytes(packets: packets, inLast: inLast, isGapless: isGapless)
        let path = Workbench.write(bytes, as: "version7-\(packets)-\(inLast)-\(isGapless).mpc")
        let reference = try codec.reference(path)
        #expect(reference.count > 0)
        #expect(try Sound(of: path).count == reference.count)
    }

    @Test("of Musepack with a tag in front of it")
    func taggedMusepack() throws {
        let codec = try #require(ReferenceCodec.all.first { $0.name == "mpcenc" })
        let bytes = Workbench.bytes(of: try codec.make(.music, count: 22_050))
        let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 10] + [UInt8](repeating: 0, count: 10)
        #expect(try Sound(of: Workbench.write(tag + bytes, as: "tagged.mpc")).count == 22_050)
    }

    /// Codecs whose blocks are longer than the sound in the last one.
    private static let blocks = [
        Synthesis("block-ima.wav", seconds: 1, "-c:a", "adpcm_ima_wav"),
        Synthesis("block-ms.wav", seconds: 1, "-c:a", "adpcm_ms"),
        Synthesis("block-gsm.wav", rate: 8_000, channels: 1, seconds: 1, "-c:a", "libgsm_ms"),
    ]

    @Test("of blocks in WAV as many as its header says, where that can be", arguments: blocks)
    func factChunk(_ synthesis: Synthesis) throws {
        let path = try synthesis.make()
        let bytes = Workbench.bytes(of: path)
        let fact = try #require(bytes.firstRange(of: Array("fact".utf8))).upperBound + 4
        func sound(stating frames: Int) throws -> Sound {
            var bytes = bytes
            bytes.replaceSubrange(fact..<fact + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: frames >> ($0 * 8)) })
            return try Sound(of: Workbench.write(bytes, as: "stated-\(frames)-\(synthesis.name)"))
        }
        // Without a number all blocks are heard, as by the program.
        let whole = try sound(stating: 0)
        #expect(whole.count == (try Sound(reference: path, channels: synthesis.channels).count))
        let meant = whole.count - 300
        let cut = try sound(stating: meant)
        #expect(cut.count == meant && cut.difference(from: whole) == 0)
        // Of bytes, of all channels' samples: no number of frames.
        for foreign in [1, whole.count / 4, whole.count * 2, Int(UInt32.max)] {
            #expect(try sound(stating: foreign).count == whole.count, "where \(foreign) is stated")
        }
    }
}
