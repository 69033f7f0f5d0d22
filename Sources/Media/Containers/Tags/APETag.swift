package import MediaTypes

/// Reads an APE tag of version 1 or 2 at the end of a source (https://wiki.hydrogenaud.io/index.php?title=APE_key). MP3Gain,
/// foobar2000 and other programs write one after the sound of an MP3, where FFmpeg does not look for it.
package enum APETag {
    private static let footerSize: Int64 = 32
    /// The size of an ID3 tag of version 1, which may follow the APE tag.
    private static let trailerSize: Int64 = 128
    /// How many bytes of each item are read at once: its head, the name, and most texts.
    private static let pieceSize: Int64 = 512

    /// The most items that are read.
    private static let countLimit = 1_024

    /// Returns the tags under the names of ``TagVocabulary``; none if there is no APE tag.
    package static func tags(of source: any MediaBytes) throws(MediaError) -> [String: String] {
        guard let place = try place(in: source) else { return [:] }
        return try tags(in: source, place.items, count: place.count)
    }

    /// The offset of the APE tag; `nil` if there is none.
    package static func start(in source: any MediaBytes) throws(MediaError) -> Int64? { try place(in: source)?.start }

    /// Returns the offset of the tag, the range of its items, and their number as stated; `nil` if there is no tag.
    ///
    /// One wrong bit in the size in the footer would make sound a part of the tag. So the footer is believed only if a header
    /// with the same size is in front of the items, which version 2 may have, or if the items end at the footer.
    private static func place(
        in source: any MediaBytes
    ) throws(MediaError) -> (start: Int64, items: Range<Int64>, count: Int)? {
        guard let size = source.size else { return nil }
        for end in [size, size - trailerSize] where end > footerSize {
            let footer = try source.bytes(in: end - footerSize..<end)
            guard footer.count == footerSize, footer.starts(with: "APETAGEX".utf8) else { continue }
            let start = end - footer[12..<16].littleEndian()
            guard start >= 0, start <= end - footerSize else { continue }
            let items = start..<end - footerSize
            let head = try source.bytes(in: max(0, start - footerSize)..<start)
            let hasHead = head.count == footerSize && head.starts(with: "APETAGEX".utf8)
            if !hasHead || head[12..<16] != footer[12..<16] {
                guard try isFilled(items, of: source) else { continue }
            }
            return (hasHead ? start - footerSize : start, items, min(footer[16..<20].littleEndian(), countLimit))
        }
        return nil
    }

    /// Whether consecutive items fill `range` exactly.
    private static func isFilled(_ range: Range<Int64>, of source: any MediaBytes) throws(MediaError) -> Bool {
        var place = range.lowerBound
        for _ in 0..<countLimit where place < range.upperBound {
            guard let item = try Item(at: place, in: source, before: range.upperBound) else { return false }
            // Names are printable. Other bytes, such as zeros, are not an item.
            guard !item.name.isEmpty, item.name.allSatisfy({ $0 >= 0x20 }) else { return false }
            place = item.text.upperBound
        }
        return place == range.upperBound
    }

    private struct Item {
        let flags: Int
        let name: ArraySlice<UInt8>
        let text: Range<Int64>

        /// - Returns: `nil` if there is no item, or if it does not end at or before `end`.
        init?(at place: Int64, in source: any MediaBytes, before end: Int64) throws(MediaError) {
            let piece = try source.bytes(in: place..<min(end, place + pieceSize))
            guard piece.count > 8, let nameEnd = piece[8...].firstIndex(of: 0) else { return nil }
            let start = place + Int64(nameEnd) + 1
            let size: Int64 = piece[..<4].littleEndian()
            guard start + size <= end else { return nil }
            (flags, name, text) = (piece[4..<8].littleEndian(), piece[8..<nameEnd], start..<start + size)
        }
    }

    private static func tags(
        in source: any MediaBytes, _ range: Range<Int64>, count: Int
    ) throws(MediaError) -> [String: String] {
        var tags = TagVocabulary.Collector()
        var (place, total) = (range.lowerBound, 0)
        for _ in 0..<count where place + 8 < range.upperBound && tags.found.count < TagLimits.count {
            guard let item = try Item(at: place, in: source, before: range.upperBound) else { break }
            place = item.text.upperBound
            // Bits 1 and 2 tell the kind of item: 0 is text.
            guard item.name.count <= TagLimits.name, item.flags & 6 == 0, total < TagLimits.total else { continue }
            let bytes = try source.bytes(in: item.text.lowerBound..<min(place, item.text.lowerBound + Int64(TagLimits.text)))
            total += bytes.count
            // Zeros separate several values. FFmpeg separates them with a semicolon, for example in Vorbis comments.
            let values = bytes.split(separator: 0).map { TagText.decode($0) }
            tags.add(TagText.decode(item.name).lowercased(), values.joined(separator: ";"))
        }
        return tags.tags
    }
}
