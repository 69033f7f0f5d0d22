import AudioTypes
import Media
import MediaTypes
import TestSupport
import Testing

@testable import Conversion

/// A file to copy from, and what to copy it into.
struct CopyCase: Sendable, CustomTestStringConvertible {
    let suffix: String
    let options: [String]
    let container: PacketContainer

    init(_ suffix: String, _ container: PacketContainer, _ options: [String] = []) {
        self.suffix = suffix
        self.container = container
        self.options = options
    }

    var testDescription: String { "\(suffix) \(options.joined(separator: " ")) into \(container.name)" }

    static let all: [CopyCase] = [
        CopyCase("m4a", .mp4), CopyCase("m4a", .adts), CopyCase("m4a", .matroska), CopyCase("aac", .mp4), CopyCase("aac", .adts),
        CopyCase("mkv", .mp4, ["-c:a", "aac"]), CopyCase("ts", .mp4, ["-c:a", "aac"]), CopyCase("flv", .mp4, ["-c:a", "aac"]),
        CopyCase("m4a", .mp4, ["-c:a", "alac"]),
        CopyCase("opus", .ogg), CopyCase("opus", .matroska), CopyCase("mka", .ogg, ["-c:a", "libopus"]),
        CopyCase("mp4", .ogg, ["-c:a", "libopus"]), CopyCase("webm", .ogg, ["-c:a", "libopus"]),
        CopyCase("ogg", .ogg, ["-c:a", "libvorbis"]), CopyCase("ogg", .matroska, ["-c:a", "libvorbis"]),
        CopyCase("mka", .ogg, ["-c:a", "libvorbis"]),
        CopyCase("mp3", .mp3), CopyCase("mp3", .matroska), CopyCase("mp4", .mp3, ["-c:a", "libmp3lame"]),
        CopyCase("mka", .mp3, ["-c:a", "libmp3lame"]), CopyCase("ts", .matroska, ["-c:a", "mp2"]), CopyCase("eac3", .ac3),
        CopyCase("flac", .flac), CopyCase("flac", .ogg), CopyCase("flac", .matroska), CopyCase("mka", .flac, ["-c:a", "flac"]),
        CopyCase("oga", .flac, ["-c:a", "flac"]),
        CopyCase("ac3", .ac3), CopyCase("ts", .ac3, ["-c:a", "ac3"]), CopyCase("mka", .mp4, ["-c:a", "ac3"]),
    ]

    /// Codecs that give back each sample, wherever decoding begins.
    var isExact: Bool { suffix == "flac" || suffix == "ogg" || options.contains { ["alac", "flac", "libvorbis"].contains($0) } }
}

@Suite("Extraction")
struct ExtractionTests {
    static let frames = 132_300

    /// A file of the case, three seconds of stereo at 44.1 kHz: noise, which shows each misplaced frame.
    static func source(_ copied: CopyCase, in directory: TemporaryDirectory) async throws -> String {
        let path = directory.file("source.\(copied.suffix)")
        let noise = AudioFixture.unique(frameCount: frames)
        let isLossless = copied.options.contains { $0 == "alac" || $0 == "flac" } || copied.suffix == "flac"
        let samples = isLossless ? noise.samples : noise.samples.map { $0 / 4 }
        let sound = PCMAudio(sampleRate: 44_100, channelCount: 2, samples: samples)
        // Noise that the decoder of AAC invents would be other noise behind a cut.
        let plain = copied.options.contains("aac") || ["m4a", "aac"].contains(copied.suffix) && copied.options.isEmpty
        try await AudioFiles.encode(sound, options: copied.options + (plain ? ["-aac_pns", "0"] : []), to: path)
        return path
    }

    static func copy(
        _ path: String, _ extraction: Extraction, sink: MemorySink = MemorySink(), cancellation: CancellationToken = .init(),
        progress: (Progress) -> Void = { _ in }
    ) throws -> (Made, ExtractionResult) {
        let source = try FileSource(MediaLocation(uri: path))
        let result = try extraction.run(
            from: source, name: path, to: sink, target: "copy", cancellation: cancellation, progress: progress)
        return (try Made(sink, as: "copy.\(result.container.suffix)"), result)
    }

    @Test("a copy has the same sound, and the result tells to the frame what lies around it", arguments: CopyCase.all)
    func whole(_ copied: CopyCase) async throws {
        let directory = try TemporaryDirectory()
        let path = try await Self.source(copied, in: directory)
        let (made, result) = try Self.copy(path, Extraction(container: copied.container))
        let (original, copy) = (try Decoded(path), try Decoded(made.path))
        #expect(copy.count == Int(result.frames.value))
        let lead = Int(result.before.heard.value)
        #expect(copy.count - lead - Int(result.after.heard.value) == original.count)
        #expect(copy.difference(from: original, at: lead) == 0)
        #expect(result.gapCount == 0)
        #expect(!result.endsEarly)
    }

    @Test("a cut has the packets of the part, and the result tells to the frame what lies around it", arguments: CopyCase.all)
    func cut(_ copied: CopyCase) async throws {
        let directory = try TemporaryDirectory()
        let path = try await Self.source(copied, in: directory)
        let original = try Decoded(path)
        let rate = Int64(original.rate)
        let (first, last) = (rate + 17, 2 * rate + 1_003)
        let part = try Excerpt(
            from: MediaTime(value: first, timescale: rate), to: MediaTime(value: last, timescale: rate))
        let (made, result) = try Self.copy(path, Extraction(excerpt: part, container: copied.container))
        let copy = try Decoded(made.path)
        #expect(copy.count == Int(result.frames.value))
        let lead = Int(result.before.heard.value)
        #expect(copy.count - lead - Int(result.after.heard.value) == Int(last - first))
        // More than two packets of any of these codecs are never copied besides the part.
        #expect(lead <= 2 * 4_608 && result.after.heard.value <= 4_608)
        // A decoder that begins in the middle may need some packets to settle; Opus a second.
        let settled = copied.isExact ? 0 : 24_000
        let wanted = original.planes.map { Array($0[(Int(first) + settled)..<Int(last)]) }
        var expected = original
        expected.planes = wanted
        #expect(copy.difference(from: expected, at: lead + settled) <= (copied.isExact ? 0 : 2e-3))
        // The packets are those of the source, in one piece.
        guard copied.container != .ac3, copied.container != .flac, copied.suffix != "flac", copied.suffix != "oga" else { return }
        let input = copied.container == .mp4 ? ["-ignore_editlist", "1"] : []
        let strips = (copied.suffix == "aac" || copied.suffix == "ts") && copied.container == .mp4
        let all = try await ProgramPacket.of(path, stream: nil, output: strips ? ["-bsf:a", "aac_adtstoasc"] : []).map(\.hash)
        let found = try await ProgramPacket.of(made.path, stream: nil, input: input).map(\.hash)
        guard copied.container != .adts else { return }
        #expect(
            found.count == result.packetCount + (result.before.hidden.value > 0 && copied.options.contains("libvorbis") ? 1 : 0))
        let place = try #require(found.first.flatMap { all.firstIndex(of: $0) })
        #expect(found.elementsEqual(all[place..<min(all.count, place + found.count)]))
    }

    @Test("each header of ADTS states the kind, the rate, the channels and the length of its packet")
    func headers() async throws {
        let directory = try TemporaryDirectory()
        let path = try await Self.source(CopyCase("m4a", .adts), in: directory)
        let (made, result) = try Self.copy(path, Extraction(container: .adts))
        let bytes = made.sink.bytes
        let packets = try await ProgramPacket.of(path, stream: nil)
        var place = 0
        for packet in packets {
            let head = Array(bytes[place..<place + 7])
            // The sync word, MPEG-4, layer 0, and no checksum.
            #expect(head[0] == 0xFF && head[1] == 0xF1)
            // Low complexity, 44.1 kHz, a private bit, and the upper bit of two channels.
            #expect(head[2] >> 6 == 1 && head[2] >> 2 & 0xF == 4 && head[2] & 1 == 0)
            #expect(head[3] >> 6 == 2)
            let length = Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5] >> 5)
            #expect(length == packet.size + 7)
            // A variable bit rate, and one block.
            #expect(head[5] & 0x1F == 0x1F && head[6] == 0xFC)
            place += length
        }
        #expect(place == bytes.count)
        #expect(result.before.heard == FrameCount(1_024))
    }

    @Test("a part of FLAC is FLAC of its own: its header states its length, and the flac program accepts it")
    func partOfFLAC() async throws {
        let directory = try TemporaryDirectory()
        let path = try await Self.source(CopyCase("flac", .flac), in: directory)
        let part = try Excerpt(from: MediaTime(value: 1, timescale: 2), to: MediaTime(value: 2, timescale: 1))
        let (made, result) = try Self.copy(path, Extraction(excerpt: part))
        try await Tool.run("flac", ["--test", "--silent", made.path])
        let description = try MediaProbe.describe(MediaLocation(uri: made.path))
        #expect(description.durationIsExact)
        #expect(description.duration.map { Int64(($0.seconds * 44_100).rounded()) } == result.frames.value)
        // A jump finds its place by the numbers of the packets.
        let whole = try Decoded(made.path)
        let rest = try Decoded(made.path, from: 40_000)
        #expect(rest.planes[0].elementsEqual(whole.planes[0].dropFirst(40_000)))
    }

    @Test(
        "title, picture and chapters come along where the container has a place for them",
        arguments: [PacketContainer.mp4, .matroska, .adts])
    func extras(_ container: PacketContainer) async throws {
        let directory = try TemporaryDirectory()
        let list = try directory.write(
            """
            ;FFMETADATA1
            title=A song
            artist=Somebody
            [CHAPTER]
            TIMEBASE=1/1000
            START=0
            END=1500
            title=One
            [CHAPTER]
            TIMEBASE=1/1000
            START=1500
            END=3000
            title=Two
            """, to: "tags")
        let picture = directory.file("cover.png")
        try await Tool.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=red:s=32x16:d=1", "-frames:v", "1", picture])
        let sound = directory.file("sound.wav")
        try AudioFiles.writeWave(AudioFixture.sine(frequency: 440, frameCount: Self.frames), to: sound)
        let path = directory.file("source.m4a")
        try await Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", sound, "-i", list, "-i", picture, "-map", "0:a", "-map", "2:v", "-map_metadata",
                "1",
                "-c:a", "aac", "-c:v", "copy", "-disposition:v", "attached_pic", path,
            ])
        let part = try Excerpt(from: MediaTime(value: 1, timescale: 1))
        let (made, result) = try Self.copy(path, Extraction(excerpt: part, container: container))
        let description = try MediaProbe.describe(MediaLocation(uri: made.path))
        #expect(description.tags["title"] == "A song")
        #expect(description.tags["artist"] == "Somebody")
        #expect(description.hasPicture == (container != .adts))
        #expect(result.lostPicture == (container == .adts) && result.lostChapters == (container == .adts))
        let chapters = try PacketReader(FileSource(MediaLocation(uri: made.path)), name: "copy").chapters
        guard container != .adts else { return }
        #expect(chapters.map(\.title) == ["One", "Two"])
        #expect(chapters.map(\.start).map { ($0 * 10).rounded() } == [0, 5])
    }

    @Test(
        "pictures go from FLAC into MP4's, MP3's and Ogg's own places",
        arguments: [("flac", PacketContainer.ogg), ("mp3", .mp3), ("flac", .flac)])
    func pictures(suffix: String, container: PacketContainer) async throws {
        let directory = try TemporaryDirectory()
        let picture = directory.file("cover.jpg")
        try await Tool.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=red:s=32x16:d=1", "-frames:v", "1", picture])
        let sound = directory.file("sound.wav")
        try AudioFiles.writeWave(AudioFixture.sine(frequency: 440, frameCount: 44_100), to: sound)
        let path = directory.file("source.\(suffix)")
        try await Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", sound, "-i", picture, "-map", "0:a", "-map", "1:v", "-c:v", "copy",
                "-disposition:v", "attached_pic", path,
            ])
        let (made, result) = try Self.copy(path, Extraction(container: container))
        let original = try MediaProbe.picture(FileSource(MediaLocation(uri: path)), name: path)
        #expect(original != nil && !result.lostPicture)
        #expect(try MediaProbe.picture(FileSource(MediaLocation(uri: made.path)), name: made.path) == original)
    }

    @Test("one of several tracks is copied, and a track that is not there is refused")
    func tracks() async throws {
        let directory = try TemporaryDirectory()
        let sound = directory.file("sound.wav")
        try AudioFiles.writeWave(AudioFixture.sine(frequency: 440, frameCount: 44_100), to: sound)
        let path = directory.file("two.mka")
        try await Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", sound, "-map", "0:a", "-map", "0:a", "-c:a:0", "flac", "-c:a:1", "libmp3lame",
                path,
            ])
        #expect(try Self.copy(path, Extraction(track: 0)).1.format.codec == "flac")
        #expect(try Self.copy(path, Extraction(track: 1)).1.container == .mp3)
        for track in [2, -1, .max] {
            let error = #expect(throws: MediaError.self) { _ = try Self.copy(path, Extraction(track: track)) }
            #expect(error?.code == .unsupported)
        }
    }

    @Test("a chain of recordings is copied as a chain, whole and in part")
    func chains() async throws {
        let directory = try TemporaryDirectory()
        var bytes: [UInt8] = []
        for (number, rate) in [44_100, 48_000, 44_100].enumerated() {
            let path = directory.file("\(number).ogg")
            let sound = AudioFixture.sine(frequency: 300 + 100 * Double(number), frameCount: 2 * rate, sampleRate: rate)
            try await AudioFiles.encode(sound, options: ["-c:a", "libvorbis"], to: path)
            bytes += try readFile(path)
        }
        let path = directory.file("chain.ogg")
        try writeFile(bytes, to: path)
        let (whole, result) = try Self.copy(path, Extraction())
        let (original, copy) = (try Decoded(path), try Decoded(whole.path))
        #expect(original.count == copy.count && copy.difference(from: original) == 0)
        #expect(result.frames == FrameCount(2 * (44_100 + 48_000 + 44_100)))
        let part = try Excerpt(from: MediaTime(value: 3, timescale: 1), to: MediaTime(value: 5, timescale: 1))
        let (_, cut) = try Self.copy(path, Extraction(excerpt: part))
        #expect(cut.frames - cut.before.heard - cut.after.heard == FrameCount(48_000 + 44_100))
    }

    @Test("a part behind the end is refused, and nothing is written")
    func behindTheEnd() async throws {
        let directory = try TemporaryDirectory()
        let path = try await Self.source(CopyCase("flac", .flac), in: directory)
        let sink = MemorySink()
        let part = try Excerpt(from: MediaTime(value: 10, timescale: 1))
        let error = #expect(throws: MediaError.self) { _ = try Self.copy(path, Extraction(excerpt: part), sink: sink) }
        #expect(error?.message.contains("3.0 seconds") == true)
        #expect(sink.bytes.isEmpty)
    }

    @Test("a full disk ends the copy with its own error, at any time", arguments: [0, 10, 1_000, 20_000])
    func fullDisk(limit: Int) async throws {
        let directory = try TemporaryDirectory()
        for container in [PacketContainer.mp4, .matroska, .adts] {
            let path = try await Self.source(CopyCase("m4a", container), in: directory)
            let sink = MemorySink(limit: limit)
            #expect(throws: MemorySink.full) { _ = try Self.copy(path, Extraction(container: container), sink: sink) }
            #expect(sink.callsAfterFailure == 0)
        }
    }

    @Test("a sink that cannot go back gets the same packets", arguments: CopyCase.all)
    func forwardOnly(_ copied: CopyCase) async throws {
        let directory = try TemporaryDirectory()
        let path = try await Self.source(copied, in: directory)
        let sink = MemorySink(canRewrite: false)
        let (made, result) = try Self.copy(path, Extraction(container: copied.container), sink: sink)
        let (original, copy) = (try Decoded(path), try Decoded(made.path))
        let lead = Int(result.before.heard.value)
        #expect(copy.count == Int(result.frames.value))
        #expect(copy.difference(from: original, at: lead) == 0)
    }

    @Test("a cancelled copy ends, and progress is told up to the end")
    func cancellation() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("long.flac")
        let sound = AudioFixture.sine(frequency: 440, frameCount: 60 * 44_100)
        try await AudioFiles.encode(sound, options: ["-frame_size", "1024"], to: path)
        var told: [Progress] = []
        _ = try Self.copy(path, Extraction()) { told.append($0) }
        #expect(told.count > 2 && told.map(\.done) == told.map(\.done).sorted())
        #expect(told.last?.fraction == 1)
        let token = CancellationToken()
        let error = #expect(throws: MediaError.self) {
            _ = try Self.copy(path, Extraction(), cancellation: token) { _ in token.cancel() }
        }
        #expect(error?.code == .cancelled)
    }

    @Test("media that was cut short is copied as far as it goes, and the result says so")
    func incomplete() async throws {
        let directory = try TemporaryDirectory()
        let path = try await Self.source(CopyCase("flac", .flac), in: directory)
        let bytes = try readFile(path)
        let short = directory.file("short.flac")
        try writeFile(Array(bytes[..<(bytes.count / 2)]), to: short)
        #expect(try Self.copy(short, Extraction()).1.endsEarly)
    }

    @Test("damaged media end the copy with an error or are copied, but never crash it")
    func damage() async throws {
        let directory = try TemporaryDirectory()
        var random = SeededGenerator(seed: 7)
        for copied in CopyCase.all {
            let path = try await Self.source(copied, in: directory)
            let bytes = try readFile(path)
            for _ in 0..<12 {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...40, using: &random) {
                    damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                let broken = directory.file("broken")
                try writeFile(damaged, to: broken)
                do {
                    _ = try Self.copy(broken, Extraction(container: copied.container))
                } catch let error as MediaError {
                    #expect([.unsupported, .corrupt].contains(error.code), "\(error)")
                }
            }
        }
    }
}
