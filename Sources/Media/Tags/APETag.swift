/// An APE tag of version 1 or 2 at the end of a source (https://wiki.hydrogenaud.io/index.php?title=APE_key): what MP3Gain,
/// foobar2000 and others write behind the sound of an MP3, where FFmpeg does not look for one.
enum APETag {
    private static let footerSize: Int64 = 32
    /// An ID3 tag of version 1, which may stand behind it.
    private static let trailerSize: Int64 = 128
    /// What is looked at of each item at once, in bytes: its head, a name, and most texts.
    private static let pieceSize: Int64 = 512

    /// What stands in it, by the names of ``TagVocabulary``; nothing where there is none.
    static func tags(of source: any ByteSource) throws(MediaError) -> [String: String] {
        guard let place = try place(in: source) else { return [:] }
        return try items(in: source, place.items, count: place.count)
    }

    /// Where it begins; `nil` where there is none.
    static func start(in source: any ByteSource) throws(MediaError) -> Int64? {
        guard let items = try place(in: source)?.items else { return nil }
        // Those of version 2 may have a head as long as the foot.
        let head = try source.bytes(in: max(0, items.lowerBound - footerSize)..<items.lowerBound)
        return head.starts(with: "APETAGEX".utf8) ? items.lowerBound - footerSize : items.lowerBound
    }

    /// Where its items stand, and how many it says there are; `nil` where there is none.
    private static func place(in source: any ByteSource) throws(MediaError) -> (items: Range<Int64>, count: Int)? {
        guard let size = source.size else { return nil }
        for end in [size, size - trailerSize] where end > footerSize {
            let footer = try source.bytes(in: end - footerSize..<end)
            guard footer.count == footerSize, footer.starts(with: "APETAGEX".utf8) else { continue }
            let start = end - Int64(number(footer[12...]))
            guard start >= 0, start <= end - footerSize else { continue }
            return (start..<end - footerSize, min(number(footer[16...]), 1_024))
        }
        return nil
    }

    private static func items(
        in source: any ByteSource, _ range: Range<Int64>, count: Int
    ) throws(MediaError) -> [String: String] {
        var tags = TagVocabulary.Collector()
        var (place, total) = (range.lowerBound, 0)
        for _ in 0..<count where place + 8 < range.upperBound && tags.found.count < Tags.countLimit {
            let piece = try source.bytes(in: place..<min(range.upperBound, place + pieceSize))
            guard piece.count > 8, let nameEnd = piece[8...].firstIndex(of: 0) else { break }
            let text = place + Int64(nameEnd) + 1
            place = text + Int64(number(piece))
            guard place <= range.upperBound else { break }
            // Bits 1 and 2 tell what it is: 0 is text.
            guard nameEnd - 8 <= Tags.nameLimit, number(piece[4...]) & 6 == 0, total < Tags.totalLimit else { continue }
            let bytes = try source.bytes(in: text..<min(place, text + Int64(Tags.textLimit)))
            total += bytes.count
            // Several values are separated by zeros; FFmpeg has a semicolon there, of Vorbis comments for instance.
            let values = bytes.split(separator: 0).map { TagText.decode($0) }
            tags.add(TagText.decode(piece[8..<nameEnd]).lowercased(), values.joined(separator: ";"))
        }
        return tags.tags
    }

    /// The first four bytes, the least significant first.
    private static func number(_ bytes: some Collection<UInt8>) -> Int {
        bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
