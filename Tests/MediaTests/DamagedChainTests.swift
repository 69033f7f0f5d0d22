import Containers
import MediaTypes
import Synchronization
import Testing

@testable import Media

@Suite("Ogg files with pages that lead astray")
struct DamagedChainTests {
    /// Bytes that nobody wants any more once they were read so many times.
    private final class UnwantedSource: ByteSource {
        private let bytes: [UInt8]
        private let cancellation: CancellationToken
        private let wantedReads: Int
        private let reads = Atomic<Int>(0)

        init(_ bytes: [UInt8], wantedReads: Int, _ cancellation: CancellationToken) {
            self.bytes = bytes
            self.wantedReads = wantedReads
            self.cancellation = cancellation
        }

        var size: Int64? { Int64(bytes.count) }
        var isSeekable: Bool { true }
        var readCount: Int { reads.load(ordering: .relaxed) }

        func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
            if reads.add(1, ordering: .relaxed).newValue == wantedReads { cancellation.cancel() }
            let rest = bytes.dropFirst(Int(offset)).prefix(buffer.count)
            buffer.copyBytes(from: rest)
            return rest.count
        }
    }

    @Test("the search for the links ends with the read in which it is cancelled", arguments: 1...6)
    func cancelledSearch(reads: Int) throws {
        let bytes = Workbench.bytes(of: try ChainedOgg.all[0].make())
        let token = CancellationToken()
        let source = UnwantedSource(bytes, wantedReads: reads, token)
        let pages = try #require(OggPages(source, name: "a chain", cancellation: token))
        let error = try #require(throws: MediaError.self) { _ = try pages.links() }
        #expect(error.code == .cancelled && source.readCount == reads)
    }

    private static let whole = Synthesis("led-astray.ogg", seconds: 2, "-c:a", "libvorbis", "-serial_offset", "3")

    /// The header of a page of a stream that is not there, of as many bytes as `lengths` says.
    private func page(flags: UInt8, lengths: [UInt8]) -> [UInt8] {
        let granule = [UInt8](repeating: 0, count: 8)
        let serialNumberAndChecksum: [UInt8] = [0xAB, 0xCD, 0xEF, 1] + [UInt8](repeating: 0, count: 8)
        return Array("OggS".utf8) + [0, flags] + granule + serialNumberAndChecksum + [UInt8(lengths.count)] + lengths
    }

    @Test(
        "are heard up to there, and stop nobody",
        arguments: [(flags: 2, lengths: [255]), (2, []), (0, []), (0, [255, 255])] as [(flags: UInt8, lengths: [UInt8])])
    func strayPage(flags: UInt8, lengths: [UInt8]) throws {
        let good = Workbench.bytes(of: try Self.whole.make())
        let path = Workbench.write(good + page(flags: flags, lengths: lengths), as: "stray\(flags)-\(lengths.count).ogg")
        let sound = try Sound(of: path)
        let expected = try Sound(of: Self.whole.make())
        // FFmpeg may need the last page to know where to cut.
        #expect(sound.count >= expected.count && sound.count < expected.count + 4_096)
        #expect(sound.part(from: 0, count: expected.count).difference(from: expected) == 0)
    }

    @Test("that are a recording cut within the headers of its last link are heard up to that", arguments: [20, 28, 60, 200])
    func cutChain(count: Int) throws {
        let links = try (1...3).map { number in
            Workbench.bytes(
                of: try Synthesis(
                    "whole\(number).ogg", seconds: 2, "-c:a", "libvorbis", "-serial_offset", "\(number)"
                ).make())
        }
        let whole = links[0] + links[1]
        let expected = try Sound(of: Workbench.write(whole, as: "two-\(count).ogg"))
        #expect(expected.count == 4 * 44_100)
        let sound = try Sound(of: Workbench.write(whole + links[2].prefix(count), as: "cut-\(count).ogg"))
        #expect(sound.count == expected.count && sound.difference(from: expected) == 0)
    }

    @Test("an edit list of impossible times is passed over")
    func editList() {
        for start in [Int64.min, -2] {
            #expect(EditedLength(edit: (100, start), movieScale: 1_000, media: (44_100, .max)) == nil)
        }
        #expect(EditedLength(edit: (-5, 0), movieScale: 1_000, media: (44_100, 100)) == nil)
    }
}
