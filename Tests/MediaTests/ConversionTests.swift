import AudioTypes
import MediaTypes
import Testing

@testable import Media

@Suite("Converting between formats")
struct ConversionTests {
    @Test("a stream keeps its length to the frame when it is resampled", arguments: [8_000, 22_050, 48_000, 96_000, 192_000])
    func length(rate: Int) throws {
        let path = try Synthesis("s16.wav", "-c:a", "pcm_s16le").make()
        let format = StreamFormat(sampleRate: try #require(SampleRate(hertz: rate)), channelLayout: .stereo)
        var reader = try AudioReader(MediaLocation(uri: path), convertingTo: format)
        let sound = try Sound(reading: &reader)
        #expect(sound.planes.count == 2)
        #expect(abs(sound.count - 3 * rate) <= 1)
        #expect(reader.position == FrameCount(Int64(sound.count)))
    }

    @Test("a sine keeps its phase, its level and both of its ends")
    func sine() throws {
        let source = "aevalsrc=0.5*sin(2*PI*1000*t):s=44100:d=1"
        let path = Workbench.path("sine1000.wav")
        _ = Command.run("ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", source, "-c:a", "pcm_f32le", path])
        let format = StreamFormat(sampleRate: .video, channelLayout: .mono)
        var reader = try AudioReader(MediaLocation(uri: path), convertingTo: format)
        let sound = try Sound(reading: &reader)
        let expected = Sound(planes: [(0..<48_000).map { 0.5 * Self.sine(Double($0) / 48) }])
        #expect(sound.count == 48_000)
        let middle = sound.part(from: 100, count: 47_800)
        #expect(middle.difference(from: expected.part(from: 100, count: 47_800)) < 1e-3)
    }

    /// The sine of a number of turns, by its series: the tests need no mathematics library.
    private static func sine(_ turns: Double) -> Float {
        let angle = (turns - turns.rounded()) * 2 * Double.pi
        var (term, sum) = (angle, angle)
        for step in 1..<15 {
            term *= -angle * angle / Double((2 * step) * (2 * step + 1))
            sum += term
        }
        return Float(sum)
    }

    @Test("mono goes to both sides at its own level")
    func monoToStereo() throws {
        let path = try Synthesis("mono.wav", channels: 1, seconds: 0.5, "-c:a", "pcm_s16le").make()
        let mono = try Sound(of: path)
        var reader = try AudioReader(
            MediaLocation(uri: path), convertingTo: StreamFormat(sampleRate: .cd, channelLayout: .stereo))
        let stereo = try Sound(reading: &reader)
        #expect(stereo.count == mono.count)
        #expect(stereo.difference(from: Sound(planes: [mono.planes[0], mono.planes[0]])) == 0)
    }

    @Test("six channels fit into two without clipping")
    func downmix() throws {
        let path = Workbench.path("loud.wav")
        let channels = Array(repeating: "0.99", count: 6).joined(separator: "|")
        _ = Command.run(
            "ffmpeg",
            ["-nostdin", "-y", "-f", "lavfi", "-i", "aevalsrc=\(channels):s=48000:d=0.2:c=5.1", "-c:a", "pcm_s16le", path])
        var reader = try AudioReader(
            MediaLocation(uri: path), convertingTo: StreamFormat(sampleRate: .video, channelLayout: .stereo))
        let sound = try Sound(reading: &reader)
        #expect(sound.count == 9_600)
        #expect((sound.planes[0].max() ?? 2) <= 1)
        #expect((sound.planes[0].max() ?? 0) > 0.5)
    }

    @Test(
        "channels without a place are dealt out to those that there are, and do not clip", arguments: [9, 24, 32, 64],
        [44_100, 48_000])
    func manyChannels(count: Int, rate: Int) throws {
        // Channel n is at the constant level n; all at full scale would meet in both outputs.
        let frames = (0..<2_000).flatMap { _ in (0..<count).flatMap { [UInt8(0), UInt8($0)] } }
        let wave = WAVFile.bytes(rate: UInt32(rate), channels: UInt16(count), bits: 16, data: frames)
        let path = Workbench.write(wave, as: "many\(count)-\(rate).wav")
        let stereo = StreamFormat(sampleRate: .cd, channelLayout: .stereo)
        var reader = try AudioReader(MediaLocation(uri: path), convertingTo: stereo)
        let sound = try Sound(reading: &reader).part(from: 500, count: 800)
        let perSide = (count + 1) / 2
        for (side, plane) in sound.planes.enumerated() {
            let expected = stride(from: side, to: count, by: 2).reduce(0) { $0 + Float($1) * 256 / 32_768 } / Float(perSide)
            #expect(plane.count == 800 && plane.allSatisfy { abs($0 - expected) < 1e-4 })
        }
    }

    @Test("stereo and mono go into the first two of channels without a place", arguments: [1, 2, 6])
    func intoManyChannels(channels: Int) throws {
        let path = try Synthesis("into\(channels).wav", channels: channels, seconds: 0.2, "-c:a", "pcm_s16le").make()
        let own = try Sound(of: path)
        let layout = try #require(ChannelLayout.standard(channelCount: 32))
        var reader = try AudioReader(
            MediaLocation(uri: path), convertingTo: StreamFormat(sampleRate: .cd, channelLayout: layout))
        let sound = try Sound(reading: &reader)
        #expect(sound.planes.count == 32 && sound.count == own.count)
        let heard = channels == 1 ? [own.planes[0], own.planes[0]] : own.planes
        #expect(Sound(planes: Array(sound.planes.prefix(heard.count))).difference(from: Sound(planes: heard)) < 1e-6)
        #expect(sound.planes.dropFirst(heard.count).allSatisfy { $0.allSatisfy { $0 == 0 } })
    }

    @Test("a stream that changes its rate and channels midway goes on in its first format")
    func changeMidway() throws {
        let first = try Synthesis("part1.mp3", rate: 44_100, "-c:a", "libmp3lame", "-write_xing", "0", "-id3v2_version", "0")
            .make()
        let second = try Synthesis(
            "part2.mp3", rate: 48_000, channels: 1, "-c:a", "libmp3lame", "-write_xing", "0", "-id3v2_version", "0"
        ).make()
        let path = Workbench.write(Workbench.bytes(of: first) + Workbench.bytes(of: second), as: "joined.mp3")
        var reader = try AudioReader(MediaLocation(uri: path))
        let sound = try Sound(reading: &reader)
        #expect(sound.planes.count == 2)
        // Three seconds each, and the encoders' own padding.
        #expect(abs(sound.count - 6 * 44_100) < 6_000)
        try reader.seek(to: FrameCount(200_000))
        #expect(reader.position == FrameCount(200_000))
        let part = try Sound(reading: &reader, atMost: 2_000)
        #expect(part.difference(from: sound.part(from: 200_000, count: 2_000)) == 0)
    }

    @Test("integers become exactly their fraction of full scale")
    func exactIntegers() throws {
        let samples: [Int16] = [.min, -1, 0, 1, 2, .max]
        let path = Workbench.write(
            WAVFile.bytes(
                rate: 44_100, channels: 1, bits: 16,
                data: samples.flatMap { sample in
                    [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
                }), as: "exact.wav")
        #expect(try Sound(of: path).planes == [samples.map { Float($0) / 32_768 }])
    }
}
