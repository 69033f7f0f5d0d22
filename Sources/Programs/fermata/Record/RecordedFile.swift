import FermataKit
import Glibc
import MediaTypes
import SystemSupport

/// The file that a recording, or the result of a job, is written to, with the rights of this program. The daemon sends chunks: each says where its bytes
/// belong.
final class RecordedFile {
    /// The bytes before those of a chunk: the place, and the number of bytes, both little-endian.
    private static let headCount = 12
    /// The bytes before those of a piece: its first frame, the time of that, and the number of bytes, little-endian.
    private static let pieceHeadCount = 20
    /// How often the file is brought to the disk: each time so many bytes have come.
    private static let syncCount = 1 << 18

    /// Whether bytes have places. A pipe gets them front to back.
    let hasPlaces: Bool
    /// Whether bytes come in pieces, each with its time.
    private let hasTimes: Bool
    private let descriptor: CInt
    /// What people call it.
    let name: String
    private var pending: [UInt8] = []
    private var unsynced = 0
    /// Whether nothing was written yet.
    private(set) var isEmpty = true

    /// Takes a descriptor that bytes go to front to back.
    /// - Parameter hasTimes: whether the daemon sends pieces.
    init(descriptor: CInt, name: String, hasTimes: Bool = false) {
        self.hasTimes = hasTimes
        self.descriptor = descriptor
        self.name = name
        hasPlaces = false
    }

    /// Makes a new file at `path`.
    init(new path: String) throws(ClientFailure) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        name = path
        hasPlaces = true
        hasTimes = false
        guard descriptor >= 0 else {
            let advice = errno == EEXIST ? "it exists, and nothing is overwritten" : systemReason()
            throw .refused("\(path) cannot be made: \(advice)")
        }
    }

    deinit { if hasPlaces { close(descriptor) } }

    /// Takes in what the daemon sent.
    func take(_ bytes: [UInt8]) throws(ClientFailure) {
        guard !bytes.isEmpty else { return }
        isEmpty = false
        if hasTimes { return try takePieces(bytes) }
        guard hasPlaces else {
            if !Terminal.put(bytes, to: descriptor) { throw failure() }
            return
        }
        pending += bytes
        var start = 0
        while pending.count - start >= Self.headCount {
            let place = pending[start..<start + 8].littleEndian(as: Int.self)
            let count = pending[start + 8..<start + 12].littleEndian(as: Int.self)
            guard pending.count - start - Self.headCount >= count else { break }
            start += Self.headCount
            try write(start..<start + count, at: place)
            start += count
        }
        pending.removeSubrange(..<start)
        if unsynced >= Self.syncCount { synchronize() }
    }

    /// Takes in pieces, whose times nobody asked for.
    private func takePieces(_ bytes: [UInt8]) throws(ClientFailure) {
        pending += bytes
        var sound: [UInt8] = []
        var start = 0
        while pending.count - start >= Self.pieceHeadCount {
            let count = pending[start + 16..<start + 20].littleEndian(as: Int.self)
            guard pending.count - start - Self.pieceHeadCount >= count else { break }
            start += Self.pieceHeadCount
            sound += pending[start..<start + count]
            start += count
        }
        pending.removeSubrange(..<start)
        if !Terminal.put(sound, to: descriptor) { throw failure() }
    }

    /// Brings the file to the disk.
    func synchronize() {
        unsynced = 0
        if hasPlaces { fdatasync(descriptor) }
    }

    private func write(_ range: Range<Int>, at place: Int) throws(ClientFailure) {
        var done = 0
        while done < range.count {
            let count = pending[range.dropFirst(done)].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(place + done))
            }
            if count > 0 { done += count } else if count == 0 || errno != EINTR { throw failure() }
        }
        unsynced += range.count
    }

    private func failure() -> ClientFailure {
        .refused("\(name) cannot be written: \(errno == ENOSPC ? "the disk is full" : systemReason())")
    }
}
