import AudioTypes
import Containers
import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("MP4 that can be read only once")
struct OnceReadMoviesTests {
    /// Gives its bytes from front to back, as a pipe does.
    private final class OnceSource: ByteSource, @unchecked Sendable {
        private let bytes: [UInt8]
        private var count: Int64 = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var size: Int64? { nil }
        var isSeekable: Bool { false }

        func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
            guard offset >= count || offset < 4_096 else { throw MediaError(.notSeekable, "read twice") }
            let piece = bytes[min(bytes.count, Int(offset))...].prefix(min(buffer.count, 3_000))
            buffer.copyBytes(from: piece)
            count = max(count, offset + Int64(piece.count))
            return piece.count
        }
    }

    private static func read(_ bytes: [UInt8]) throws -> Sound {
        var reader = try AudioReader(OnceSource(bytes), name: "test")
        return try Sound(reading: &reader)
    }

    @Test("is read to the end of its last fragment, and not of the first")
    func fragments() throws {
        let written = WrittenSound("m4a", frames: 44_100 * 5)
        let sink = MemorySink()
        _ = try written.write(to: sink, tags: ["title": "Take"])
        #expect(MovieFragments.areAnnounced(in: sink.bytes))
        let sound = try Self.read(sink.bytes)
        // Only the end of the last packet is not cut, because no length stands in front.
        #expect((written.frames...written.frames + 1_023).contains(sound.count), "\(sound.count)")
        #expect(sound.part(from: 2_048, count: 200_000).error(against: written.expected.part(from: 2_048, count: .max)) < 0.02)
    }

    @Test("is read to its last millisecond if it is in one piece whose index stands in front")
    func whole() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a.m4a")
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 300, frameCount: 100_003, sampleRate: 44_100),
            options: ["-c:a", "aac", "-movflags", "+faststart"], to: path)
        let bytes = try readFile(path)
        #expect(!MovieFragments.areAnnounced(in: bytes))
        // Where the end is to the frame is not looked for in what can be read only once: the edit list tells milliseconds.
        let count = try Self.read(bytes).count
        #expect((100_003 - 45...100_003 + 45).contains(count), "\(count)")
    }

    @Test("has no fragments if its beginning does not say so, whatever stands there")
    func announced() {
        for bytes in [
            [], [0], Array("moovmvex".utf8), [0, 0, 0, 0] + Array("moov".utf8), [0, 0, 0, 1] + Array("free".utf8) + [9],
        ] {
            #expect(!MovieFragments.areAnnounced(in: bytes))
        }
        let box = { (length: UInt8, name: String) in [0, 0, 0, length] + Array(name.utf8) }
        #expect(MovieFragments.areAnnounced(in: box(8, "ftyp") + box(99, "moov") + box(8, "mvhd") + box(8, "mvex")))
        #expect(!MovieFragments.areAnnounced(in: box(8, "ftyp") + box(8, "mvex") + box(99, "moov")))
    }
}
