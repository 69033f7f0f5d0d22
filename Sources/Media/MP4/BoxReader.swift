/// Walks the boxes of MP4 and QuickTime (ISO/IEC 14496-12, section 4.2) in a source, beside FFmpeg and without moving it.
struct BoxReader {
    /// A box's content, as a range of the source.
    struct Box: Equatable {
        let type: String
        let content: Range<Int64>
    }

    /// More than any box that is read whole here has. Files may claim what they like.
    private static let largestContent: Int64 = 1 << 16
    /// More boxes side by side than files have; those of a fragmented one may go on for ever.
    private static let mostSiblings = 256

    let source: any ByteSource

    /// The boxes in a range, up to the first that makes no sense.
    func boxes(in range: Range<Int64>) throws(MediaError) -> [Box] {
        var boxes: [Box] = []
        _ = try firstBox(in: range) { box in
            boxes.append(box)
            return false
        }
        return boxes
    }

    /// The first box in a range that is meant; nothing behind it is read. `nil` where there is none.
    func firstBox(in range: Range<Int64>, where isMeant: (Box) -> Bool) throws(MediaError) -> Box? {
        var position = range.lowerBound
        for _ in 0..<Self.mostSiblings {
            guard let box = try box(at: position, in: range) else { break }
            if isMeant(box) { return box }
            position = box.content.upperBound
        }
        return nil
    }

    private func box(at position: Int64, in range: Range<Int64>) throws(MediaError) -> Box? {
        guard range.upperBound - position >= 8 else { return nil }
        let header = try source.bytes(in: position..<position + min(16, range.upperBound - position))
        guard header.count >= 8 else { return nil }
        var start = position + 8
        var size = Int64(number(header[0..<4]))
        if size == 1, header.count == 16 {
            size = Int64(clamping: number(header[8..<16]))
            start += 8
        } else if size == 0 {
            size = range.upperBound - position
        }
        guard size >= start - position, size <= range.upperBound - position else { return nil }
        return Box(type: String(decoding: header[4..<8], as: UTF8.self), content: start..<position + size)
    }

    /// The first box of that path in a range; `nil` where it is not there.
    func box(_ path: String..., in range: Range<Int64>) throws(MediaError) -> Box? {
        var range = range
        var found: Box?
        for type in path {
            found = try firstBox(in: range) { $0.type == type }
            guard let found else { return nil }
            range = found.content
        }
        return found
    }

    /// The content of a small box; empty for a large one.
    func content(of box: Box) throws(MediaError) -> [UInt8] {
        box.content.count <= Self.largestContent ? try source.bytes(in: box.content) : []
    }

    /// A number, the most significant byte first.
    func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
