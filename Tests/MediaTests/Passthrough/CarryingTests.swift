import AudioTypes
import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("Packets that are read as they are")
struct CarryingTests {
    /// A codec as FFmpeg's program writes it, and what carries it.
    struct Coded: CustomTestStringConvertible, Sendable {
        let codec: PassthroughCodec
        let suffix: String
        let options: [String]
        var rate = 48_000

        var testDescription: String { "\(suffix) at \(rate) Hz" }

        /// Writes a file of six seconds, and returns its path.
        func write(in directory: TemporaryDirectory) async throws -> String {
            let path = directory.file("coded.\(suffix)")
            let audio = AudioFixture.unique(frameCount: rate * 6, sampleRate: rate, channelCount: 6)
            try await AudioFiles.encode(audio, options: options, to: path)
            return path
        }
    }

    static let inBursts = [
        Coded(codec: .ac3, suffix: "ac3", options: ["-c:a", "ac3", "-b:a", "448k"]),
        Coded(codec: .ac3, suffix: "mka", options: ["-c:a", "ac3", "-b:a", "640k"]),
        Coded(codec: .ac3, suffix: "ac3", options: ["-c:a", "ac3", "-b:a", "448k"], rate: 44_100),
        Coded(codec: .eac3, suffix: "eac3", options: ["-c:a", "eac3", "-b:a", "640k"]),
        Coded(codec: .eac3, suffix: "mka", options: ["-c:a", "eac3", "-b:a", "640k"]),
        // Packets of three blocks, and of one: a burst gathers six.
        Coded(codec: .eac3, suffix: "eac3", options: ["-c:a", "eac3", "-b:a", "1800k"]),
        Coded(codec: .eac3, suffix: "mka", options: ["-c:a", "eac3", "-b:a", "4000k"]),
        Coded(codec: .dts, suffix: "dts", options: ["-c:a", "dca", "-strict", "-2", "-b:a", "1411200"]),
        Coded(codec: .dts, suffix: "mka", options: ["-c:a", "dca", "-strict", "-2", "-b:a", "1411200"]),
    ]

    /// Reads frames that carry coded sound, as words or, of DSD, as samples of 24 bits.
    private func read(_ reader: inout AudioReader, atMost limit: Int = .max, scale: Float = 0x1p15) throws -> [Int32] {
        var words: [Int32] = []
        let room = PlaneBuffer(channelCount: 2, capacity: 1_000)
        while words.count / 2 < limit {
            let count = try reader.read(into: room.planes, capacity: min(1_000, limit - words.count / 2))
            if count == 0 { break }
            for frame in 0..<count { for channel in 0..<2 { words.append(Int32(room.planes[channel][frame] * scale)) } }
        }
        return words
    }

    private func bursts(of path: String) async throws -> [Int32] {
        let bytes = try await Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-i", path, "-c", "copy", "-f", "spdif", "-"])
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int32(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8))
        }
    }

    @Test("bursts of IEC 61937 are those that FFmpeg's program makes, word by word", arguments: inBursts)
    func wordByWord(_ coded: Coded) async throws {
        let directory = try TemporaryDirectory()
        let path = try await coded.write(in: directory)
        var reader = try AudioReader(MediaLocation(uri: path))
        let codedFormat = reader.codedFormat
        let format = try #require(codedFormat)
        #expect(format.coding?.codec == coded.codec && format.channelCount == 2)
        #expect(Int(format.sampleRate.hertz) == (coded.codec == .eac3 ? 4 : 1) * coded.rate)
        reader.convert(to: format)
        let words = try read(&reader)
        let expected = try await bursts(of: path)
        #expect(words.count == expected.count && words == expected)
        let seconds = Double(words.count / 2) / Double(format.sampleRate.hertz)
        #expect(abs(seconds - 6) < 0.1)
    }

    @Test("a seek leads to the frame, and the next whole burst follows at its place", arguments: inBursts)
    func seek(_ coded: Coded) async throws {
        let directory = try TemporaryDirectory()
        let path = try await coded.write(in: directory)
        var reader = try AudioReader(MediaLocation(uri: path))
        let codedFormat = reader.codedFormat
        let format = try #require(codedFormat)
        let unit = try #require(format.coding?.unitFrames)
        reader.convert(to: format)
        let expected = try await bursts(of: path)
        let length = expected.count / 2
        var random = LinearCongruentialGenerator(state: 11)
        for target in [0, 5 * unit, unit - 1] + (0..<6).map({ _ in Int.random(in: 0..<length - 3 * unit, using: &random) }) {
            try reader.seek(to: FrameCount(Int64(target)))
            #expect(reader.position == FrameCount(Int64(target)))
            let part = try read(&reader, atMost: 2 * unit)
            let first = (target + unit - 1) / unit * unit
            #expect(part[..<(2 * (first - target))].allSatisfy { $0 == 0 }, "before the burst behind \(target)")
            let burst = part[(2 * (first - target))...]
            #expect(Array(burst) == Array(expected[(2 * first)..<(2 * first + burst.count)]), "at \(target)")
        }
    }

    @Test("sound that is decoded after packets were read is that of a straight decode")
    func back() async throws {
        let directory = try TemporaryDirectory()
        let path = try await Self.inBursts[0].write(in: directory)
        let whole = try Sound(of: path)
        var reader = try AudioReader(MediaLocation(uri: path))
        let (own, codedFormat) = (reader.outputFormat, reader.codedFormat)
        reader.convert(to: try #require(codedFormat))
        _ = try read(&reader, atMost: 100_000)
        reader.convert(to: own)
        try reader.seek(to: FrameCount(70_001))
        let part = try Sound(reading: &reader, atMost: 5_000)
        #expect(part.difference(from: whole.part(from: 70_001, count: 5_000)) == 0)
    }

    @Test("DSD is carried over PCM bit by bit, with markers that alternate, also after a seek")
    func dsd() async throws {
        let directory = try TemporaryDirectory()
        let bytesPerChannel = 4_096 * 40
        var random = LinearCongruentialGenerator(state: 5)
        let channels = (0..<2).map { _ in (0..<bytesPerChannel).map { _ in UInt8.random(in: 0...255, using: &random) } }
        let path = directory.file("bits.dsf")
        try writeFile(DSDRecording.bytes(channels, rate: 2_822_400), to: path)
        var reader = try AudioReader(MediaLocation(uri: path))
        let codedFormat = reader.codedFormat
        let format = try #require(codedFormat)
        #expect(format.coding == SampleCoding(codec: .dop, unitFrames: 1) && format.sampleRate.hertz == 176_400)
        reader.convert(to: format)
        let expected = DSDRecording.samples(channels)
        #expect(try read(&reader, scale: 0x1p23) == expected)
        for target in [0, 1, 12_345, bytesPerChannel / 2 - 10] {
            try reader.seek(to: FrameCount(Int64(target)))
            let part = try read(&reader, atMost: 500, scale: 0x1p23)
            #expect(part == Array(expected[(2 * target)..<min(expected.count, 2 * target + 1_000)]), "at \(target)")
        }
    }

    @Test("what no sink takes has no such format")
    func others() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("sound.flac")
        try await AudioFiles.encode(AudioFixture.unique(frameCount: 4_410), to: path)
        let codedFormat = try AudioReader(MediaLocation(uri: path)).codedFormat
        #expect(codedFormat == nil)
    }

    @Test("a recording whose rate changes begins with its first burst again after a seek back")
    func otherRate() async throws {
        let directory = try TemporaryDirectory()
        var bytes: [UInt8] = []
        for rate in [48_000, 44_100] {
            let coded = Coded(codec: .ac3, suffix: "ac3", options: ["-c:a", "ac3"], rate: rate)
            bytes += try await readFile(coded.write(in: directory))
        }
        let path = directory.file("both.ac3")
        try writeFile(bytes, to: path)
        var reader = try AudioReader(MediaLocation(uri: path))
        let codedFormat = reader.codedFormat
        reader.convert(to: try #require(codedFormat))
        let before = try read(&reader)
        #expect(abs(before.count / 2 - 6 * 48_000) < 2 * 1_536, "what has another rate is left out, \(before.count / 2)")
        #expect(reader.decodeErrorCount > 100)
        for target in [100_000, 0, 15_360] {
            try reader.seek(to: FrameCount(Int64(target)))
            #expect(try read(&reader, atMost: 4_000) == Array(before[(2 * target)..<(2 * target + 8_000)]), "at \(target)")
        }
    }

    /// Writes DTS of frames that have 2,044 bytes, for which a burst of 512 frames has no room, from the frame `first` on.
    private func writeLarge(from first: Int, in directory: TemporaryDirectory) async throws -> String {
        let coded = Coded(codec: .dts, suffix: "dts", options: ["-c:a", "dca", "-strict", "-2", "-b:a", "1411200"])
        let bytes = try await readFile(coded.write(in: directory))
        var result: [UInt8] = []
        var (place, number) = (0, 0)
        while place + 10 <= bytes.count {
            let length = (Int(bytes[place + 5] & 3) << 12 | Int(bytes[place + 6]) << 4 | Int(bytes[place + 7] >> 4)) + 1
            var frame = Array(bytes[place..<min(bytes.count, place + length)])
            if number >= first {
                frame += Array(repeating: 0, count: 2_044 - frame.count)
                frame[5] = frame[5] & ~3 | UInt8(2_043 >> 12)
                frame[6] = UInt8(2_043 >> 4 & 0xFF)
                frame[7] = frame[7] & 0x0F | UInt8(2_043 & 0x0F) << 4
            }
            result += frame
            place += length
            number += 1
        }
        let path = directory.file("large.dts")
        try writeFile(result, to: path)
        return path
    }

    @Test("packets for which a burst has no room are decoded, and counted where only later ones have none")
    func noRoom() async throws {
        let directory = try TemporaryDirectory()
        let reader = try AudioReader(MediaLocation(uri: try await writeLarge(from: 0, in: directory)))
        let nothing = reader.codedFormat
        #expect(nothing == nil)
        var later = try AudioReader(MediaLocation(uri: try await writeLarge(from: 5, in: directory)))
        let codedFormat = later.codedFormat
        later.convert(to: try #require(codedFormat))
        #expect(try read(&later).count / 2 == 5 * 512)
        #expect(later.decodeErrorCount > 100)
    }

    @Test("DTS without a core, and headers that IEC 61937 cannot carry, are not taken for a core")
    func cores() {
        var header: [UInt8] = [0x7F, 0xFE, 0x80, 0x01, 0xFC, 0x3C, 0x7D, 0xB2, 0x74, 0x00]
        #expect(DTSCore(header)?.frameCount == 512 && DTSCore(header)?.sampleRate == 48_000)
        #expect(DTSCore((0..<10).map { header[$0 ^ 1] }) == DTSCore(header))
        header[4] = 0x7C
        #expect(DTSCore(header) == nil, "a last, shorter frame")
        #expect(DTSCore([0x64, 0x58, 0x20, 0x25, 0, 0, 0, 0, 0, 0]) == nil && DTSCore([]) == nil)
    }
}
