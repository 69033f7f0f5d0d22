import MediaTypes

/// A source without one stretch of its bytes, and with others in the place of some: what FFmpeg is to read where the bytes mislead it.
final class MendedSource: ByteSource {
    private let whole: any ByteSource
    private let hidden: Range<Int64>
    private let patch: [UInt8]
    private let patchStart: Int64

    /// - Parameters:
    ///   - hidden: the bytes of `whole` that do not exist in this source.
    ///   - patch: the bytes that stand from `patchStart` on, an offset in this source.
    init(_ whole: any ByteSource, hiding hidden: Range<Int64>, patch: [UInt8] = [], at patchStart: Int64 = 0) {
        self.whole = whole
        self.hidden = hidden
        self.patch = patch
        self.patchStart = patchStart
    }

    var isSeekable: Bool { whole.isSeekable }
    var isFar: Bool { whole.isFar }
    var size: Int64? { whole.size.map { max(0, $0 - Int64(hidden.count)) } }
    var tags: [String: String] { whole.tags }
    var hasShrunk: Bool { whole.hasShrunk }
    var isLocal: Bool { whole.isLocal }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        let count: Int
        if offset < hidden.lowerBound {
            let room = Int(min(hidden.lowerBound - offset, Int64(buffer.count)))
            count = unsafe try whole.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(room)), at: offset)
        } else {
            count = unsafe try whole.read(into: buffer, at: offset + Int64(hidden.count))
        }
        for (index, byte) in patch.enumerated() {
            let place = patchStart + Int64(index) - offset
            if (0..<Int64(count)).contains(place) { unsafe buffer[Int(place)] = byte }
        }
        return count
    }
}
