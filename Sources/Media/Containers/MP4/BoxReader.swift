package import MediaTypes

/// The head of a box of MP4 and QuickTime (ISO/IEC 14496-12, section 4.2).
package struct BoxHead: Equatable {
    package let type: String
    /// The bytes of the box, head included; 0 for all up to the end of the file.
    package let length: Int64
    /// The bytes of the head: 8, or 16 with a long length.
    package let size: Int64

    /// Parses a head; `nil` for less than eight bytes. A long length needs sixteen.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 8 else { return nil }
        type = String(decoding: bytes.dropFirst(4).prefix(4), as: UTF8.self)
        let short: Int64 = bytes.prefix(4).bigEndian()
        let isLong = short == 1 && bytes.count >= 16
        length = isLong ? Int64(clamping: bytes.dropFirst(8).prefix(8).bigEndian(as: UInt64.self)) : short
        size = isLong ? 16 : 8
    }
}

/// Reads the boxes of MP4 and QuickTime in a source, without FFmpeg and without moving its position.
package struct BoxReader {
    /// A box: its type, and its content as a range of the source.
    package struct Box: Equatable {
        package let type: String
        package let content: Range<Int64>
    }

    /// The most bytes of a box that is read whole: no such box has more, whatever a file claims.
    private static let largestContent: Int64 = 1 << 16
    /// A bound on the number of boxes side by side. No file has as many, but a fragmented one may go on without end.
    private static let mostSiblings = 256

    let source: any MediaBytes

    package init(source: any MediaBytes) { self.source = source }

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
        let rest = range.upperBound - position
        guard rest >= 8, let head = try head(at: position, before: range.upperBound) else { return nil }
        let length = head.length == 0 ? rest : head.length
        guard length >= head.size, length <= rest else { return nil }
        return Box(type: head.type, content: position + head.size..<position + length)
    }

    /// Returns the head at `position`; `nil` if it is not there.
    func head(at position: Int64, before end: Int64) throws(MediaError) -> BoxHead? {
        BoxHead(try source.bytes(in: position..<position + min(16, end - position))[...])
    }

    /// Returns the box at `path`, one type for each level, that comes first in `range`; `nil` if there is none.
    package func box(_ path: String..., in range: Range<Int64>) throws(MediaError) -> Box? {
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
}
