import MediaTypes

/// A few bytes in memory.
final class MemorySource: ByteSource {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    let isSeekable = true
    let isLocal = true
    var size: Int64? { Int64(bytes.count) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        guard (0...Int64(bytes.count)).contains(offset) else { return 0 }
        let piece = bytes[Int(offset)...].prefix(buffer.count)
        unsafe buffer.copyBytes(from: piece)
        return piece.count
    }
}
