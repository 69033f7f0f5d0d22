import AudioTypes
import Containers
import MediaTypes
import Testing

@testable import Media

@Suite("What is missing is told")
struct IncompleteMediaTests {
    static let cut =
        [
            Synthesis("front.m4a", "-c:a", "aac", "-movflags", "+faststart"),
            Synthesis("front-alac.m4a", "-c:a", "alac", "-movflags", "+faststart"), Synthesis("s16.w64", "-c:a", "pcm_s16le"),
            Synthesis("ima.w64", "-c:a", "adpcm_ima_wav"), Synthesis("rf64.wav", "-c:a", "pcm_s16le", "-rf64", "always"),
            Synthesis("constant.mp3", "-c:a", "libmp3lame"), Synthesis("fragments-indexed.mp4", fragments("+dash+global_sidx")),
        ]
        + endless
        + [
            "vbr.mp3", "s16.wav", "f32.wav", "ima.wav", "s16.aiff", "s24.caf", "s16.flac", "wavpack.wv", "tta.tta", "wma.wma",
            "aac.mka",
        ]
        .compactMap { name in SeekingTests.media.first { $0.name == name } }

    /// Media whose end shows that something is missing, and not how much.
    static let endless = [
        Synthesis("fragments.mp4", fragments("+frag_keyframe")), Synthesis("end.aac", "-c:a", "aac"),
        Synthesis("end.ogg", "-c:a", "libvorbis"), Synthesis("end.opus", "-c:a", "libopus"),
        Synthesis("end.oga", "-c:a", "flac", "-f", "ogg"),
    ]

    private static func fragments(_ flags: String) -> [String] {
        ["-c:a", "aac", "-movflags", flags + "+empty_moov", "-frag_duration", "400000"]
    }

    /// Reads to the end, and answers the frames that came and the error behind them.
    private func read(_ path: String) throws -> (count: Int, error: MediaError?) {
        var reader = try AudioReader(MediaLocation(uri: path))
        var count = 0
        do throws(MediaError) {
            while true {
                let part = try Self.part(of: &reader)
                if part == 0 { return (count, nil) }
                count += part
            }
        } catch {
            return (count, error)
        }
    }

    private static func part(of reader: inout AudioReader) throws(MediaError) -> Int {
        do {
            return try Sound(reading: &reader, atMost: 4_096).count
        } catch let error as MediaError {
            throw error
        } catch {
            return 0
        }
    }

    @Test("a file that was cut is heard as far as it goes, and then it is said how much is missing", arguments: cut)
    func cutShort(_ synthesis: Synthesis) throws {
        let path = try synthesis.make()
        let whole = try read(path)
        #expect(whole.error == nil && whole.count > 130_000)
        let bytes = Workbench.bytes(of: path)
        let half = try read(Workbench.write(bytes.prefix(bytes.count * 6 / 10), as: "half-\(synthesis.name)"))
        #expect(half.count > 30_000 && half.count < 90_000)
        #expect(half.error?.code == .incomplete)
        let message = half.error?.message ?? ""
        #expect(message.contains("is incomplete: ") && message.hasSuffix("seconds are there"), "\(message)")
    }

    @Test("where the end is missing, that is told however little it is", arguments: endless, [1, 300])
    func withoutEnd(_ synthesis: Synthesis, missing: Int) throws {
        var bytes = Workbench.bytes(of: try synthesis.make())
        // What can be looked up behind the last fragment is no part of it.
        if let index = bytes.lastIndex(of: "mfra") { bytes.removeSubrange(index...) }
        let name = "\(missing)-less-\(synthesis.name)"
        let complete = try read(Workbench.write(bytes, as: "complete-\(name)"))
        #expect(complete.error == nil && complete.count > 130_000)
        let cut = try read(Workbench.write(bytes.dropLast(missing), as: name))
        #expect(cut.error?.code == .incomplete)
        #expect(cut.count > 80_000 && cut.count <= complete.count)
    }

    @Test("a tag behind the last packet of AAC, and what else is no packet, is nothing missing", arguments: [5, 128, 9_000])
    func behindAAC(count: Int) throws {
        let whole = try Synthesis("end.aac", "-c:a", "aac").make()
        let path = Workbench.write(
            Workbench.bytes(of: whole) + Array("TAG".utf8) + [UInt8](repeating: 0x20, count: count - 3), as: "tag\(count).aac")
        #expect(try read(path).error == nil)
    }

    @Test("fragments that were cut between two are held against the length that the file says")
    func missingFragments() throws {
        var bytes = Workbench.bytes(
            of: try Synthesis("fragments-relative.mp4", Self.fragments("+frag_keyframe+default_base_moof")).make())
        let extends = try #require(bytes.firstIndex(of: "mvex"))
        // A box of 16 bytes with 3,000 ms, and as many more in each box around it.
        bytes.insert(contentsOf: [0, 0, 0, 16] + Array("mehd".utf8) + [0, 0, 0, 0, 0, 0, 0x0B, 0xB8], at: extends + 8)
        for place in [extends, try #require(bytes.firstIndex(of: "moov"))] { bytes[place + 3] += 16 }
        let whole = try read(Workbench.write(bytes, as: "fragments-told.mp4"))
        #expect(whole.error == nil && whole.count > 130_000)
        let cut = bytes.indices.filter { bytes[$0...].starts(with: "moof".utf8) }[4] - 4
        let half = try read(Workbench.write(bytes.prefix(cut), as: "fragments-cut.mp4"))
        #expect(half.error?.code == .incomplete && half.error?.message.contains("of its 3.0 seconds") == true)
        #expect(half.count > 60_000 && half.count < 90_000)
    }

    @Test("a FLAC that was cut between two packets is incomplete, and is told as long as it is heard")
    func betweenPackets() throws {
        let path = try Synthesis("s16.flac", "-c:a", "flac", "-sample_fmt", "s16").make()
        let bytes = Workbench.bytes(of: path)
        let packets = bytes.indices.filter { bytes[$0] == 0xFF && FLACPacketHeader(bytes[$0...])?.number == 16 }
        let cut = Workbench.write(bytes.prefix(try #require(packets.first)), as: "between-packets.flac")
        let (count, error) = try read(cut)
        #expect(error?.code == .incomplete && error?.message.contains("of its 3.0 seconds") == true)
        #expect(count == 16 * 4_608)
        let description = try MediaProbe.describe(MediaLocation(uri: cut))
        #expect(description.durationIsExact && description.duration == MediaTime(value: 16 * 4_608, timescale: 44_100))
    }

    @Test("sizes that no header can mean promise nothing", arguments: [UInt64.max, 1 << 63, 1 << 62, 8, 0])
    func forgedSize(size: UInt64) throws {
        var bytes = Workbench.bytes(of: try Synthesis("s16.w64", "-c:a", "pcm_s16le").make())
        let data = try #require(bytes.firstIndex(of: "data"))
        for byte in 0..<8 { bytes[data + 20 + byte] = UInt8(truncatingIfNeeded: size >> (8 * byte)) }
        let source = MemorySource(bytes)
        #expect(try !RIFFChunks.isCut(source) && RIFFChunks.dataSize(of: source) == nil)
    }

    @Test("a size that no program could know is no promise", arguments: [UInt32.max, 0x7FFF_FFFF, 0x7FFF_F000, 0])
    func placeholder(size: UInt32) throws {
        var bytes = WAVFile.bytes(rate: 44_100, channels: 2, bits: 16, data: Array(repeating: 1, count: 44_100 * 4))
        for byte in 0..<4 { bytes[40 + byte] = UInt8(truncatingIfNeeded: size >> (8 * byte)) }
        let result = try read(Workbench.write(bytes, as: "open-end-\(size).wav"))
        #expect(result.error == nil)
        #expect(result.count == 44_100 || size == 0)
    }

    @Test("a FLAC whose header says a wrong greatest block is whole all the same", arguments: [0, 16, 1_152, 65_535])
    func wrongBlockSize(longest: Int) throws {
        let path = try Synthesis("s16.flac", "-c:a", "flac", "-sample_fmt", "s16").make()
        let whole = try Sound(of: path)
        var bytes = Workbench.bytes(of: path)
        // Behind the mark, the block's head and the shortest block.
        (bytes[10], bytes[11]) = (UInt8(longest >> 8), UInt8(longest & 0xFF))
        var reader = try AudioReader(MediaLocation(uri: Workbench.write(bytes, as: "block\(longest).flac")))
        let sound = try Sound(reading: &reader)
        #expect(sound.count == whole.count)
        #expect(sound.difference(from: whole) == 0)
        #expect(reader.decodeErrorCount == 0)
        for target in [100_000, 20_000, 60_001] {
            try reader.seek(to: FrameCount(Int64(target)))
            let part = try Sound(reading: &reader, atMost: 2_000)
            #expect(part.difference(from: whole.part(from: target, count: part.count)) == 0 && part.count == 2_000)
        }
    }

    @Test(
        "a codec's variant that FFmpeg may not decode fails with its reason, or is what it decodes, and is no silence",
        .enabled(if: Workbench.hasTestData, "no shared test data"),
        arguments: ["containers/mka/bear-flac-32bit.mka"])
    func thirtyTwoBits(file: String) throws {
        let path = Workbench.testData(file)
        do {
            // Newer releases of FFmpeg decode it.
            let (sound, reference) = (try Sound(of: path), try Sound(reference: path, channels: 2))
            #expect(sound.count > 0 && sound.count == reference.count && sound.difference(from: reference) == 0)
            #expect(sound.planes[0].contains { abs($0) > 0.01 })
        } catch let error as MediaError {
            #expect(error.code == .unsupported)
            #expect(error.message.contains("32 bits a sample"))
        }
    }
}

extension [UInt8] {
    /// Where a box of that type begins: four bytes of size stand in front.
    fileprivate func lastIndex(of type: String) -> Int? { indices.last { self[$0...].starts(with: type.utf8) }.map { $0 - 4 } }

    fileprivate func firstIndex(of type: String) -> Int? { indices.first { self[$0...].starts(with: type.utf8) }.map { $0 - 4 } }
}
