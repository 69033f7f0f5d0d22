/// Tags of loudness in an APE tag at the end of a file (https://wiki.hydrogenaud.io/index.php?title=APE_key). All other items stay as they
/// are, byte for byte.
enum APEEdit {
    private static let (footSize, largest, mostItems) = (Int64(32), Int64(16 << 20), 10_000)
    /// How an ID3 tag of version 1 begins, and how long it is. It is the last of a file.
    static let version1Size: Int64 = 128
    private static let isRead: Int64 = 1
    private static let (hasHead, isHead): (Int64, Int64) = (1 << 31, 1 << 29)

    /// Where the tag of version 1 begins, or the file ends.
    static func end(of source: TagBytes) throws(TagWritingError) -> Int64 {
        guard source.size >= version1Size else { return source.size }
        let place = source.size - version1Size
        return try source.bytes(place..<place + 3).elementsEqual("TAG".utf8) ? place : source.size
    }

    /// The range of the tag in front of `end`; `nil` if there is none.
    static func place(in source: TagBytes, before end: Int64) throws(TagWritingError) -> Range<Int64>? {
        guard end >= footSize else { return nil }
        let foot = try source.bytes(end - footSize..<end)
        guard foot.starts(with: "APETAGEX".utf8) else { return nil }
        let size = foot[12..<16].littleEndianNumber + (foot[20..<24].littleEndianNumber & hasHead != 0 ? footSize : 0)
        guard size >= footSize, size <= end else { throw .damaged("its APE tag") }
        guard size <= largest else { throw TagWritingError(.excessive, "its APE tag has more than \(largest >> 20) MiB") }
        return end - size..<end
    }

    /// Edits a whole tag.
    static func edit(_ tag: [UInt8], _ fields: [GainField]) throws(TagWritingError) -> EditedBlock {
        let foot = Array(tag.suffix(Int(footSize)))
        let flags = foot[20..<24].littleEndianNumber
        let count = Int(foot[16..<20].littleEndianNumber)
        let start = flags & hasHead != 0 ? Int(footSize) : 0
        if start > 0, !tag.starts(with: "APETAGEX".utf8) { throw .damaged("its APE tag") }
        guard count <= mostItems else { throw TagWritingError(.excessive, "its APE tag has too many items") }
        guard flags & isRead == 0 else { throw TagWritingError(.readOnly, "its APE tag says that nobody may change it") }
        let end = tag.count - Int(footSize)
        var (edited, items, kept, place) = (EditedBlock(), [UInt8](), 0, start)
        for _ in 0..<count {
            guard place + 8 <= end, let zero = tag[(place + 8)..<end].firstIndex(of: 0) else { throw .damaged("its APE tag") }
            let next = zero + 1 + Int(tag[place..<place + 4].littleEndianNumber)
            guard next <= end else { throw .damaged("its APE tag") }
            let name = tag[place + 8..<zero]
            if GainField.isGain(name) {
                edited.stated.append(GainField(name: name, value: tag[zero + 1..<next]))
            } else {
                items += tag[place..<next]
                kept += 1
            }
            place = next
        }
        guard place == end else { throw .damaged("its APE tag") }
        for field in fields { items += item(field) }
        edited.bytes = whole(
            items, count: kept + fields.count, version: Array(foot[8..<12]), flags: flags, rest: Array(foot[24..<32]))
        return edited
    }

    /// Makes a new tag.
    static func make(_ fields: [GainField]) -> [UInt8] {
        whole(
            fields.flatMap(item), count: fields.count, version: 2_000.littleEndianBytes(4), flags: hasHead,
            rest: [UInt8](repeating: 0, count: 8))
    }

    private static func item(_ field: GainField) -> [UInt8] {
        var item: [UInt8] = field.value.utf8.count.littleEndianBytes(4)
        item += [0, 0, 0, 0]
        item += field.name.utf8
        item.append(0)
        item += field.value.utf8
        return item
    }

    private static func whole(
        _ items: [UInt8], count: Int, version: [UInt8], flags: Int64, rest: [UInt8]
    ) -> [UInt8] {
        func end(_ flags: Int64) -> [UInt8] {
            var end: [UInt8] = Array("APETAGEX".utf8) + version
            end += (items.count + Int(footSize)).littleEndianBytes(4)
            end += count.littleEndianBytes(4)
            end += Int(flags).littleEndianBytes(4)
            return end + rest
        }
        let head: [UInt8] = flags & hasHead != 0 ? end(flags | isHead) : []
        return head + items + end(flags & ~isHead)
    }
}
