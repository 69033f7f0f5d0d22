import MediaTypes

/// Reads the boxes of MP4 and QuickTime (ISO/IEC 14496-12, section 4.2) in a source, without FFmpeg and without moving its
/// position.
struct BoxReader {
    /// A box: its type, and its content as a range of the source.
    struct Box: Equatable {
        let type: String
        let content: Range<Int64>
    }

    /// The most bytes of a box that is read whole: no such box has more, whatever a file claims.
    private static let largestContent: Int64 = 1 << 16
    /// A bound on the number of boxes side by side. No file has as many, but a fragmented one may go on without end.
    private static let mostSiblings = 256

    let source: any ByteSource

    /// Returns the boxes in `range`, up to the first invalid one.
    func boxes(in range: Range<Int64>) throws(MediaError) -> [Box] {
        var boxes: [Box] = []
        _ = try firstBox(in: range) { box in
            boxes.append(box)
            return false
        }
        return boxes
    }

    /// Returns the first box in `range` for which `isMeant` is `true`; `nil` if there is none. Reads nothing after it.
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

    /// Returns the box at `path`, one type for each level, that comes first in `range`; `nil` if there is none.
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

    /// Returns the content of a small box; nothing for a large one.
    func content(of box: Box) throws(MediaError) -> [UInt8] {
        box.content.count <= Self.largestContent ? try source.bytes(in: box.content) : []
    }

    /// A number stored with the most significant byte first.
    func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
