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

    @Test("AIFF that is full says so before a length would be wrong, and what is there can be read", arguments: [true, false])
    func full(canRewrite: Bool) throws {
        let sink = MemorySink(canRewrite: canRewrite)
        let written = WrittenSound("aiff", .init(samples: .signed24), frames: 5_000)
        let head = AIFFHead(.signed24, written.input, tags: WrittenTags([:]), largest: 20_000)
        let most = try #require(head.mostData)
        #expect(most % 6 == 0 && most > 19_000 && most < 20_000)
        let track = try SampleTrack(sink, samples: .signed24, channelCount: 2, head: head, name: "take.aiff")
        let error = #expect(throws: MediaError.self) {
            for start in stride(from: 0, to: 5_000, by: 500) {
                try written.sound.part(from: start, count: 500).withPlanes { planes throws(MediaError) in
                    try track.append(planes, from: 0, count: 500)
                }
            }
        }
        #expect(error?.code == .unwritable && error?.description.contains("use caf or wav") == true)
        let sound = try Sound(decoding: sink.bytes)
        #expect(sound.count == 3_000 && sound.difference(from: written.sound.part(from: 0, count: 3_000)) == 0)
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
