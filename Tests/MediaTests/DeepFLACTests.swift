import AudioTypes
import Glibc
import MediaTypes
import Testing

@testable import Media

@Suite("FLAC of 32 bits")
struct DeepFLACTests {
    private static let frames = 70_011
    private static let rate = 44_100

    /// Samples of 32 bits, interleaved: tones with noise in the low bits.
    private static func samples(channels: Int) -> [Int32] {
        var random = LinearCongruentialGenerator(state: 9)
        return (0..<frames * channels).map { place in
            let (frame, channel) = (Double(place / channels), Double(place % channels))
            return Int32(1.5e9 * sin(frame * (0.01 + 0.003 * channel))) &+ Int32.random(in: -100_000...100_000, using: &random)
        }
    }

    /// The file that the flac program makes of them, and what is to be heard.
    private static func make(_ name: String, channels: Int = 2, _ options: [String] = []) throws -> (path: String, sound: Sound) {
        let samples = samples(channels: channels)
        let raw = Workbench.write(
            samples.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }, as: name + ".raw")
        let path = Workbench.path(name)
        let form = ["--force-raw-format", "--endian=little", "--sign=signed", "--bps=32", "--channels=\(channels)"]
        let program = ["-s", "-f"] + form + ["--sample-rate=\(rate)", "-T", "TITLE=Deep"] + options + ["-o", path, raw]
        try #require(Command.run("flac", program).status == 0)
        let planes = (0..<channels).map { channel in
            stride(from: channel, to: samples.count, by: channels).map { Float(samples[$0]) / 0x1p31 }
        }
        return (path, Sound(planes: planes))
    }

    @Test(
        "is heard as the flac program's samples, and told as FLAC",
        arguments: [
            ("deep.flac", 2, []), ("deep-mono.flac", 1, ["--blocksize=192"]), ("deep-six.flac", 6, []),
            ("deep-none.flac", 2, ["--no-seektable", "--no-padding"]), ("deep.oga", 2, ["--ogg"]),
        ])
    func decodes(name: String, channels: Int, options: [String]) throws {
        let path = Workbench.path(name)
        let expected = try Self.make(name, channels: channels, options)
        var reader = try AudioReader(MediaLocation(uri: path))
        let description = reader.info.description
        #expect(description.tags["title"] == "Deep")
        #expect(reader.info.track.codec == "flac" && reader.info.track.bitsPerSample == 32)
        #expect(description.duration == MediaTime(value: Int64(Self.frames), timescale: Int64(Self.rate)))
        #expect(description.durationIsExact)
        #expect(reader.outputFormat.channelCount == channels && reader.outputFormat.sampleRate.hertz == Self.rate)
        let sound = try Sound(reading: &reader)
        #expect(sound.count == Self.frames && sound.difference(from: expected.sound) == 0)
        var random = LinearCongruentialGenerator(state: 5)
        for _ in 0..<20 {
            let target = Int.random(in: 0..<Self.frames, using: &random)
            try reader.seek(to: FrameCount(Int64(target)))
            let part = try Sound(reading: &reader, atMost: 2_000)
            let meant = expected.sound.part(from: target, count: 2_000)
            #expect(part.count == meant.count && part.difference(from: meant) == 0, "\(target)")
        }
        #expect(try MediaProbe.measure(MediaLocation(uri: path)) == MediaTime(value: Int64(Self.frames), timescale: 44_100))
    }

    @Test("that was cut is heard as far as it goes, and then told")
    func cut() throws {
        let (path, sound) = try Self.make("deep-whole.flac")
        let bytes = Workbench.bytes(of: path)
        var reader = try AudioReader(MediaLocation(uri: Workbench.write(bytes.prefix(bytes.count / 2), as: "deep-cut.flac")))
        var heard = Sound(planes: [[], []])
        let error = #expect(throws: MediaError.self) {
            while true {
                let part = try Sound(reading: &reader, atMost: 4_096)
                for channel in 0..<2 { heard.planes[channel] += part.planes[channel] }
                if part.count == 0 { break }
            }
        }
        #expect(error?.code == .incomplete)
        #expect(heard.count > 30_000 && heard.count < 40_000 && heard.difference(from: sound) == 0)
    }

    @Test("with damage has silence there, and its other frames at their places")
    func damaged() throws {
        let (path, sound) = try Self.make("deep-good.flac")
        var bytes = Workbench.bytes(of: path)
        for index in bytes.count / 2..<bytes.count / 2 + 400 { bytes[index] = 0 }
        let heard = try Sound(of: Workbench.write(bytes, as: "deep-hole.flac"))
        #expect(heard.count == Self.frames)
        let wrong = (0..<Self.frames).filter { heard.planes[0][$0] != sound.planes[0][$0] }
        let (first, last) = (try #require(wrong.first), try #require(wrong.last))
        #expect(last - first < 3 * 4_096 && wrong.allSatisfy { heard.planes[0][$0] == 0 })
    }

    @Test("with many damaged bytes neither hangs nor goes on behind its end", arguments: 0..<12)
    func mutated(seed: Int) throws {
        var bytes = Workbench.bytes(of: try Self.make("deep-mutated\(seed).flac").path)
        var random = LinearCongruentialGenerator(state: UInt64(seed))
        // Behind the header, which would make another format of it.
        for _ in 0..<1 << seed {
            bytes[Int.random(in: 42..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        do {
            var reader = try AudioReader(MediaLocation(uri: Workbench.write(bytes, as: "deep-broken\(seed).flac")))
            #expect(try Sound(reading: &reader).count <= Self.frames)
            try reader.seek(to: FrameCount(50_000))
            _ = try Sound(reading: &reader, atMost: 1_000)
        } catch let error as MediaError {
            #expect([.corrupt, .unsupported, .incomplete].contains(error.code))
        }
    }

    @Test(
        "of which a packet is lost can be sought into there: silence, then what follows at its place", arguments: [false, true])
    func soughtIntoHole(isFirst: Bool) throws {
        let (path, sound) = try Self.make("deep-sought\(isFirst).flac", channels: 2, ["--no-seektable", "--no-padding"])
        var bytes = Workbench.bytes(of: path)
        let first = try #require((42..<bytes.count).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xF8 })
        let place = isFirst ? first : bytes.count / 2
        for index in place..<place + 400 { bytes[index] = 0 }
        let location = try MediaLocation(uri: Workbench.write(bytes, as: "deep-sought-hole\(isFirst).flac"))
        var reader = try AudioReader(location)
        let heard = try Sound(reading: &reader)
        let lost = try #require((0..<Self.frames).first { heard.planes[0][$0] != sound.planes[0][$0] })
        for target in [lost + 1_000, lost + 20_000, lost + 2_000, lost] {
            try reader.seek(to: FrameCount(Int64(target)))
            let part = try Sound(reading: &reader, atMost: 10_000)
            let meant = sound.part(from: target, count: 10_000)
            try #require(part.count == 10_000)
            let wrong = (0..<10_000).filter { part.planes[0][$0] != meant.planes[0][$0] }
            #expect(wrong.isEmpty == (target == lost + 20_000), "\(target)")
            // Played in order, libFLAC loses the packet behind the damage, too.
            #expect(wrong.allSatisfy { target + $0 < lost + 2 * 4_096 && part.planes[0][$0] == 0 }, "\(target)")
        }
    }

    @Test("of which the header tells too small a number is heard to its end", arguments: [false, true])
    func statedTooShort(hasID3: Bool) throws {
        let (path, sound) = try Self.make("deep-stated\(hasID3).flac")
        var bytes = Workbench.bytes(of: path)
        for (index, byte) in [0, 0, 0xC3, 0x50].enumerated() { bytes[22 + index] = UInt8(byte) }
        let id3 = hasID3 ? Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 128) : []
        var reader = try AudioReader(MediaLocation(uri: Workbench.write(id3 + bytes, as: "deep-short\(hasID3).flac")))
        #expect(reader.info.description.duration == MediaTime(value: Int64(Self.frames), timescale: Int64(Self.rate)))
        let heard = try Sound(reading: &reader)
        #expect(heard.count == Self.frames && heard.difference(from: sound) == 0)
        for target in [20_000, 60_000, 49_999] {
            try reader.seek(to: FrameCount(Int64(target)))
            let part = try Sound(reading: &reader, atMost: 2_000)
            #expect(part.count == 2_000 && part.difference(from: sound.part(from: target, count: 2_000)) == 0, "\(target)")
        }
    }

    /// What libFLAC decodes of a source, for the frames of a range.
    private static func samples(_ source: DeepFLACSource, _ range: Range<Int>) throws -> [Int32] {
        let header = try #require(source.size) - Int64(frames * 8)
        let bytes = try source.bytes(in: header + Int64(range.lowerBound * 8)..<header + Int64(range.upperBound * 8))
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
    }

    private static func source(
        _ whole: InterruptedSource, _ token: CancellationToken
    ) throws -> DeepFLACSource {
        let shape = DeepFLACSource.Shape(channelCount: 2, bits: 32, hertz: rate, mask: 3, frameCount: Int64(frames), isOgg: false)
        return try DeepFLACSource(whole, shape: shape, tags: [:], name: "deep", cancellation: token)
    }

    @Test("ends what it does when nobody wants it any more", arguments: [0, 40_000])
    func cancelled(place: Int) throws {
        let token = CancellationToken()
        let bytes = Workbench.bytes(of: try Self.make("deep-cancelled\(place).flac").path)
        let source = try Self.source(InterruptedSource(bytes, cancellation: CancellationToken()), token)
        if place > 0 { _ = try Self.samples(source, 0..<100) }
        token.cancel()
        let error = #expect(throws: MediaError.self) { try Self.samples(source, place..<place + 100) }
        #expect(error?.code == .cancelled)
    }

    @Test("goes on where it is to after an order that was cancelled while libFLAC read", arguments: [false, true])
    func interrupted(hasBegun: Bool) throws {
        let token = CancellationToken()
        let bytes = Workbench.bytes(of: try Self.make("deep-interrupted\(hasBegun).flac").path)
        let whole = InterruptedSource(bytes, cancellation: token)
        let source = try Self.source(whole, token)
        let expected = Self.samples(channels: 2)
        if hasBegun { #expect(try Self.samples(source, 0..<100) == Array(expected[..<200])) }
        for place in [0, 40_000, 10_000] where !hasBegun || place > 0 {
            let order = CancellationToken()
            token.heed(order)
            whole.cancelInNextRead(order)
            let error = #expect(throws: MediaError.self) { try Self.samples(source, place..<place + 9_000) }
            #expect(error?.code == .cancelled)
            token.heed(CancellationToken())
            let found = try Self.samples(source, place..<place + 9_000)
            #expect(found == Array(expected[2 * place..<2 * place + 18_000]), "\(place)")
        }
    }

    @Test(
        "of real media is heard as the flac program decodes it", .enabled(if: Workbench.hasTestData, "no shared test data"))
    func real() throws {
        let path = Workbench.testData("containers/flac/bear_32bit.flac")
        let form = ["-d", "-c", "-s", "--force-raw-format", "--endian=little", "--sign=signed", path]
        let bytes = Command.run("flac", form).output
        let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
        let sound = try Sound(of: path)
        let channels = sound.planes.count
        #expect(sound.count > 0 && sound.count * channels == samples.count)
        for channel in 0..<channels {
            #expect(
                sound.planes[channel]
                    == stride(from: channel, to: samples.count, by: channels).map { Float(samples[$0]) / 0x1p31 })
        }
    }
}
