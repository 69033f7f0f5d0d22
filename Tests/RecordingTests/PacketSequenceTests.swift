import AudioTypes
import Containers
import Media
import MediaTypes
import TestSupport
import Testing

@testable import Recording

@Suite("Where a file of a copy ends")
struct PacketSequenceTests {
    private static func packets(of name: String, _ title: String) async throws -> [PlayedPacket] {
        let directory = try TemporaryDirectory()
        let path = directory.file(name)
        try await AudioFiles.encode(
            AudioFixture.unique(frameCount: 5_000), options: ["-metadata", "title=\(title)"], to: path)
        var reader = try AudioReader(FileSource(MediaLocation(uri: path)), name: path, keepsPackets: true)
        let room = (0..<2).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: 8_192) }
        defer { for plane in room { plane.deallocate() } }
        _ = try room.withUnsafeBufferPointer { planes throws(MediaError) in try reader.read(into: planes, capacity: 8_192) }
        return reader.takePackets()
    }

    @Test("is decided by other media, by a jump, and by a title, and by nothing else")
    func joins() async throws {
        let first = try await Self.packets(of: "a.flac", "One")
        let second = try await Self.packets(of: "b.flac", "Two")
        var sequence = PacketSequence()
        func join(_ packet: PlayedPacket, _ segment: UInt64, _ number: UInt64) -> PacketSequence.Join {
            sequence.add(WaitingPackets.Entry(packet: packet, segment: segment, number: number))
        }
        var joined = join(first[0], 1, 1)
        #expect(!joined.isOtherStream && !joined.isJump && joined.title == nil && sequence.playedTitle.text == "One")
        joined = join(first[1], 1, 2)
        #expect(!joined.isOtherStream && !joined.isJump && joined.title == nil)
        // A recording was paused: what follows is the same media, with some of it left out.
        joined = join(first[1], 1, 9)
        #expect(!joined.isOtherStream && !joined.isJump && joined.title == nil)
        joined = join(first[0], 2, 20)
        #expect(!joined.isOtherStream && joined.isJump && joined.title == nil)
        var other = first[1]
        other.tags["title"] = "Three"
        joined = join(other, 2, 21)
        #expect(!joined.isOtherStream && !joined.isJump && joined.title?.text == "Three")
        joined = join(second[0], 3, 22)
        #expect(joined.isOtherStream && joined.title?.text == "Two")
        var untitled = second[1]
        untitled.tags = [:]
        joined = join(untitled, 3, 23)
        #expect(!joined.isOtherStream && joined.title == nil)
    }

    @Test(
        "is in the container that fits the codec, unless somebody wants another",
        arguments: [
            ("mp3", PacketContainer.mp3), ("aac", .adts), ("opus", .ogg), ("vorbis", .ogg), ("speex", .ogg), ("flac", .flac),
            ("ac3", .matroska), ("pcm_s16le", .matroska), ("alac", .matroska),
        ])
    func container(codec: String, container: PacketContainer) throws {
        let format = CodedFormat(codec: codec, sampleRate: .cd, channelCount: 2)
        #expect(try RecordedFormat.container(for: format, wanted: nil) == container)
        #expect(try RecordedFormat.container(for: format, wanted: .matroska) == .matroska)
    }

    @Test("counts the frames that players let be heard", arguments: ["opus", "ogg", "mp3", "flac", "m4a"])
    func heardFrames(suffix: String) async throws {
        let directory = try TemporaryDirectory()
        let packets = try await Self.packets(of: "a.\(suffix)", "One")
        let first = try #require(packets.first)
        let container = suffix == "m4a" ? .mp4 : try RecordedFormat.container(for: first.stream.format, wanted: nil)
        var name = RecordingDirectory.Name(stem: "copy", suffix: suffix, takesNextNumber: false)
        let file = try RecordingDirectory(directory.path).makeFile(&name)
        let piece = try CopiedPiece(file, container, first: first, tags: [:], name: "the copy")
        var frames: Int64 = 0
        for packet in packets { frames += try piece.write(packet) }
        try piece.finish()
        #expect(try RecordingStage.read(file.path)[0].count == Int(frames))
    }

    @Test("is Matroska for AAC that ADTS cannot describe, and a container that was asked for and cannot hold it is refused")
    func refusal() throws {
        let explicit = CodedFormat(
            codec: "aac", sampleRate: .cd, channelCount: 2, aac: AudioSpecificConfig(isHighEfficiency: true))
        #expect(try RecordedFormat.container(for: explicit, wanted: nil) == .matroska)
        let error = #expect(throws: MediaError.self) { try RecordedFormat.container(for: explicit, wanted: .adts) }
        #expect(error?.message.contains("HE-AAC") == true)
    }
}
