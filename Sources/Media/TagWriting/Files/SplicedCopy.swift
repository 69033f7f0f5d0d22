import CLinux
import Glibc
import SystemSupport

/// Writes a file anew with some runs of bytes replaced, and compares what is there with what should be. It waits for the disk.
struct SplicedCopy {
    private let source: TagBytes
    private let descriptor: CInt
    private let plan: GainPlan

    private static let pieceSize: Int64 = 1 << 20
    /// What the kernel copies at once: somebody may end the program in between.
    private static let rangeSize: Int64 = 64 << 20

    /// - Parameter descriptor: that of the source, which stays open.
    init(of source: TagBytes, _ descriptor: CInt, _ plan: GainPlan) {
        (self.source, self.descriptor, self.plan) = (source, descriptor, plan)
    }

    /// One run of the new file.
    private enum Run {
        /// Bytes that stay, by where they are in the old one.
        case kept(Range<Int64>)
        case new([UInt8])
    }

    private var runs: [Run] {
        var (runs, place): ([Run], Int64) = ([], 0)
        for splice in plan.splices {
            if splice.range.lowerBound > place { runs.append(.kept(place..<splice.range.lowerBound)) }
            runs.append(.new(splice.bytes))
            place = splice.range.upperBound
        }
        if place < source.size { runs.append(.kept(place..<source.size)) }
        return runs
    }

    /// Writes into an empty file.
    func write(to target: CInt) throws(TagWritingError) {
        var place: Int64 = 0
        for run in runs {
            switch run {
            case .kept(let range): try copy(range, to: target, at: &place)
            case .new(let bytes): try Self.write(bytes, to: target, at: &place)
            }
        }
    }

    private func copy(_ range: Range<Int64>, to target: CInt, at place: inout Int64) throws(TagWritingError) {
        var from = range.lowerBound
        while from < range.upperBound {
            let count = unsafe fermata_copy_range(
                descriptor, &from, target, &place, Int(min(Self.rangeSize, range.upperBound - from)))
            if count > 0 { continue }
            if count < 0, errno == EINTR { continue }
            // Some file systems cannot, and some kernels copy nothing between two of them.
            guard count == 0 || [EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EPERM].contains(errno) else {
                throw TagWritingError(writing: errno)
            }
            let piece = try source.bytes(from..<min(range.upperBound, from + Self.pieceSize))
            try Self.write(piece, to: target, at: &place)
            from += Int64(piece.count)
        }
    }

    private static func write(_ bytes: [UInt8], to target: CInt, at place: inout Int64) throws(TagWritingError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(target, buffer.baseAddress?.advanced(by: written), buffer.count - written, off_t(place))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw TagWritingError(writing: count == 0 ? ENOSPC : errno) }
            written += count
            place += Int64(count)
        }
    }

    /// Compares the new file with the old one, byte for byte, but where it is to differ, and there with what it is to have.
    func check(_ target: CInt) throws(TagWritingError) {
        var status = stat()
        let failure = TagWritingError(
            .notReadBack, "what was written cannot be read back as it should be; the file stays as it was")
        guard unsafe fstat(target, &status) == 0, Int64(status.st_size) == plan.newSize(of: source.size) else { throw failure }
        let copy = TagBytes(target, size: Int64(status.st_size))
        var place: Int64 = 0
        for run in runs {
            switch run {
            case .kept(let range):
                var from = range.lowerBound
                while from < range.upperBound {
                    let end = min(range.upperBound, from + Self.pieceSize)
                    guard try source.bytes(from..<end) == copy.bytes(place..<place + end - from) else { throw failure }
                    place += end - from
                    from = end
                }
            case .new(let bytes):
                guard try copy.upTo(Int64(bytes.count), at: place) == bytes else { throw failure }
                place += Int64(bytes.count)
            }
        }
    }
}
