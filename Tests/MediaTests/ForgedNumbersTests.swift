import AudioTypes
import Glibc
import MediaTypes
import Synchronization
import Testing

@testable import Containers
@testable import Media

@Suite("Numbers that no media can mean")
struct ForgedNumbersTests {
    private static let stereo48 = StreamFormat(sampleRate: .video, channelLayout: .stereo)

    @Test("a duration of more ticks than can be counted is none")
    func duration() throws {
        // A prime number of nanoseconds a tick keeps FFmpeg's time base from being 1 / n.
        let path = Workbench.write(MatroskaFile.bytes(timestampScale: 999_983, duration: 1e14), as: "forged.mkv")
        #expect(try MediaProbe.describe(MediaLocation(uri: path)).duration == nil)
        let sane = Workbench.write(MatroskaFile.bytes(timestampScale: 999_983, duration: 1_000), as: "sane.mkv")
        let duration = try #require(try MediaProbe.describe(MediaLocation(uri: sane)).duration)
        #expect(duration == MediaTime(value: 1_000 * 999_983, timescale: 1_000_000_000))
    }

    @Test("a segment that begins behind every byte there can be is not opened")
    func segmentStart() throws {
        let list = """
            #EXTM3U
            #EXT-X-VERSION:4
            #EXT-X-TARGETDURATION:2
            #EXTINF:1,
            #EXT-X-BYTERANGE:100000@\(Int64.max - 100_000)
            segment.ts
            #EXT-X-ENDLIST

            """
        let segments = EndlessSegments()
        #expect(throws: MediaError.self) { _ = try AudioReader(ListSource(Array(list.utf8), segments), name: "list") }
        #expect(segments.readOffsets.isEmpty, "\(segments.readOffsets)")
    }

    @Test("a position behind the farthest byte of a part of a file is not gone to")
    func seekOverflow() {
        let stream = ByteStream(source: EndlessSource { _ in }, cancellation: CancellationToken(), from: 1_000)
        #expect(stream.seek(to: .max, whence: 0) < 0)
        #expect(stream.seek(to: 5, whence: 0) == 5)
    }

    @Test("a file of more bytes than any recording is not opened, and one that grows to that counts as no larger")
    func fileSize() throws {
        // In memory: file systems on disks do not count that far.
        let path = "/dev/shm/fermata-forged-\(getpid())"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        unlink(path)
        defer { close(descriptor) }
        try #require(ftruncate(descriptor, .max) == 0)
        let location = try MediaLocation(uri: "/proc/self/fd/\(descriptor)")
        let error = #expect(throws: MediaError.self) { _ = try FileSource(location) }
        #expect(error?.code == .unsupported)
        try #require(ftruncate(descriptor, 1) == 0)
        let source = try FileSource(location)
        try #require(ftruncate(descriptor, .max) == 0)
        #expect(source.size == ByteCount.largest)
    }

    @Test("a box up to the end of the largest source there can be is read")
    func lastBox() throws {
        // A size of 0: up to the end.
        let header = [0, 0, 0, 0] + Array("mdat".utf8)
        let reader = BoxReader(source: ListSource(header + Array(repeating: 0, count: 8), EndlessSegments()))
        #expect(try reader.boxes(in: 0..<Int64.max).map(\.content) == [8..<Int64.max])
    }

    @Test("a page of Ogg with a number that no recording reaches has none", arguments: [Int64.max, .max - 39, .min, 1 << 57])
    func pageNumber(number: Int64) throws {
        var bytes = Workbench.bytes(of: try Synthesis("forged.spx", rate: 16_000, channels: 1, "-c:a", "libspeex").make())
        let page = try #require(bytes.indices.last { bytes[$0...].starts(with: "OggS\0".utf8) })
        for byte in 0..<8 { bytes[page + 6 + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
        let source = MemorySource(bytes)
        let last = try #require(try OggPages(source, name: "forged", cancellation: CancellationToken())?.lastPage())
        #expect(last.number == nil && last.offset == Int64(page))
        var reader = try AudioReader(source, name: "forged")
        #expect(try Sound(reading: &reader, atMost: 4_096).count == 4_096)
    }

    @Test(
        "a frame that cannot be counted in another rate is the last that can", arguments: [1 << 52, 1 << 62, -1 << 62] as [Int64])
    func distantFrame(frame: Int64) throws {
        let path = Workbench.write(
            WAVFile.bytes(rate: 8, channels: 1, bits: 16, data: Array(repeating: 0, count: 64)), as: "distant\(frame).wav")
        let format = StreamFormat(sampleRate: try #require(SampleRate(hertz: 1_535_999)), channelLayout: .mono)
        let reader = try AudioReader(MediaLocation(uri: path), convertingTo: format)
        #expect(reader.outputFrame(of: frame) == (frame < 0 ? .min : .max))
        #expect(reader.outputFrame(of: 16) == 2 * 1_535_999)
    }

    @Test("a timestamp that no number holds is unknown")
    func timestamp() {
        let timeline = Timeline(
            numerator: 1, denominator: 44_100, rate: 44_100, grid: nil, origin: .max - 10, firstCount: 1_024)
        #expect(timeline.timestamp(of: 10) == .max)
        #expect(timeline.timestamp(of: 11) == nil)
    }

    @Test("a jump beyond all ends goes to the end, whatever the rates")
    func seeking() throws {
        let path = Workbench.write(
            WAVFile.bytes(rate: 1_535_999, channels: 1, bits: 16, data: Array(repeating: 0, count: 4_000)), as: "fast.wav")
        let slow = StreamFormat(sampleRate: try #require(SampleRate(hertz: 1)), channelLayout: .mono)
        var reader = try AudioReader(MediaLocation(uri: path), convertingTo: slow)
        try reader.seek(to: FrameCount(1 << 62))
        #expect(reader.position <= FrameCount(1))
    }

    @Test("a rate of a few hertz is converted in pieces that fit into little memory, and whole", arguments: [1, 8, 999])
    func slowRate(hertz: Int) throws {
        let frames = 4 * hertz + 26
        let path = Workbench.write(
            WAVFile.bytes(
                rate: UInt32(hertz), channels: 2, bits: 16, data: (0..<frames * 4).map { UInt8(truncatingIfNeeded: $0 &* 37) }),
            as: "slow\(hertz).wav")
        var reader = try AudioReader(MediaLocation(uri: path), convertingTo: Self.stereo48)
        let sound = try Sound(reading: &reader)
        // swresample itself rounds up to a frame of the input.
        #expect(abs(sound.count - frames * 48_000 / hertz) <= max(1, 48_000 / hertz))
        let input = StreamFormat(sampleRate: try #require(SampleRate(hertz: hertz)), channelLayout: .stereo)
        let resampler = try Resampler(from: input, to: Self.stereo48, name: "slow")
        let capacity = resampler.capacity
        #expect(capacity <= 1 << 16)
    }
}

/// A list of segments.
private final class ListSource: ByteSource {
    private let bytes: [UInt8]
    let segments: (any SegmentOpening)?

    init(_ bytes: [UInt8], _ segments: any SegmentOpening) {
        self.bytes = bytes
        self.segments = segments
    }

    var size: Int64? { Int64(bytes.count) }
    var isSeekable: Bool { true }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        let rest = bytes.dropFirst(Int(offset)).prefix(buffer.count)
        buffer.copyBytes(from: rest)
        return rest.count
    }
}

/// Opens segments that never end, and notes where they are read.
private final class EndlessSegments: SegmentOpening {
    private let offsets = Mutex<[Int64]>([])
    let address = "http://127.0.0.1/list.m3u8"

    var readOffsets: [Int64] { offsets.withLock { $0 } }

    func resolve(_ reference: String) throws(MediaError) -> String { reference }

    func open(_ address: String, cancellation: CancellationToken) throws(MediaError) -> any ByteSource {
        EndlessSource { [self] offset in offsets.withLock { $0.append(offset) } }
    }
}

/// Zeros without an end.
private final class EndlessSource: ByteSource {
    private let noteRead: @Sendable (Int64) -> Void

    init(_ noteRead: @escaping @Sendable (Int64) -> Void) { self.noteRead = noteRead }

    var size: Int64? { nil }
    var isSeekable: Bool { true }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        noteRead(offset)
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
        return buffer.count
    }
}
