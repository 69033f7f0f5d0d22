import AudioTypes
import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("Packets of what is decoded")
struct PlayedPacketTests {
    private static let codecs: [(name: String, options: [String])] = [
        ("a.mp3", ["-c:a", "libmp3lame"]), ("a.m4a", ["-c:a", "aac"]), ("a.opus", ["-c:a", "libopus"]),
        ("a.ogg", ["-c:a", "libvorbis"]), ("a.flac", ["-c:a", "flac"]), ("a.wav", ["-c:a", "pcm_s16le"]),
    ]

    /// Decodes up to `count` frames, and returns how many there were, and the packets.
    private static func read(_ reader: inout AudioReader, _ count: Int = .max) throws -> (frames: Int, packets: [PlayedPacket]) {
        let room = PlaneBuffer(channelCount: reader.outputFormat.channelCount, capacity: 4_096)
        var (frames, packets) = (0, [PlayedPacket]())
        while frames < count {
            let new = try reader.read(into: room.planes, capacity: min(4_096, count - frames))
            packets += reader.takePackets()
            if new == 0 { break }
            frames += new
        }
        return (frames, packets)
    }

    private static func bytes(_ packets: [PlayedPacket]) -> [UInt8] {
        packets.flatMap(\.data.bytes)
    }

    private static func file(_ codec: (name: String, options: [String]), in directory: TemporaryDirectory) async throws -> String
    {
        let path = directory.file(codec.name)
        try await AudioFiles.encode(AudioFixture.unique(frameCount: 100_000), options: codec.options, to: path)
        return path
    }

    @Test("are all packets of the file, each with the frames that it becomes", arguments: codecs)
    func all(codec: (name: String, options: [String])) async throws {
        let directory = try TemporaryDirectory()
        let path = try await Self.file(codec, in: directory)
        let location = try MediaLocation(uri: path)
        var reader = try AudioReader(FileSource(location), name: path, keepsPackets: true)
        let (frames, packets) = try Self.read(&reader)
        let wanted = try await Tool.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0:a", "-c", "copy", "-f", "data", "-"])
        #expect(Self.bytes(packets) == wanted)
        let heard = packets.map(\.heard)
        #expect(heard.first?.lowerBound == 0 || (heard.first?.lowerBound ?? 1) < 0)
        // What an encoder puts before the recording belongs to the first packets.
        for (packet, next) in zip(heard.dropFirst(3), heard.dropFirst(4)) {
            #expect(packet.upperBound == next.lowerBound, "\(packet) \(next)")
        }
        let last = try #require(heard.last)
        #expect(last.upperBound >= frames && last.lowerBound <= frames + 2_048, "\(last), \(frames)")
        #expect(packets.allSatisfy { $0.stream === packets[0].stream })
    }

    @Test("begin, behind a jump, with one that has the frame that was wanted, or one before it", arguments: codecs)
    func jump(codec: (name: String, options: [String])) async throws {
        let directory = try TemporaryDirectory()
        let path = try await Self.file(codec, in: directory)
        var reader = try AudioReader(FileSource(MediaLocation(uri: path)), name: path, keepsPackets: true)
        _ = try Self.read(&reader, 10_000)
        try reader.seek(to: FrameCount(60_000))
        let (frames, packets) = try Self.read(&reader)
        let heard = packets.map(\.heard).drop { $0.upperBound <= 60_000 }
        #expect(heard.first?.contains(60_000) == true, "\(heard.prefix(3))")
        #expect(try #require(heard.last).upperBound >= 60_000 + frames)
        let all = try await Tool.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0:a", "-c", "copy", "-f", "data", "-"])
        #expect(all.suffix(20_000).elementsEqual(Self.bytes(packets).suffix(20_000)))
    }

    @Test("are not kept if nobody wants them, and none is lost when somebody does from the beginning")
    func unwanted() async throws {
        let directory = try TemporaryDirectory()
        let path = try await Self.file(Self.codecs[0], in: directory)
        var reader = try AudioReader(FileSource(MediaLocation(uri: path)), name: path)
        #expect(try Self.read(&reader).packets.isEmpty)
        var keeping = try AudioReader(FileSource(MediaLocation(uri: path)), name: path, keepsPackets: true)
        keeping.keepPackets(false)
        #expect(try Self.read(&keeping).packets.isEmpty)
    }
}

@Suite("Packets that wait until they are heard")
struct WaitingPacketsTests {
    /// Packets of 100 frames each, from the frame `start` on.
    private static func packets(_ count: Int, from start: Int64 = 0, title: String? = nil) async throws -> [PlayedPacket] {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 1_000), to: path)
        var reader = try AudioReader(FileSource(MediaLocation(uri: path)), name: path, keepsPackets: true)
        let model = try #require(reader.takePackets().first)
        return (0..<count).map { index in
            var packet = model
            packet.heard = start + Int64(index) * 100..<start + Int64(index + 1) * 100
            packet.tags = title.map { ["title": $0] } ?? [:]
            return packet
        }
    }

    private static func append(
        _ packets: [PlayedPacket], _ segment: UInt64, from number: UInt64, to waiting: inout WaitingPackets
    ) {
        for (index, packet) in packets.enumerated() {
            waiting.append(WaitingPackets.Entry(packet: packet, segment: segment, number: number + UInt64(index)))
        }
    }

    private static func heard(_ segment: UInt64, before frame: Int64, _ waiting: inout WaitingPackets) -> [UInt64] {
        var numbers: [UInt64] = []
        while let entry = waiting.takeHeard(of: segment, before: frame) { numbers.append(entry.number) }
        return numbers
    }

    @Test("come when their first frame is heard, and the last ones at the end of what is heard to its end")
    func order() async throws {
        var waiting = WaitingPackets(mostBytes: 1 << 20)
        Self.append(try await Self.packets(5), 1, from: 1, to: &waiting)
        #expect(Self.heard(1, before: 0, &waiting).isEmpty)
        #expect(Self.heard(1, before: 101, &waiting) == [1, 2])
        #expect(Self.heard(1, before: 300, &waiting) == [3])
        waiting.noteEnd(of: 1, at: 310)
        #expect(Self.heard(1, before: 309, &waiting) == [4])
        #expect(Self.heard(1, before: 310, &waiting) == [5])
    }

    @Test("never come if another segment is heard before they are, nor if they lie before a jump")
    func skipped() async throws {
        var waiting = WaitingPackets(mostBytes: 1 << 20)
        Self.append(try await Self.packets(3), 1, from: 1, to: &waiting)
        Self.append(try await Self.packets(6, from: 1_000), 2, from: 4, to: &waiting)
        #expect(Self.heard(1, before: 50, &waiting) == [1])
        waiting.dropUnheard(of: 2, before: 1_250)
        #expect(Self.heard(2, before: 1_251, &waiting) == [6])
        #expect(Self.heard(2, before: 1_600, &waiting) == [7, 8, 9])
        #expect(Self.heard(1, before: 9_999, &waiting).isEmpty)
    }

    @Test("never come if they are appended after it was told that what is heard begins behind them")
    func late() async throws {
        var waiting = WaitingPackets(mostBytes: 1 << 20)
        waiting.dropUnheard(of: 2, before: 1_250)
        Self.append(try await Self.packets(3), 1, from: 1, to: &waiting)
        Self.append(try await Self.packets(6, from: 1_000), 2, from: 4, to: &waiting)
        #expect(Self.heard(2, before: 1_251, &waiting) == [6])
        #expect(Self.heard(2, before: 1_600, &waiting) == [7, 8, 9])
    }

    @Test("come once, also if they are appended again, and of too many the oldest are lost and counted")
    func limits() async throws {
        let packets = try await Self.packets(6)
        var waiting = WaitingPackets(mostBytes: packets[0].data.byteCount * 4)
        Self.append(packets, 1, from: 1, to: &waiting)
        Self.append(packets, 1, from: 1, to: &waiting)
        #expect(waiting.takeLostFrames() == 2 * packets[0].kept && waiting.takeLostFrames() == 0)
        #expect(Self.heard(1, before: 10_000, &waiting) == [3, 4, 5, 6])
    }

    @Test("tell the first title that is to come")
    func title() async throws {
        var waiting = WaitingPackets(mostBytes: 1 << 20)
        let untitled = try await Self.packets(3)
        let stream = untitled[0].stream
        // Packets of one run share the object.
        let titled = try await Self.packets(2, from: 300, title: "One").map { packet in
            PlayedPacket(
                data: packet.data, stream: stream, heard: packet.heard, frames: packet.frames, kept: packet.kept, leadIn: 0,
                tags: packet.tags)
        }
        Self.append(untitled + titled, 1, from: 1, to: &waiting)
        #expect(waiting.firstTitle(of: stream, before: 300) == nil)
        #expect(waiting.firstTitle(of: stream, before: 301) == ["title": "One"])
    }
}
