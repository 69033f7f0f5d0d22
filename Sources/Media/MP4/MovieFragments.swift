/// What an MP4 file says of the fragments that its sound comes in (ISO/IEC 14496-12, section 8.8).
enum MovieFragments {
    /// Whether only the fragments themselves tell how long it is: none of the boxes before them does.
    static func aloneTellLength(in source: any ByteSource) throws(MediaError) -> Bool {
        guard let size = source.size, source.isSeekable else { return false }
        let reader = BoxReader(source: source)
        guard let movie = try reader.box("moov", in: 0..<size), try reader.box("mvex", in: movie.content) != nil else {
            return false
        }
        let next = try reader.firstBox(in: movie.content.upperBound..<size) { ["sidx", "moof", "mdat"].contains($0.type) }
        guard let next, next.type == "sidx" else { return true }
        guard let end = try indexed(reader, next), end <= size else { return true }
        if end == size { return false }
        // Behind them may stand a table for whoever comes from the end.
        let last = try reader.firstBox(in: end..<size) { _ in true }
        return last?.type != "mfra"
    }

    /// Where what an index is about ends (section 8.16.3).
    private static func indexed(_ reader: BoxReader, _ index: BoxReader.Box) throws(MediaError) -> Int64? {
        let bytes = try reader.content(of: index)
        let isLong = bytes.first == 1
        let (offset, entries) = isLong ? (20..<28, 32) : (16..<20, 24)
        guard bytes.count >= entries else { return nil }
        var end = index.content.upperBound
        for size in [UInt64](CollectionOfOne(reader.number(bytes[offset])))
            + stride(from: entries, through: bytes.count - 12, by: 12).map({ reader.number(bytes[$0..<$0 + 4]) & 0x7FFF_FFFF })
        {
            let (sum, overflows) = end.addingReportingOverflow(Int64(clamping: size))
            guard !overflows else { return nil }
            end = sum
        }
        return end
    }
}
