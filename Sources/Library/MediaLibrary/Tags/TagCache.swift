import Glibc
import MediaTypes
import SystemSupport

/// A cache of the tags and durations that were read from files: one file that only grows. If the file is larger than a limit
/// when it is opened, it begins anew. One thread at a time may use the cache.
///
/// Memory holds one number for each file, and only while this value lives: the texts stay on the disk. If a record is damaged,
/// that record and all records behind it are cut off: they can be read from the media again.
package struct TagCache: ~Copyable {
    /// The size of the file in bytes beyond which it begins anew: enough for some hundred thousand media files.
    package static let sizeLimit = 64 << 20

    private static let signature = Array("fermata tags 3\n".utf8)
    private static let pieceSize = 256 << 10

    private let descriptor: Int32
    /// The position of each record in the file, by its key.
    private var offsets: [UInt64: UInt32] = [:]
    /// The facts that are not written yet, by their keys.
    private var pending: [UInt64: MediaFacts] = [:]

    /// Opens the cache in `directory`, which is made with mode 0700 if it is missing. Returns `nil` if another program uses the
    /// cache or if it cannot be written; only in the latter case `report` gets a sentence.
    package init?(directory: String, sizeLimit: Int = TagCache.sizeLimit, report: (String) -> Void) {
        let path = "\(directory)/tags"
        descriptor = Self.open(path, in: directory, report: report)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        let whole: Int
        (whole, offsets) = records(sizeLimit)
        if whole > 0, whole == fileSize { return }
        guard ftruncate(descriptor, off_t(whole)) == 0, whole > 0 || append(Self.signature) else {
            report("\(path) cannot be written: \(systemReason())")
            return nil
        }
    }

    /// Opens the file; -1 if it cannot be, for a reason that `report` gets.
    private static func open(_ path: String, in directory: String, report: (String) -> Void) -> CInt {
        do throws(Directories.Failure) { try Directories.make(directory) } catch {
            report(error.description)
            return -1
        }
        do throws(FileFailure) { return try RegularFile.openToChange(path, flags: O_APPEND).release() } catch {
            report("\(path) cannot be opened: \(error)")
            return -1
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // Closing alone is not enough: a child process that is being started may hold the descriptor until its program runs.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Returns the facts that are known of a file; `nil` if there are none.
    func facts(of stamp: FileStamp) -> MediaFacts? {
        if let facts = pending[stamp.key] { return facts }
        guard let offset = offsets[stamp.key] else { return nil }
        let record = TagRecord(read(TagRecord.headSize + TagRecord.bodyLimit, at: Int(offset))[...])
        return record.flatMap { $0.key == stamp.key ? $0.facts : nil }
    }

    /// Notes the facts that were read from a file, until the next ``flush()``.
    mutating func add(_ facts: MediaFacts, of stamp: FileStamp) { pending[stamp.key] = facts }

    /// Writes the facts that were noted since the last call. If they cannot be written (the disk is full), they are forgotten.
    mutating func flush() {
        guard !pending.isEmpty else { return }
        var bytes: [UInt8] = []
        let start = fileSize
        for (key, facts) in pending {
            offsets[key] = UInt32(clamping: start + bytes.count)
            bytes += TagRecord(key: key, facts: facts).bytes
        }
        if !append(bytes) {
            ftruncate(descriptor, off_t(start))
            for key in pending.keys { offsets[key] = nil }
        }
        pending = [:]
    }
}

// MARK: - The file

extension TagCache {
    private var fileSize: Int {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Finds the records. Returns how many bytes from the beginning on are intact, 0 if the file is to begin anew, and where each record is.
    private func records(_ sizeLimit: Int) -> (whole: Int, offsets: [UInt64: UInt32]) {
        guard fileSize <= sizeLimit, read(Self.signature.count, at: 0) == Self.signature else { return (0, [:]) }
        var offsets: [UInt64: UInt32] = [:]
        var place = Self.signature.count
        var piece = read(Self.pieceSize, at: place)[...]
        while let size = TagRecord.size(piece) {
            if piece.count < size {
                piece = read(Self.pieceSize, at: place)[...]
                if piece.count < size { break }
            }
            guard let record = TagRecord(piece) else { break }
            offsets[record.key] = UInt32(clamping: place)
            place += size
            piece = piece.dropFirst(size)
            if piece.count < TagRecord.headSize { piece = read(Self.pieceSize, at: place)[...] }
        }
        return (place, offsets)
    }

    private func read(_ count: Int, at place: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = unsafe max(0, pread(descriptor, buffer.baseAddress, count, off_t(place)))
        }
    }

    private func append(_ bytes: [UInt8]) -> Bool {
        unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) } == bytes.count
    }
}
