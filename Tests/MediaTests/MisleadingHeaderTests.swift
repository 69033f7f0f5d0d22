import AudioTypes
import Containers
import MediaTypes
import Synchronization
import Testing

@testable import Media

@Suite("Headers that mislead, and what is heard")
struct MisleadingHeaderTests {
    private static let frames = 132_300

    /// Three seconds of sound, encoded by the ffmpeg program.
    private func encode(_ name: String, _ options: [String]) throws -> [UInt8] {
        let path = Workbench.draft(of: name)
        let sound = ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "anoisesrc=r=44100:d=3:a=0.1:seed=7"]
        try #require(Command.run("ffmpeg", sound + options + [path]).status == 0)
        return Workbench.bytes(of: path)
    }

    private func described(_ path: String) throws -> (frames: Double?, isExact: Bool) {
        let description = try MediaProbe.describe(MediaLocation(uri: path))
        return (description.duration.map { ($0.seconds * 44_100).rounded() }, description.durationIsExact)
    }

    /// The packet with the encoder's numbers and all behind it.
    private func lame(_ options: [String]) throws -> [UInt8] {
        try encode("lame.mp3", ["-c:a", "libmp3lame", "-id3v2_version", "0"] + options)
    }

    @Test("zeros in front of the first packet of MP3 hide nothing", arguments: [417, 5_000, 1 << 20], [false, true])
    func zeros(count: Int, isTagged: Bool) throws {
        let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 20] + [UInt8](repeating: 0, count: 20)
        let bytes = try (isTagged ? tag : []) + [UInt8](repeating: 0, count: count) + lame(["-b:a", "64k"])
        let path = Workbench.write(bytes, as: "zeros-\(count)-\(isTagged).mp3")
        #expect(try described(path) == (Double(Self.frames), true))
        #expect(try Sound(of: path).count == Self.frames)
    }

    @Test(
        "an ID3 tag in front of MP4 moves nothing, whether a program has changed the places in the index or not",
        arguments: [[], ["-movflags", "faststart"]], [false, true])
    func tagBeforeMovie(options: [String], isChanged: Bool) throws {
        var movie = try encode("movie\(options.count).m4a", ["-c:a", "aac"] + options)
        let frame = Array("TIT2".utf8) + [0, 0, 0, 6, 0, 0, 3] + Array("Front".utf8)
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 23, 0] + frame + [UInt8](repeating: 0, count: 23 * 128 - frame.count)
        let plain = try Sound(of: Workbench.write(movie, as: "movie-plain\(options.count).m4a"))
        if isChanged {
            let table = try #require(movie.firstRange(of: Array("stco".utf8))?.upperBound) + 4
            let count = movie[table..<table + 4].reduce(0) { $0 << 8 | Int($1) }
            for entry in 1...count {
                let place = table + 4 * entry
                let moved = movie[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } + UInt32(tag.count)
                for byte in 0..<4 { movie[place + byte] = UInt8(truncatingIfNeeded: moved >> UInt32(24 - 8 * byte)) }
            }
        }
        let path = Workbench.write(tag + movie, as: "movie-tag\(options.count)-\(isChanged).mp3")
        #expect(try described(path) == (Double(plain.count), true))
        #expect(try Sound(of: path).difference(from: plain) == 0 && plain.count > 0)
        if !isChanged { #expect(try MediaProbe.describe(MediaLocation(uri: path)).tags["title"] == "Front") }
    }

    @Test(
        "a wrong number of packets in the first one is counted again",
        arguments: [["-b:a", "128k"], ["-q:a", "4"], ["-b:a", "128k", "-ac", "1"]], [10.0, 0.2, 1.3])
    func packetCount(options: [String], factor: Double) throws {
        // A varying bit rate hides a small difference.
        if options.first == "-q:a", factor < 2, factor > 0.5 { return }
        var bytes = try lame(options)
        let numbers = try #require(XingHeader.Numbers(bytes))
        let wrong = Int(Double(numbers.packets) * factor)
        for index in 0..<4 { bytes[numbers.place + index] = UInt8(truncatingIfNeeded: wrong >> (24 - 8 * index)) }
        let path = Workbench.write(bytes, as: "count-\(options[1])-\(options.count)-\(factor).mp3")
        #expect(try described(path) == (Double(Self.frames), true))
        var reader = try AudioReader(MediaLocation(uri: path))
        #expect(try Sound(reading: &reader).count == Self.frames)
        try reader.seek(to: FrameCount(100_000))
        #expect(try Sound(reading: &reader).count == Self.frames - 100_000)
    }

    @Test("a number of bytes that cannot be is not believed", arguments: [0, 1, 416, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32])
    func byteCount(wrong: UInt32) throws {
        var bytes = try lame(["-b:a", "128k"])
        let numbers = try #require(XingHeader.Numbers(bytes))
        for index in 0..<4 { bytes[numbers.place + 4 + index] = UInt8(truncatingIfNeeded: wrong >> (24 - 8 * UInt32(index))) }
        let path = Workbench.write(bytes, as: "byte-count-\(wrong).mp3")
        #expect(try Sound(of: path).count >= Self.frames)
    }

    @Test(
        "MP3 as it should be is given to FFmpeg as it is, after a look at two windows of it",
        arguments: [
            ["-b:a", "320k"], ["-b:a", "320k", "-ar", "32000"], ["-b:a", "128k"], ["-b:a", "32k", "-ar", "22050", "-ac", "1"],
            ["-q:a", "0"], ["-q:a", "9"],
        ])
    func ordinary(options: [String]) throws {
        let source = try CountedSource(lame(options))
        #expect(try MPEGAudioMending.mended(source, name: "ordinary", cancellation: CancellationToken()) === source)
        #expect(source.byteCount <= 2 * 8_192 + 64)
        #expect(source.readCount <= 5)
    }

    @Test("FLAC as it should be costs a few bytes more, and its end is read once")
    func ordinaryFLAC() throws {
        let bytes = try encode("ordinary.flac", ["-c:a", "flac"])
        let source = CountedSource(bytes)
        #expect(try MPEGAudioMending.mended(source, name: "ordinary", cancellation: CancellationToken()) === source)
        #expect(source.byteCount == 16)
        let header = Array(bytes[8..<42])
        #expect(try FLACEnd(of: source, streamHeader: header)?.sampleCount == Int64(Self.frames))
        #expect(source.readCount == 2)
    }

    @Test("the walk through the packets ends when it is cancelled")
    func cancelledWalk() throws {
        var bytes = try lame(["-b:a", "128k"])
        bytes[try #require(XingHeader.Numbers(bytes)).place] = 1
        let cancellation = CancellationToken()
        cancellation.cancel()
        #expect(throws: MediaError.cancelled("walked")) {
            _ = try MPEGAudioMending.mended(CountedSource(bytes), name: "walked", cancellation: cancellation)
        }
    }

    @Test("a stream without a size is not as long as the file that its first packet is from")
    func endless() throws {
        let source = try StationSource(lame(["-b:a", "128k"]))
        let reader = try AudioReader(source, name: "station")
        #expect(reader.info.description.duration == nil)
    }

    @Test("FLAC with a wrong longest block in its header is as long as its packets", arguments: [1_152, 8_192])
    func blockSize(wrong: Int) throws {
        var bytes = try encode("block.flac", ["-c:a", "flac", "-frame_size", "4096"])
        for place in [8, 10] { (bytes[place], bytes[place + 1]) = (UInt8(wrong >> 8), UInt8(wrong & 0xFF)) }
        let path = Workbench.write(bytes, as: "block-\(wrong).flac")
        #expect(try described(path) == (Double(Self.frames), true))
        #expect(try Sound(of: path).count == Self.frames)
    }

    @Test("ADTS that changes its rate is as long as its packets")
    func changedRate() throws {
        let second = try encode("second.aac", ["-c:a", "aac", "-ar", "22050"])
        let bytes = try encode("first.aac", ["-c:a", "aac"]) + second
        let path = Workbench.write(bytes, as: "changed-rate.aac")
        let measured = try #require(try MediaProbe.measure(MediaLocation(uri: path)))
        let heard = try Sound(of: path).count
        #expect(abs(measured.seconds - Double(heard) / 44_100) < 0.002, "\(measured.seconds), heard \(heard)")
    }

    @Test("the first packets of ADTS that give no sound do not count")
    func damagedBeginning() throws {
        var bytes = try encode("damaged.aac", ["-c:a", "aac"])
        var place = 0
        for _ in 0..<5 {
            let header = try #require(ADTSHeader(bytes[place...]))
            for index in place + ADTSHeader.size..<place + header.length { bytes[index] = 0xFF }
            place += header.length
        }
        let path = Workbench.write(bytes, as: "damaged-beginning.aac")
        let heard = try Sound(of: path).count
        #expect(try MediaProbe.measure(MediaLocation(uri: path)).map { ($0.seconds * 44_100).rounded() } == Double(heard))
    }

    @Test("FLAC in Ogg that begins late is as long as what is there", arguments: [0.2, 0.5, 0.9])
    func lateBeginning(part: Double) throws {
        let bytes = try encode("late.oga", ["-c:a", "flac", "-page_duration", "200000"])
        var pages = bytes.indices.filter { bytes[$0...].starts(with: "OggS".utf8) }
        // A page of sound is the first whose number is not 0.
        let sound = try #require(pages.firstIndex { bytes[$0 + 6..<$0 + 14].contains { $0 != 0 } })
        let kept = Int(Double(pages.count - sound) * part) + sound
        pages.append(bytes.count)
        let path = Workbench.write(bytes[..<pages[sound]] + bytes[pages[kept]...], as: "late-\(part).oga")
        let heard = try Sound(of: path).count
        #expect(heard > 0 && heard < Self.frames)
        #expect(try described(path) == (Double(heard), true))
    }

    @Test("a known format that cannot be played is named")
    func named() throws {
        let packet: [UInt8] = [0xFF, 0xFB, 0x00, 0xC0] + [UInt8](repeating: 7, count: 496)
        let free = packet + packet + packet + packet
        let cases: [([UInt8], String)] = [
            (free, "free format"), (Array("ADIF".utf8) + [UInt8](repeating: 0x5A, count: 3_000), "ADIF"),
            ([0x1F, 0x8B, 8, 0] + [UInt8](repeating: 0x5A, count: 3_000), "gzip"),
        ]
        for (bytes, word) in cases {
            let path = Workbench.write(bytes, as: "unplayable-\(word.prefix(4))")
            do {
                _ = try MediaProbe.describe(MediaLocation(uri: path))
                Issue.record("\(word) was opened")
            } catch {
                #expect(error.code == .unsupported && error.message.contains(word), "\(error.message)")
            }
        }
    }

    @Test("a stream that its server has packed is refused with that reason")
    func packedStream() throws {
        do {
            _ = try AudioReader(StationSource([0x1F, 0x8B, 8, 0] + [UInt8](repeating: 0x5A, count: 3_000)), name: "station")
            Issue.record("it was opened")
        } catch {
            #expect(error.code == .unsupported && error.message.contains("gzip"), "\(error.message)")
        }
    }
}

/// The bytes of a file, which counts what is read of it.
private final class CountedSource: ByteSource {
    private let bytes: [UInt8]
    private let counts = Mutex((reads: 0, bytes: 0))

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    let isSeekable = true
    let isLocal = true
    var size: Int64? { Int64(bytes.count) }
    var readCount: Int { counts.withLock { $0.reads } }
    var byteCount: Int { counts.withLock { $0.bytes } }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        let part = bytes.dropFirst(Int(offset)).prefix(buffer.count)
        buffer.copyBytes(from: part)
        counts.withLock { $0 = ($0.reads + 1, $0.bytes + part.count) }
        return part.count
    }
}

/// A station that sends some bytes, and does not say how many.
private final class StationSource: ByteSource {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    let size: Int64? = nil
    let isSeekable = false
    let isFar = true

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        let part = bytes.dropFirst(Int(offset)).prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }
}
