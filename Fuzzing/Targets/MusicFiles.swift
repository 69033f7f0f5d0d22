import Containers
import Glibc
import SystemSupport

@testable import Media
@testable import TagReading

extension FuzzTarget {
    /// The metadata of FLAC behind its first block. What is not left to TagLib is as TagLib reads it, and the tracks of a disc follow each
    /// other within the sound.
    static let flac = FuzzTarget("flac", atMost: 2_048) { bytes in
        checkTracks(in: Array(bytes))
        guard let file = try? musicFile.filled(with: Array(bytes)), let plain = PlainFLAC.read(file) else { return }
        let byTagLib = try? MusicFileReader.readByTagLib(file)
        precondition(plain == byTagLib, "\(plain) without TagLib, \(String(describing: byTagLib)) with it")
        precondition(plain.pictures.count <= MusicFile.pictureLimit, "\(plain.pictures.count) pictures")
    }

    private static func checkTracks(in blocks: [UInt8]) {
        let source = InventedSource(InventedFLAC.bytes(with: blocks), naming: nil)
        let sheet = try? FLACCueSheet(of: source)
        // The mark, the heads of blocks, and the content of two of them.
        precondition(source.readCount <= 1_000, "\(source.readCount) reads")
        var last: Int64 = -1
        for track in sheet?.tracks ?? [] {
            precondition(track.start > last && track.start < track.end ?? 44_100 && track.end ?? 0 <= 44_100, "\(track)")
            last = track.start
        }
    }

    private static let musicFile = InventedFLAC()

    /// A file without a name.
    private struct InventedFLAC: Sendable {
        private let descriptor: CInt
        /// The mark of FLAC, and a first block that states a second of sound.
        private static let head: [UInt8] =
            Array("fLaC".utf8) + [0, 0, 0, 34, 16, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0, 0, 0, 0xAC, 0x44]
            + Array(repeating: 0, count: 16)

        init() {
            var template = Array("/tmp/fermata-fuzz-XXXXXX".utf8CString)
            descriptor = mkstemp(&template)
            guard descriptor >= 0 else { preconditionFailure("no file for the music") }
            unlink(template)
        }

        /// The bytes of a file with these blocks, and some sound behind them.
        static func bytes(with blocks: [UInt8]) -> [UInt8] { head + blocks + Array(repeating: 0xFF, count: 256) }

        /// Puts blocks into the file, and opens it.
        func filled(with blocks: [UInt8]) throws -> OpenMusicFile {
            let bytes = Self.bytes(with: blocks)
            precondition(ftruncate(descriptor, 0) == 0)
            precondition(bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) } == bytes.count)
            return try OpenMusicFile(Array("/proc/self/fd/\(descriptor)".utf8))
        }
    }
}
