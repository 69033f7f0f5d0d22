@testable import Media

extension FuzzTarget {
    /// The boxes of MP4 and QuickTime.
    static let mp4 = FuzzTarget("mp4", atMost: 8_192) { bytes in
        let source = InventedSource(bytes)
        for track in [Int32(1), 2] {
            if let length = try? EditedLength(of: track, in: source) { precondition(length.ticks > 0) }
        }
    }

    /// The pages of Ogg.
    static let ogg = FuzzTarget("ogg", atMost: 8_192) { bytes in
        let source = InventedSource(bytes)
        guard let size = source.size, let pages = OggPages(source, name: "x.ogg", cancellation: CancellationToken()) else {
            return
        }
        if let last = try? pages.lastPage() { precondition((0..<size).contains(last.offset)) }
        guard let links = try? pages.links() else { return }
        // The links are the whole file, in order.
        precondition(links.first?.lowerBound == 0 && links.last?.upperBound == size, "\(links)")
        precondition(zip(links, links.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound }, "\(links)")
        guard let first = links.first else { return }
        let part = SourcePart(source, range: first)
        precondition((try? part.bytes(in: 0..<min(16, Int64(first.count))).count) == min(16, first.count))
    }
}

/// A file of invented bytes, which ends with them or goes on with a hole, as sparse files do, up to the largest size there is.
private final class InventedSource: ByteSource {
    private let content: [UInt8]
    let size: Int64?
    let isSeekable = true

    init(_ bytes: UnsafeRawBufferPointer) {
        var invention = Invention(bytes)
        let isSparse = invention.byte() == UInt8(ascii: "S")
        let claimed = isSparse ? Int64(invention.number(UInt64.self) % UInt64(ByteCount.largest)) : 0
        content = Array(invention.rest())
        size = max(claimed, Int64(content.count))
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        precondition(offset >= 0, "a read before the beginning")
        let count = Int(min(Int64(buffer.count), max(0, (size ?? 0) - offset)))
        for index in 0..<count {
            let place = offset + Int64(index)
            buffer[index] = place < content.count ? content[Int(place)] : 0
        }
        return count
    }
}
