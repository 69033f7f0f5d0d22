import MediaTypes

@testable import Media

/// A file of invented bytes, which ends with them or goes on with a hole, as sparse files do, up to the largest size there is.
final class InventedSource: ByteSource, @unchecked Sendable {
    private let content: [UInt8]
    let size: Int64?
    let isSeekable = true
    let segments: (any SegmentOpening)?
    /// How often something was read. One thread reads.
    private(set) var readCount = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        var invention = Invention(bytes)
        let isSparse = invention.byte() == UInt8(ascii: "S")
        let claimed = isSparse ? Int64(invention.number(UInt64.self) % UInt64(ByteCount.largest)) : 0
        content = Array(invention.rest())
        size = max(claimed, Int64(content.count))
        segments = nil
    }

    /// A file of these bytes, which names others that `segments` opens.
    init(_ content: [UInt8], naming segments: (any SegmentOpening)?) {
        self.content = content
        self.segments = segments
        size = Int64(content.count)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        precondition(offset >= 0, "a read before the beginning")
        readCount += 1
        let count = Int(min(Int64(buffer.count), max(0, (size ?? 0) - offset)))
        // All at once: a file is as large as it says.
        let known = content[Int(min(offset, Int64(content.count)))...].prefix(count)
        buffer.copyBytes(from: known)
        let hole = UnsafeMutableRawBufferPointer(rebasing: buffer[known.count..<count])
        hole.withMemoryRebound(to: UInt8.self) { $0.update(repeating: 0) }
        return count
    }
}
