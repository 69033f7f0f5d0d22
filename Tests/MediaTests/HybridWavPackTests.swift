import AudioTypes
import Glibc
import MediaTypes
import Testing

@testable import Containers
@testable import Media

@Suite("Hybrid WavPack with its correction file")
struct HybridWavPackTests {
    private static let frames = 200_003
    private static let rate = 44_100

    /// What the wavpack program is told of the samples, and how to read them.
    struct Form: CustomTestStringConvertible, Sendable {
        var name: String
        var bits = 16
        var channels = 2
        var isFloat = false
        var options = ["-b4", "-c"]

        var testDescription: String { name }
        var kind: String { "\(rate),\(bits)\(isFloat ? "f" : "s"),\(channels),le" }

        /// The samples of raw bytes, a plane for each channel.
        func planes(_ bytes: [UInt8]) -> [[Float]] {
            let size = bits / 8
            return (0..<channels).map { channel in
                stride(from: channel * size, to: bytes.count, by: channels * size).map { place in
                    let number = bytes[place..<place + size].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                    if isFloat { return Float(bitPattern: number) }
                    return Float(Int32(bitPattern: number << UInt32(32 - bits))) / 0x1p31
                }
            }
        }
    }

    /// Tones with noise in the low bits, as bytes of the form.
    private static func raw(_ form: Form, seed: UInt64) -> [UInt8] {
        var random = LinearCongruentialGenerator(state: seed)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(frames * form.channels * form.bits / 8)
        for place in 0..<frames * form.channels {
            let (frame, channel) = (Double(place / form.channels), Double(place % form.channels))
            let value = 0.6 * sin(frame * (0.01 + 0.003 * channel)) + 0.1 * Double.random(in: -1...1, using: &random)
            let number =
                form.isFloat ? Float(value).bitPattern : UInt32(bitPattern: Int32(value * 0x1p31) >> Int32(32 - form.bits))
            for byte in 0..<form.bits / 8 { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(8 * byte))) }
        }
        return bytes
    }

    /// A hybrid with its correction file in a directory of its own; answers the path without `.wv`, and the samples that went in.
    private static func make(_ form: Form, as name: String, seed: UInt64 = 9) throws -> (stem: String, sound: Sound) {
        let bytes = raw(form, seed: seed)
        let source = Workbench.write(bytes, as: name + ".raw")
        let path = Workbench.path(name + ".wv")
        let words = ["-q", "-y"] + form.options + ["--raw-pcm=\(form.kind)", "-w", "Title=Both", source, "-o", path]
        try #require(Command.run("wavpack", words).status == 0)
        try #require(access(path + "c", R_OK) == 0)
        return (Workbench.path(name), Sound(planes: form.planes(bytes)))
    }

    @Test(
        "is heard as wvunpack decodes both, and told as exact",
        arguments: [
            Form(name: "stereo"), Form(name: "mono", channels: 1), Form(name: "deep", bits: 24, options: ["-b384", "-c"]),
            Form(name: "six", channels: 6), Form(name: "high", bits: 32, options: ["-hb5", "-c"]),
            Form(name: "float", bits: 32, isFloat: true, options: ["-b5", "-c"]),
            Form(name: "short", options: ["-b4", "-c", "--blocksize=500"]), Form(name: "best", options: ["-hhb4", "-cc"]),
        ])
    func exact(form: Form) throws {
        let (stem, sound) = try Self.make(form, as: "hybrid-\(form.name)")
        let unpacked = Command.run("wvunpack", ["-q", "-r", stem + ".wv", "-o", "-"]).output
        #expect(unpacked.count == Self.frames * form.channels * form.bits / 8)
        let location = try MediaLocation(uri: stem + ".wv")
        var reader = try AudioReader(location)
        let (track, description) = (reader.info.track, reader.info.description)
        #expect(track.codec == "wavpack" && track.bitsPerSample == form.bits && description.container == "wv")
        #expect(description.tags["title"] == "Both" && description.durationIsExact)
        #expect(description.duration == MediaTime(value: Int64(Self.frames), timescale: Int64(Self.rate)))
        #expect(try MediaProbe.describe(location).audio.first?.bitsPerSample == form.bits)
        let heard = try Sound(reading: &reader)
        #expect(heard.count == Self.frames && reader.outputFormat.channelCount == form.channels)
        let meant = Sound(planes: form.planes(unpacked))
        #expect(heard.difference(from: meant) == 0 && heard.difference(from: sound) == 0)
        var random = LinearCongruentialGenerator(state: 5)
        for _ in 0..<20 {
            let target = Int.random(in: 0..<Self.frames, using: &random)
            try reader.seek(to: FrameCount(Int64(target)))
            let part = try Sound(reading: &reader, atMost: 2_000)
            let meant = sound.part(from: target, count: 2_000)
            #expect(part.count == meant.count && part.difference(from: meant) == 0, "\(target)")
        }
        #expect(reader.decodeErrorCount == 0)
        #expect(try MediaProbe.measure(location) == MediaTime(value: Int64(Self.frames), timescale: 44_100))
    }

    @Test("has its losses without the correction file, and with one of another file or that is none; these count as damage")
    func fallback() throws {
        let form = Form(name: "fallback")
        let (stem, sound) = try Self.make(form, as: "hybrid-alone")
        let (other, _) = try Self.make(form, as: "hybrid-other", seed: 77)
        var outcomes: [(count: Int, difference: Float)] = []
        func hear() throws {
            var reader = try AudioReader(MediaLocation(uri: stem + ".wv"))
            #expect(reader.info.track.bitsPerSample == nil)
            let heard = try Sound(reading: &reader)
            #expect(heard.count == Self.frames)
            outcomes.append((reader.decodeErrorCount, heard.difference(from: sound)))
        }
        #expect(unlink(stem + ".wvc") == 0)
        try hear()
        #expect(rename(other + ".wvc", stem + ".wvc") == 0)
        try hear()
        Workbench.write(Array("no WavPack".utf8), as: "hybrid-alone.wvc")
        try hear()
        Workbench.write([], as: "hybrid-alone.wvc")
        try hear()
        #expect(unlink(stem + ".wvc") == 0 && mkfifo(stem + ".wvc", 0o600) == 0)
        try hear()
        #expect(outcomes.map(\.count) == [0, 1, 1, 1, 1])
        #expect(outcomes.allSatisfy { $0.difference > 0 && $0.difference == outcomes[0].difference })
    }

    @Test("is exact but for the packets whose correction is damaged or missing, which have their losses and are counted")
    func damaged() throws {
        let (stem, sound) = try Self.make(Form(name: "damaged"), as: "hybrid-damaged")
        var bytes = Workbench.bytes(of: stem + ".wvc")
        for index in bytes.count / 2..<bytes.count / 2 + 40 { bytes[index] ^= 0x5A }
        Workbench.write(bytes.dropLast(bytes.count / 10), as: "hybrid-damaged.wvc")
        var reader = try AudioReader(MediaLocation(uri: stem + ".wv"))
        let heard = try Sound(reading: &reader)
        #expect(heard.count == Self.frames)
        let wrong = (0..<Self.frames).filter { heard.planes[0][$0] != sound.planes[0][$0] }
        #expect(!wrong.isEmpty && wrong.count < Self.frames / 2 && wrong.allSatisfy { $0 > Self.frames / 4 })
        #expect(heard.difference(from: sound) < 0.2 && (2...6).contains(reader.decodeErrorCount), "\(reader.decodeErrorCount)")
    }

    @Test("has silence in the place of a packet that is lost, and the next at its own")
    func hole() throws {
        let (stem, sound) = try Self.make(Form(name: "hole"), as: "hybrid-hole")
        var bytes = Workbench.bytes(of: stem + ".wv")
        for index in bytes.count / 2..<bytes.count / 2 + 400 { bytes[index] = 0 }
        Workbench.write(bytes, as: "hybrid-hole.wv")
        var reader = try AudioReader(MediaLocation(uri: stem + ".wv"))
        let heard = try Sound(reading: &reader)
        #expect(heard.count == Self.frames && reader.decodeErrorCount > 0)
        let wrong = (0..<Self.frames).filter { heard.planes[0][$0] != sound.planes[0][$0] }
        #expect(!wrong.isEmpty && wrong.count < Self.frames / 2 && wrong.allSatisfy { heard.planes[0][$0] == 0 })
    }

    @Test("tells a rate of bits also for a single frame with terabytes of correction")
    func sparse() throws {
        let (stem, _) = try Self.make(Form(name: "sparse"), as: "hybrid-sparse")
        var bytes = Workbench.bytes(of: stem + ".wv")
        // One frame in the whole file, at 192 kHz.
        bytes.replaceSubrange(12..<16, with: [1, 0, 0, 0])
        (bytes[26], bytes[27]) = (bytes[26] & 0x7F, bytes[27] | 7)
        Workbench.write(bytes, as: "hybrid-sparse.wv")
        #expect(truncate(stem + ".wvc", 8 << 40) == 0)
        #expect(try MediaProbe.describe(MediaLocation(uri: stem + ".wv")).audio.first?.bitRate == 1_000_000_000_000)
        unlink(stem + ".wvc")
    }

    @Test("with many damaged bytes in both neither hangs nor goes on behind its end", arguments: 0..<8)
    func mutated(seed: Int) throws {
        let (stem, _) = try Self.make(Form(name: "m", options: ["-b4", "-c", "--blocksize=4000"]), as: "hybrid-mutated\(seed)")
        var random = LinearCongruentialGenerator(state: UInt64(seed))
        for name in ["hybrid-mutated\(seed).wv", "hybrid-mutated\(seed).wvc"] {
            var bytes = Workbench.bytes(of: Workbench.path(name))
            for _ in 0..<1 << seed {
                bytes[Int.random(in: 32..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            Workbench.write(bytes, as: name)
        }
        do {
            var reader = try AudioReader(MediaLocation(uri: stem + ".wv"))
            let heard = try Sound(reading: &reader)
            #expect(heard.count <= Self.frames)
            try reader.seek(to: FrameCount(50_000))
            _ = try Sound(reading: &reader, atMost: 1_000)
        } catch let error as MediaError {
            #expect([.corrupt, .unsupported, .incomplete].contains(error.code))
        }
    }

    @Test("is found by a link too, and beside a name in capital letters; a correction file itself is no song")
    func names() throws {
        let (stem, sound) = try Self.make(Form(name: "names"), as: "hybrid-names")
        let capital = Workbench.path("HYBRID-NAMES.WV")
        #expect(rename(stem + ".wv", capital) == 0 && symlink(stem + ".wvc", capital + "C") == 0)
        var reader = try AudioReader(MediaLocation(uri: capital))
        #expect(try Sound(reading: &reader).difference(from: sound) == 0)
        #expect(AudioSuffixes.match(Array("x.wv".utf8)) && !AudioSuffixes.match(Array("x.wvc".utf8)))
    }

    @Test("is read in few and small reads, and seeks in a long file without reading all of it")
    func bounded() throws {
        let (stem, _) = try Self.make(Form(name: "b", options: ["-b4", "-c", "--blocksize=400"]), as: "hybrid-bounded")
        let one = Workbench.bytes(of: stem + ".wv")
        // The same packets again and again, with other numbers.
        var many: [UInt8] = []
        for round in 0..<8 {
            var place = 0
            while place + 32 <= one.count, let header = WavPackHeader(one[place...]) {
                var block = Array(one[place..<place + Int(header.byteCount)])
                let start = UInt32(header.frames.lowerBound) + UInt32(round * Self.frames)
                for byte in 0..<4 { block[16 + byte] = UInt8(truncatingIfNeeded: start >> UInt32(8 * byte)) }
                many += block
                place += block.count
            }
        }
        let source = CountingSource(many)
        var packets = WavPackPackets(source, cancellation: CancellationToken())
        let target = Int64(7 * Self.frames + 99_999)
        let packet = try #require(try packets.packet(at: target))
        #expect(packet.frames.contains(target))
        #expect(source.byteCount < 800_000 && source.byteCount < many.count, "\(source.byteCount) of \(many.count)")
        let before = source.byteCount
        let next = try #require(try packets.packet(at: packet.frames.upperBound))
        #expect(next.frames.lowerBound == packet.frames.upperBound && source.byteCount - before < 2 * next.bytes.count + 200)
    }
}

/// Bytes in memory that count how many of them are read.
private final class CountingSource: ByteSource, @unchecked Sendable {
    private let bytes: [UInt8]
    private(set) var byteCount = 0
    let isSeekable = true
    var size: Int64? { Int64(bytes.count) }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        let piece = bytes[Int(min(offset, Int64(bytes.count)))...].prefix(buffer.count)
        buffer.copyBytes(from: piece)
        byteCount += piece.count
        return piece.count
    }
}
