import MediaTypes

/// One frame of an ID3 tag: its head, and the range of its content.
struct ID3Frame {
    /// Four capital letters or digits; three in version 2.2.
    let name: [UInt8]
    /// The second byte of the flags: how the content is encoded (compression, encryption and so on). 0 in version 2.2.
    let packing: UInt8
    private let content: Range<Int64>

    /// The number of bytes of the content.
    var size: Int64 { Int64(content.count) }
    /// The offset after the frame.
    var end: Int64 { content.upperBound }

    /// The most bytes of a content that are copied: the longest UTF-16 text that a tag may have, and its description.
    private static let copyLimit: Int64 = 2 * Int64(TagLimits.text) + 1_024

    /// Reads the head of the frame at `offset`; `nil` if there is none, as in the padding.
    init?(in source: any MediaBytes, at offset: Int64, before end: Int64, _ version: UInt8) throws(MediaError) {
        let (nameSize, headSize) = version == 2 ? (3, 6) : (4, 10)
        guard offset + Int64(headSize) <= end else { return nil }
        let head = try source.bytes(in: offset..<offset + Int64(headSize))
        guard head.count == headSize, Self.isName(head[..<nameSize]) else { return nil }
        name = Array(head[..<nameSize])
        packing = version == 2 ? 0 : head[9]
        let field = head[nameSize..<(version == 2 ? 6 : 8)]
        var size = Self.size(field, shift: version == 4 ? 7 : 8)
        let start = offset + Int64(headSize)
        if version == 4, size != Self.size(field, shift: 8), start + size < end {
            // Old versions of iTunes wrote the size as in version 3.
            let next = try source.bytes(in: start + size..<start + size + 4)
            if !Self.isName(next[...]), next.contains(where: { $0 != 0 }) { size = Self.size(field, shift: 8) }
        }
        guard size > 0, start + size <= end else { return nil }
        content = start..<start + size
    }

    /// A number with `shift` bits in each byte, the most significant first.
    static func size(_ bytes: ArraySlice<UInt8>, shift: Int) -> Int64 {
        bytes.reduce(0) { $0 << Int64(shift) | Int64($1) & (1 << Int64(shift) - 1) }
    }

    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
    }

    /// Whether the frame holds text that a person would call a tag.
    var isText: Bool { name.first == UInt8(ascii: "T") || isNote }

    /// Whether the frame's description, rather than its name, tells what it is.
    var isFree: Bool { name.starts(with: "TXX".utf8) || isNote }

    /// Whether it is a comment or lyrics, with a language and a description in front.
    private var isNote: Bool { ["COMM", "COM", "USLT", "ULT"].contains { name.elementsEqual($0.utf8) } }

    /// Whether the text is in UTF-16 and lacks a byte order mark.
    func lacksMark(in source: any MediaBytes) throws(MediaError) -> Bool {
        guard packing == 0, size > 3, try source.bytes(in: content.lowerBound..<content.lowerBound + 1) == [1] else {
            return false
        }
        return Self.texts(in: try head(of: source).dropFirst(textStart)).contains { !Self.isMarked($0) }
    }

    /// Returns the frame in a form that FFmpeg can read: long texts are cut, and UTF-16 without a mark becomes UTF-8. Returns
    /// nothing if the frame is too long and cannot be cut.
    func copy(from source: any MediaBytes, _ version: UInt8, isPlain: Bool) throws(MediaError) -> [UInt8] {
        if packing != 0, size > Self.copyLimit { return [] }
        var bytes = try head(of: source)
        let isWide = bytes.first == 1 || bytes.first == 2
        if isPlain, packing == 0, bytes.first == 1, size > 3 {
            let texts = Self.texts(in: bytes.dropFirst(textStart))
            if texts.contains(where: { !Self.isMarked($0) }) {
                let isBigEndian = texts.first { Self.isMarked($0) && !$0.isEmpty }.map { $0.first == 0xFE }
                let mended = texts.map { Array(TagText.decodeUTF16($0, isBigEndian: isBigEndian).utf8) }
                bytes = [3] + bytes[1..<textStart] + Array(mended.joined(separator: [0]))
            }
        } else if size > Self.copyLimit {
            if isWide, (bytes.count - textStart) % 2 == 1 { bytes.removeLast() }
            if bytes.first == 3 { bytes = Array(TagText.wholeScalars(bytes)) }
        }
        let shift = version == 4 ? 7 : 8
        let count = (0..<(version == 2 ? 3 : 4)).reversed()
        let sizeBytes = count.map { UInt8(truncatingIfNeeded: bytes.count >> (shift * $0) & (1 << shift - 1)) }
        return name + sizeBytes + (version == 2 ? [] : [0, packing]) + bytes
    }

    /// Returns the whole content, as far as it has at most `limit` bytes and is neither compressed nor encrypted; `nil` otherwise.
    /// - Parameter version: that of the tag; only in version 4, a frame says itself that zeros were put into it.
    func content(of source: any MediaBytes, _ version: UInt8, limit: Int64) throws(MediaError) -> [UInt8]? {
        // Version 4 may put a zero behind each byte of ones, and the length in front, in four bytes.
        let (stuffed, hasLength): (UInt8, UInt8) = (0x02, 0x01)
        guard size <= limit, packing == 0 || version == 4 && packing & ~(stuffed | hasLength) == 0 else { return nil }
        let bytes = try source.bytes(in: content).dropFirst(packing & hasLength != 0 ? 4 : 0)
        guard packing & stuffed != 0 else { return Array(bytes) }
        return zip(bytes, [0] + bytes).filter { $0 != (0, 0xFF) }.map(\.0)
    }

    private func head(of source: any MediaBytes) throws(MediaError) -> [UInt8] {
        try source.bytes(in: content.lowerBound..<min(content.upperBound, content.lowerBound + Self.copyLimit))
    }

    /// The offset of the text: after the byte of the encoding, and the language if there is one.
    private var textStart: Int { isNote ? 4 : 1 }

    /// The UTF-16 texts between the zeros; a zero at the end does not start another text.
    private static func texts(in bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var texts: [ArraySlice<UInt8>] = []
        var (start, place) = (bytes.startIndex, bytes.startIndex)
        while place + 1 < bytes.endIndex {
            if bytes[place] == 0, bytes[place + 1] == 0 {
                texts.append(bytes[start..<place])
                start = place + 2
            }
            place += 2
        }
        if start + 1 < bytes.endIndex { texts.append(bytes[start...]) }
        return texts
    }

    /// Whether a text begins with a byte order mark, or is empty.
    private static func isMarked(_ text: ArraySlice<UInt8>) -> Bool {
        text.isEmpty || text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF])
    }
}
