import AudioTypes
import Glibc
import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("Writing WAV")
struct WaveWritingTests {
    private func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private func text(_ bytes: [UInt8], _ place: Int) -> String { String(decoding: bytes[place..<place + 4], as: UTF8.self) }

    @Test("the header describes the samples field by field")
    func fields() throws {
        for (samples, channels) in [(AudioFileFormat.SampleKind.signed16, 2), (.signed24, 1), (.float32, 2), (.float32, 6)] {
            let sink = MemorySink()
            let written = WrittenSound("wav", .init(samples: samples), rate: 96_000, channels: channels, frames: 101)
            _ = try written.write(to: sink)
            let bytes = sink.bytes
            let isExtensible = channels > 2 || samples == .signed24
            let frameSize = samples.byteCount * channels
            #expect(text(bytes, 0) == "RIFF" && number(bytes, 4, 4) == bytes.count - 8 && text(bytes, 8) == "WAVE")
            #expect(text(bytes, 12) == "JUNK" && number(bytes, 16, 4) == 28)
            #expect(text(bytes, 48) == "fmt " && number(bytes, 52, 4) == (isExtensible ? 40 : samples == .float32 ? 18 : 16))
            #expect(number(bytes, 56, 2) == (isExtensible ? 0xFFFE : samples == .float32 ? 3 : 1))
            #expect(number(bytes, 58, 2) == channels && number(bytes, 60, 4) == 96_000)
            #expect(number(bytes, 64, 4) == 96_000 * frameSize && number(bytes, 68, 2) == frameSize)
            #expect(number(bytes, 70, 2) == samples.byteCount * 8)
            if isExtensible {
                #expect(number(bytes, 72, 2) == 22 && number(bytes, 74, 2) == samples.byteCount * 8)
                #expect(number(bytes, 76, 4) == (channels == 1 ? 4 : 0x3F))
                #expect(number(bytes, 80, 2) == (samples == .float32 ? 3 : 1))
            }
            let data = try #require(bytes.firstRange(of: Array("data".utf8))).upperBound
            #expect(number(bytes, data, 4) == 101 * frameSize)
            #expect(bytes.count == data + 4 + 101 * frameSize + 101 * frameSize % 2)
            if samples == .float32 {
                let fact = try #require(bytes.firstRange(of: Array("fact".utf8))).upperBound
                #expect(number(bytes, fact + 4, 4) == 101)
            }
        }
    }

    @Test("a file that grows beyond the limit becomes RF64 in place", arguments: [false, true])
    func becomesRF64(isFlushed: Bool) throws {
        let sink = MemorySink()
        let written = WrittenSound("wav", .init(samples: .signed24), frames: 5_000)
        let head = WaveHead(.signed24, written.input, tags: WrittenTags([:]), largest: 20_000)
        let track = try SampleTrack(sink, samples: .signed24, channelCount: 2, head: head, name: "test")
        let sound = written.sound
        var marks: [String] = []
        for start in stride(from: 0, to: 5_000, by: 1_000) {
            let part = sound.part(from: start, count: 1_000)
            try part.withPlanes { planes throws(MediaError) in try track.append(planes, from: 0, count: 1_000) }
            if isFlushed {
                try track.flush()
                marks.append(text(sink.bytes, 0))
                #expect(try Sound(decoding: sink.bytes).count == start + 1_000)
            }
        }
        try track.finish()
        let bytes = sink.bytes
        if isFlushed { #expect(marks == ["RIFF", "RIFF", "RIFF", "RF64", "RF64"]) }
        #expect(text(bytes, 0) == "RF64" && number(bytes, 4, 4) == 0xFFFF_FFFF)
        #expect(text(bytes, 12) == "ds64" && number(bytes, 16, 4) == 28)
        #expect(number(bytes, 20, 8) == bytes.count - 8 && number(bytes, 28, 8) == 30_000 && number(bytes, 36, 8) == 5_000)
        #expect(try Sound(decoding: bytes).difference(from: sound) == 0)
    }

    @Test("the limit is the largest length that RIFF can say, and a length is never that of an open file")
    func limit() throws {
        let format = StreamFormat(sampleRate: .cd, channelLayout: .stereo)
        let head = WaveHead(.signed16, format, tags: WrittenTags([:]))
        let before = head.bytes(dataSize: 0).count - 8
        let most = 0xFFFF_FFFE - Int64(before)
        let (last, first) = (
            head.bytes(dataSize: most), head.bytes(dataSize: most + 4)
        )
        #expect(text(last, 0) == "RIFF" && number(last, 4, 4) == 0xFFFF_FFFE && last.count == first.count)
        #expect(text(first, 0) == "RF64" && number(first, 28, 8) == Int(most + 4))
        let open = head.bytes(dataSize: nil)
        #expect(text(open, 0) == "RIFF" && number(open, 4, 4) == 0xFFFF_FFFF && open.suffix(4) == [255, 255, 255, 255])
    }

    @Test("a file of five gibibytes has its length, and can be read at its end")
    func fiveGibibytes() throws {
        let format = StreamFormat(sampleRate: .cd, channelLayout: .stereo)
        let frames: Int64 = 5 << 28
        let head = WaveHead(.signed16, format, tags: WrittenTags([:])).bytes(dataSize: frames * 4)
        let path = Workbench.write(head, as: "five.wav")
        // A file with a hole in place of most of its samples.
        #expect(truncate(path, Int(frames) * 4 + head.count) == 0)
        let file = try #require(fopen(path, "r+"))
        fseek(file, -4, SEEK_END)
        _ = [UInt8]([0, 0x40, 0, 0xC0]).withUnsafeBytes { fwrite($0.baseAddress, 1, 4, file) }
        fclose(file)
        defer { unlink(path) }
        var reader = try AudioReader(MediaLocation(uri: path))
        #expect(reader.info.description.duration?.seconds == FrameCount(frames).seconds(at: .cd))
        try reader.seek(to: FrameCount(frames - 2))
        #expect(try Sound(reading: &reader, atMost: 100).planes == [[0, 0.5], [0, -0.5]])
    }

    @Test("a writer switches to RF64 by what it wrote, not by what it was told")
    func countingSink() throws {
        let sink = HeadSink()
        let format = try AudioFileFormat(named: "wav", .init(samples: .float32))
        let layout = try #require(ChannelLayout.standard(channelCount: 64))
        var writer = try AudioWriter(
            sink, format: format, input: StreamFormat(sampleRate: .video, channelLayout: layout), name: "x")
        let plane = UnsafeMutablePointer<Float>.allocate(capacity: 1 << 18)
        plane.initialize(repeating: 0.25, count: 1 << 18)
        defer { plane.deallocate() }
        // 64 MiB a turn, all channels from the same plane.
        let planes = Array(repeating: plane, count: 64)
        for turn in 1...66 {
            try planes.withUnsafeBufferPointer { planes throws(MediaError) in try writer.write(planes, from: 0, count: 1 << 18) }
            try writer.flush()
            #expect(text(sink.head, 0) == (sink.count - 8 > 0xFFFF_FFFE ? "RF64" : "RIFF"))
            #expect(writer.durableCount.value == Int64(turn) << 18)
        }
        #expect(text(sink.head, 0) == "RF64" && number(sink.head, 28, 8) == 66 << 26)
    }
}

/// A sink that counts bytes and keeps only the first of them.
private final class HeadSink: ByteSink, @unchecked Sendable {
    private(set) var head: [UInt8] = []
    private(set) var count = 0
    let canRewrite = true

    func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        if head.count < 256 { head += bytes.prefix(256 - head.count) }
        count += bytes.count
    }

    func overwrite(at offset: Int64, _ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        head.replaceSubrange(Int(offset)..<Int(offset) + bytes.count, with: bytes)
    }
}
