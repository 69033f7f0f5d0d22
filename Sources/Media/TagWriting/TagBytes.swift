import Glibc
import MediaTypes
import SystemSupport

/// Reads an open file at any place. Whoever makes it keeps the descriptor open. It waits for the disk.
struct TagBytes: Sendable {
    private let descriptor: CInt
    /// The size of the file, in bytes.
    let size: Int64

    /// The most bytes that are read at once: the largest block of tags.
    static let largest: Int64 = 64 << 20

    init(_ descriptor: CInt, size: Int64) { (self.descriptor, self.size) = (descriptor, size) }

    /// Returns exactly these bytes.
    /// - Throws: `damaged` if the file does not have them, `excessive` if they are more than tags have.
    func bytes(_ range: Range<Int64>) throws(TagWritingError) -> [UInt8] {
        guard range.lowerBound >= 0, range.upperBound <= size else { throw .damaged("its end") }
        guard range.upperBound - range.lowerBound <= Self.largest else {
            throw TagWritingError(.excessive, "it has tags of more than \(Self.largest >> 20) MiB")
        }
        return try available(range)
    }

    /// Returns these bytes, or fewer where the file ends.
    func upTo(_ count: Int64, at place: Int64) throws(TagWritingError) -> [UInt8] {
        try available(min(place, size)..<min(size, place + count))
    }

    private func available(_ range: Range<Int64>) throws(TagWritingError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(range.upperBound - range.lowerBound))
        var filled = 0
        while filled < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled,
                    off_t(range.lowerBound) + off_t(filled))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw TagWritingError(.unreadable, "it cannot be read: \(systemReason())") }
            guard count > 0 else { throw TagWritingError(.changed, "it has become shorter meanwhile") }
            filled += count
        }
        return bytes
    }
}

extension Collection<UInt8> {
    /// The unsigned number that these bytes are, the most significant one first.
    var bigEndianNumber: Int64 { reduce(0) { $0 << 8 | Int64($1) } }
    /// The same with the least significant one first.
    var littleEndianNumber: Int64 { reversed().reduce(0) { $0 << 8 | Int64($1) } }
}

extension Int {
    /// The lowest bytes of the number, the most significant one first.
    func bigEndianBytes(_ count: Int, bits: Int = 8) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: self >> (bits * $0)) & UInt8(truncatingIfNeeded: 1 << bits - 1) }
    }

    /// The lowest bytes of the number, the least significant one first.
    func littleEndianBytes(_ count: Int) -> [UInt8] { bigEndianBytes(count).reversed() }
}
