import AudioTypes
import MediaTypes
import Testing

@testable import Media

@Suite("The formats that sound can be written in")
struct AudioFileFormatTests {
    private func refusal(_ make: () throws -> Void) -> String? {
        do {
            try make()
            return nil
        } catch let error as MediaError {
            return error.code == .unsupported ? error.message : "\(error.code)"
        } catch { return "\(error)" }
    }

    @Test("a name or a suffix stands for container and codec")
    func names() throws {
        let expected: [(String, AudioFileFormat.Container, AudioFileFormat.Codec)] = [
            ("wav", .wave, .pcm), ("flac", .flac, .flac), ("opus", .ogg, .opus), ("ogg", .ogg, .vorbis), ("mp3", .mp3, .mp3),
            ("aac", .adts, .aac), ("m4a", .mp4, .aac), ("mka", .matroska, .flac),
        ]
        for (name, container, codec) in expected {
            for format in [try AudioFileFormat(named: name), try AudioFileFormat(suffixOf: "/a.b/My File.\(name.uppercased())")] {
                #expect(format.container == container && format.codec == codec)
            }
        }
        #expect(try AudioFileFormat(named: "vorbis") == AudioFileFormat(suffixOf: "x.oga"))
        #expect(try AudioFileFormat(suffixOf: "x.wave").samples == .signed16)
        #expect(try AudioFileFormat(named: "mp3").samples == nil)
    }

    @Test("an unknown name is refused with those that are known", arguments: ["", "wma", "wav ", "pcm", "."])
    func unknownName(name: String) {
        let message = refusal { _ = try AudioFileFormat(named: name) }
        #expect(
            message
                == "sound cannot be written as \"\(name)\": the formats are wav, flac, opus, vorbis, ogg, mp3, aac, m4a, mka, caf and "
                + "aiff")
    }

    @Test(
        "a file name without a known suffix is refused",
        arguments: ["song", "song.txt", "flac", "a.flac/song", ".", "x.vorbi", ""])
    func unknownSuffix(name: String) {
        let message = refusal { _ = try AudioFileFormat(suffixOf: name) }
        #expect(
            message
                == "the name \(name) does not say how to write sound: it must end in wav, flac, opus, ogg, mp3, aac, m4a, mka, "
                + "caf or aiff")
    }

    @Test("every combination that does not exist is refused, and every other is made")
    func combinations() throws {
        for name in AudioFileFormat.names {
            let container = try AudioFileFormat(named: name).container
            for codec in AudioFileFormat.Codec.allCases {
                for samples in [nil] + AudioFileFormat.SampleKind.allCases.map(Optional.some) {
                    let exists = container.codecs.contains(codec) && (samples.map { codec.sampleKinds.contains($0) } ?? true)
                    let message = refusal { _ = try AudioFileFormat(named: name, .init(codec: codec, samples: samples)) }
                    #expect((message == nil) == exists)
                }
            }
        }
    }

    @Test("the sentence says what goes with it")
    func sentences() {
        func refused(_ name: String, _ options: AudioFileFormat.Options) -> String? {
            refusal { _ = try AudioFileFormat(named: name, options) }
        }
        #expect(
            refused("flac", .init(samples: .float32))
                == "FLAC has 16 or 24 bits, not 32-bit floats: use WAV, CAF, AIFF or Matroska")
        #expect(
            refused("opus", .init(samples: .signed24))
                == "Opus has no sample size, not 24 bits: use WAV, CAF, AIFF, FLAC, Ogg or Matroska")
        #expect(refused("mp3", .init(codec: .opus)) == "MP3 cannot hold Opus: use Ogg or Matroska")
        #expect(refused("wav", .init(bitRate: 128_000)) == "PCM keeps every sample and has no bit rate to choose")
        #expect(refused("flac", .init(quality: 5)) == "FLAC keeps every sample and has no quality to choose")
        #expect(refused("opus", .init(quality: 5)) == "Opus has bit rates and no quality")
        #expect(
            refused("mp3", .init(bitRate: 128_000, quality: 2))
                == "MP3 is written with a bit rate or with a quality, not with both")
        #expect(refused("mp3", .init(bitRate: 320_001)) == "MP3 has bit rates from 8000 to 320000 bit/s, not 320001")
        #expect(refused("vorbis", .init(quality: 11)) == "Vorbis has qualities from -1 to 10, not 11")
    }

    @Test("bit rates and qualities are taken up to both ends of their ranges", arguments: AudioFileFormat.Codec.allCases)
    func ranges(codec: AudioFileFormat.Codec) throws {
        func make(_ options: AudioFileFormat.Options) -> AudioFileFormat? { try? AudioFileFormat(named: "mka", options) }
        if let range = codec.bitRates {
            #expect(make(.init(codec: codec, bitRate: range.lowerBound))?.effort == .bitRate(range.lowerBound))
            #expect(make(.init(codec: codec, bitRate: range.upperBound))?.effort == .bitRate(range.upperBound))
            for wrong in [range.lowerBound - 1, range.upperBound + 1, 0, -1, .max, .min] {
                #expect(make(.init(codec: codec, bitRate: wrong)) == nil)
            }
        }
        if let range = codec.qualities {
            #expect(make(.init(codec: codec, quality: range.lowerBound))?.effort == .quality(range.lowerBound))
            for wrong in [range.lowerBound - 1, range.upperBound + 1, .max, .min] {
                #expect(make(.init(codec: codec, quality: wrong)) == nil)
            }
        }
    }

    @Test("a rate that the codec does not have becomes the next higher one, or the highest")
    func storedRates() throws {
        let expected: [(AudioFileFormat.Codec, [(Int, Int)])] = [
            (.pcm, [(1, 1), (44_100, 44_100), (1_536_000, 1_536_000)]),
            (.flac, [(7, 7), (192_000, 192_000), (705_600, 384_000)]),
            (.opus, [(8_000, 48_000), (192_000, 48_000)]), (.vorbis, [(4_000, 8_000), (37_800, 37_800), (384_000, 192_000)]),
            (.mp3, [(4_000, 8_000), (37_800, 44_100), (44_100, 44_100), (96_000, 48_000)]),
            (.aac, [(7_000, 7_350), (37_800, 44_100), (96_000, 96_000), (192_000, 96_000)]),
        ]
        for (codec, rates) in expected {
            for (rate, stored) in rates {
                let rate = try #require(SampleRate(hertz: rate))
                #expect(codec.storedRate(rate).hertz == stored)
            }
        }
    }

    @Test("more channels than the codec has are refused")
    func channels() throws {
        for (name, channels, codec) in [("mp3", 3, "MP3"), ("flac", 9, "FLAC"), ("opus", 9, "Opus"), ("m4a", 9, "AAC")] {
            let layout = try #require(ChannelLayout.standard(channelCount: channels))
            let format = try AudioFileFormat(named: name)
            let message = refusal { _ = try format.stored(StreamFormat(sampleRate: .cd, channelLayout: layout)) }
            #expect(message == "\(codec) has at most \(channels - 1) channels, not \(channels)")
        }
        let loud = try AudioFileFormat(named: "opus", .init(bitRate: 510_000))
        #expect(refusal { _ = try loud.stored(StreamFormat(sampleRate: .cd, channelLayout: .stereo)) } == nil)
        #expect(
            refusal { _ = try loud.stored(StreamFormat(sampleRate: .cd, channelLayout: .mono)) }
                == "Opus has at most 256000 bit/s with 1 channels, not 510000")
    }
}
