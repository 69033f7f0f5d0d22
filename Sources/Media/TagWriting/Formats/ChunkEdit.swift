/// Tags of loudness in WAV and AIFF: in an ID3 tag, which has a chunk of its own. All other chunks stay as they are.
enum ChunkEdit {
    private static let mostChunks = 10_000
    private static let headSize: Int64 = 12

    /// Plans the change of a file of chunks.
    static func plan(_ source: TagBytes, isBigEndian: Bool, _ fields: [GainField]) throws(TagWritingError) -> GainPlan {
        func number(_ bytes: ArraySlice<UInt8>) -> Int64 { isBigEndian ? bytes.bigEndianNumber : bytes.littleEndianNumber }
        func field(_ number: Int64) -> [UInt8] {
            isBigEndian ? Int(number).bigEndianBytes(4) : Int(number).littleEndianBytes(4)
        }
        let head = try source.bytes(0..<headSize)
        let size = number(head[4..<8])
        let end = 8 + size
        // A program that could not go back has left the size of what it did not know yet.
        guard size >= 4, end <= source.size else { throw .damaged("the size in its head") }
        var (plan, place, tag): (GainPlan, Int64, Range<Int64>?) = (GainPlan(wanted: fields), headSize, nil)
        var count = 0
        while place + 8 <= end {
            let chunk = try source.bytes(place..<place + 8)
            let content = place + 8..<place + 8 + number(chunk[4..<8])
            guard content.upperBound <= end, count < mostChunks else { throw .damaged("its list of chunks") }
            if String(decoding: chunk[..<4], as: UTF8.self).lowercased() == "id3 " {
                guard tag == nil else { throw .unsupported("it has more than one ID3 tag") }
                tag = content
            }
            place = min(end, content.upperBound + content.upperBound % 2)
            count += 1
        }
        guard place == end else { throw .damaged("its list of chunks") }
        let (range, name, edited): (Range<Int64>, [UInt8], [UInt8])
        if let tag {
            let old = try source.bytes(tag)
            guard let size = try ID3Edit.size(of: old), size == old.count else { throw .damaged("its ID3 tag") }
            let block = try ID3Edit.edit(old, fields)
            plan.stated = block.stated
            (name, edited) = (try source.bytes(tag.lowerBound - 8..<tag.lowerBound - 4), block.bytes)
            range = tag.lowerBound - 8..<min(end, tag.upperBound + tag.upperBound % 2)
        } else {
            (range, name, edited) = (end..<end, Array("ID3 ".utf8), try ID3Edit.make(fields))
        }
        // Chunks begin at even places, also behind one that lacks the byte which makes it so.
        var bytes = [UInt8](repeating: 0, count: tag == nil && end % 2 == 1 ? 1 : 0)
        bytes += name
        bytes += field(Int64(edited.count))
        bytes += edited
        if edited.count % 2 == 1 { bytes.append(0) }
        let grown = size + Int64(bytes.count) - (range.upperBound - range.lowerBound)
        guard grown <= Int64(UInt32.max) else { throw TagWritingError(.excessive, "it has no room for more: it has 4 GiB") }
        plan.splices = [Splice(4..<8, field(grown)), Splice(range, bytes)]
        return plan
    }
}
