import AudioTypes
import Glibc
import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("Writing CAF and AIFF")
struct AppleWritingTests {
    /// Sound in either format, with each kind of sample and several numbers of channels.
    static let cases: [WrittenSound] = ["caf", "aiff"].flatMap { name in
        AudioFileFormat.SampleKind.allCases.flatMap { kind in
            [1, 2, 3, 6].map { WrittenSound(name, .init(samples: kind), channels: $0, frames: 5_003) }
        }
    }

    @Test("ffmpeg reads every sample, the rate, the channels and the title", arguments: cases)
    func read(_ written: WrittenSound) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("take.\(written.format.suffix)")
        let sink = MemorySink()
        _ = try written.write(to: sink, tags: ["title": "Take \u{e4}"])
        try writeFile(sink.bytes, to: path)
        let audio = try await AudioFiles.decode(path, sampleRate: written.rate, channelCount: written.channels)
        #expect(audio.frameCount == written.frames)
        #expect(Sound(planes: audio.planes).difference(from: written.sound) == 0)
        let description = try MediaProbe.describe(MediaLocation(uri: path))
        #expect(description.duration?.seconds == Double(written.frames) / Double(written.rate))
        #expect(description.tags["title"] == "Take \u{e4}", "\(description.tags)")
    }

    @Test("what a pipe gets says that it goes on to its end, and is read as far as it goes", arguments: cases)
    func pipe(_ written: WrittenSound) throws {
        let sink = MemorySink(canRewrite: false)
        _ = try written.write(to: sink)
        #expect(try Sound(decoding: sink.bytes).difference(from: written.sound) == 0)
    }

    @Test(
        "AIFF that is full says so before a length would be wrong, and has every frame that fits, and the byte that an odd length needs",
        arguments: [true, false], [1, 2])
    func full(canRewrite: Bool, channels: Int) throws {
        let sink = MemorySink(canRewrite: canRewrite)
        let written = WrittenSound("aiff", .init(samples: .signed24), channels: channels, frames: 7_000)
        let size = 3 * channels
        let heads = (20_000..<20_006).map { AIFFHead(.signed24, written.input, tags: WrittenTags([:]), largest: $0) }
        let head = try #require(heads.first { ($0.mostData ?? 0) % 2 == channels % 2 })
        let most = try #require(head.mostData)
        #expect(Int(most) % size == 0 && most > 19_000 && most < 20_000)
        let track = try SampleTrack(sink, samples: .signed24, channelCount: channels, head: head, name: "take.aiff")
        let error = #expect(throws: MediaError.self) {
            for start in stride(from: 0, to: 7_000, by: 500) {
                try written.sound.part(from: start, count: 500).withPlanes { planes throws(MediaError) in
                    try track.append(planes, from: 0, count: 500)
                }
            }
        }
        #expect(error?.code == .unwritable && error?.description.contains("use caf or wav") == true)
        let sound = try Sound(decoding: sink.bytes)
        let fitting = Int(most) / size
        #expect(sound.count == fitting && sound.difference(from: written.sound.part(from: 0, count: fitting)) == 0)
        let stated = sink.bytes[4..<8].reduce(0) { $0 << 8 | Int($1) }
        #expect(sink.bytes.count == stated + 8 && stated % 2 == 0)
        #expect(AIFFHead(.signed16, written.input, tags: WrittenTags([:])).bytes(dataSize: 0xF000_0000).count < 128)
    }

    @Test("CAF of five gibibytes has its length, and can be read at its end")
    func large() throws {
        let format = StreamFormat(sampleRate: .cd, channelLayout: .stereo)
        let frames: Int64 = 5 << 28
        let head = CAFHead(.signed16, format, tags: WrittenTags([:])).bytes(dataSize: frames * 4)
        let path = Workbench.write(head, as: "five.caf")
        // A file with a hole in place of its samples.
        #expect(truncate(path, Int(frames) * 4 + head.count) == 0)
        defer { unlink(path) }
        var reader = try AudioReader(MediaLocation(uri: path))
        #expect(reader.info.description.duration?.seconds == FrameCount(frames).seconds(at: .cd))
        try reader.seek(to: FrameCount(frames - 10))
        #expect(try Sound(reading: &reader, atMost: 100).count == 10)
    }
}
