import AudioTypes
import Containers
import Media
import MediaTypes
import Testing

@testable import Conversion

@Suite("Which container holds which packets")
struct ChoosingTests {
    private static func format(_ codec: String, channels: Int = 2, _ aac: AudioSpecificConfig? = nil) -> CodedFormat {
        CodedFormat(codec: codec, sampleRate: .cd, channelCount: channels, aac: aac)
    }

    @Test(
        "without a wish, each codec has its usual container",
        arguments: [
            ("aac", PacketContainer.mp4), ("alac", .mp4), ("opus", .ogg), ("vorbis", .ogg), ("speex", .ogg), ("flac", .flac),
            ("mp3", .mp3), ("ac3", .ac3), ("eac3", .ac3), ("dts", .matroska), ("pcm_s16le", .matroska), ("mp2", .matroska),
        ])
    func usual(codec: String, container: PacketContainer) throws {
        #expect(try Extraction().container(for: Self.format(codec), isChain: false, name: "x") == container)
    }

    @Test("what does not go is refused with a container that can")
    func refusals() throws {
        for (codec, container, other) in [
            ("opus", PacketContainer.adts, "Ogg"), ("aac", .mp3, "M4A"), ("mp3", .flac, "MP3"), ("flac", .ac3, "FLAC"),
            ("dts", .mp4, "Matroska"), ("vorbis", .mp4, "Ogg"),
        ] {
            let error = #expect(throws: MediaError.self) {
                _ = try Extraction(container: container).container(for: Self.format(codec), isChain: false, name: "song")
            }
            #expect(error?.code == .unsupported)
            #expect(error?.message == "song has sound in \(codec), which \(container.name) cannot hold: use \(other)")
        }
        let error = #expect(throws: MediaError.self) {
            _ = try Extraction().container(for: Self.format("aac_latm"), isChain: false, name: "song")
        }
        #expect(error?.message.contains("convert") == true)
    }

    @Test(
        "AAC that the header of ADTS cannot describe is refused there, and fits M4A",
        arguments: [
            (AudioSpecificConfig(isHighEfficiency: true), "HE-AAC"), (AudioSpecificConfig(isShort: true), "960"),
            (AudioSpecificConfig(objectType: 42), "kind 42"), (AudioSpecificConfig(objectType: 23), "kind 23"),
            (AudioSpecificConfig(rateIndex: 15), "rate"), (AudioSpecificConfig(channelConfiguration: 11), "channels"),
        ])
    func adts(_ aac: AudioSpecificConfig, word: String) throws {
        let error = #expect(throws: MediaError.self) {
            _ = try Extraction(container: .adts).container(for: Self.format("aac", aac), isChain: false, name: "x")
        }
        #expect(error?.message.contains(word) == true)
        #expect(error?.message.hasSuffix("use M4A") == true)
        #expect(try Extraction(container: .mp4).container(for: Self.format("aac", aac), isChain: false, name: "x") == .mp4)
        let plain = Self.format("aac", AudioSpecificConfig())
        #expect(try Extraction(container: .adts).container(for: plain, isChain: false, name: "x") == .adts)
    }

    @Test("a chain of recordings fits only Ogg")
    func chains() throws {
        #expect(try Extraction().container(for: Self.format("flac"), isChain: true, name: "x") == .ogg)
        let error = #expect(throws: MediaError.self) {
            _ = try Extraction(container: .matroska).container(for: Self.format("vorbis"), isChain: true, name: "x")
        }
        #expect(error?.message.hasSuffix("use Ogg") == true)
    }

    @Test("the suffix of a file name chooses the container, in any case, and others are refused by their names")
    func suffixes() throws {
        for (name, container) in [
            ("a.aac", PacketContainer.adts), ("a.M4A", .mp4), ("/x.mp3/b.opus", .ogg), ("a.oga", .ogg), ("a.b.mka", .matroska),
            ("a.flac", .flac), ("a.ac3", .ac3),
        ] { #expect(try PacketContainer(suffixOf: name) == container) }
        for name in ["a", "a.wav", "m4a", "a.m4a/b"] {
            let error = #expect(throws: MediaError.self) { _ = try PacketContainer(suffixOf: name) }
            #expect(error?.code == .unsupported && error?.message.contains(name) == true)
        }
    }
}
