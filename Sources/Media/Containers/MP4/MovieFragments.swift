package import MediaTypes

/// What an MP4 file states about the fragments that contain its sound (ISO/IEC 14496-12, section 8.8).
package enum MovieFragments {
    /// Whether the length can only be found from the fragments themselves: no box before them states it.
    package static func aloneTellLength(in source: any MediaBytes) throws(MediaError) -> Bool {
        guard let size = source.size, source.isSeekable else { return false }
        let reader = BoxReader(source: source)
        guard let movie = try reader.box("moov", in: 0..<size), try reader.box("mvex", in: movie.content) != nil else {
            return false
        }
        let next = try reader.firstBox(in: movie.content.upperBound..<size) { ["sidx", "moof", "mdat"].contains($0.type) }
        guard let next, next.type == "sidx" else { return true }
        guard let end = try indexed(reader, next), end <= size else { return true }
        if end == size { return false }
        // After the fragments there may be a table for readers that start at the end.
        let last = try reader.firstBox(in: end..<size) { _ in true }
        return last?.type != "mfra"
    }

    /// Returns whether the header says that fragments follow.
    package static func areAnnounced(by source: any MediaBytes) throws(MediaError) -> Bool {
        guard let size = source.size else { return false }
        let reader = BoxReader(source: source)
        guard let movie = try reader.box("moov", in: 0..<size) else { return false }
        return try reader.box("mvex", in: movie.content) != nil
    }

    /// Returns whether the header says that fragments follow, for media of which no more than their beginning can be read again: whether
    /// `beginning` has the box that extends a movie (section 8.8.1).
    package static func areAnnounced(in beginning: [UInt8]) -> Bool {
        var (place, isInMovie) = (0, false)
        while place + 8 <= beginning.count {
            let length: Int = beginning[place..<place + 4].bigEndian()
            let type = beginning[place + 4..<place + 8]
            if isInMovie, type.elementsEqual("mvex".utf8) { return true }
            if !isInMovie, type.elementsEqual("moov".utf8) {
                isInMovie = true
                place += 8
                continue
            }
            // Only the sound itself has a length of 64 bits, and lies behind all this.
            guard length >= 8 else { return false }
            place += length
        }
        return false
    }

    /// Returns the length of all fragments together, in seconds, by the box in front of them (section 8.8.2); `nil` if there is
    /// no such box, or no fragments.
    package static func promisedSeconds(in source: any MediaBytes) throws(MediaError) -> Double? {
        guard let size = source.size else { return nil }
        let reader = BoxReader(source: source)
        guard let movie = try reader.box("moov", in: 0..<size),
            let extent = try reader.box("mvex", "mehd", in: movie.content),
            let header = try reader.box("mvhd", in: movie.content)
        else { return nil }
        let (head, bytes) = (try reader.content(of: header), try reader.content(of: extent))
        // In version 1, times have 64 bits.
        let scaleStart = head.first == 1 ? 20 : 12
        let end = bytes.first == 1 ? 12 : 8
        guard head.count >= scaleStart + 4, bytes.count >= end else { return nil }
        let scale: Int64 = head[scaleStart..<scaleStart + 4].bigEndian()
        let ticks: UInt64 = bytes[4..<end].bigEndian()
        return scale > 0 && ticks > 0 && ticks < UInt64(ByteCount.largest) ? Double(ticks) / Double(scale) : nil
    }

    /// Whether the source ends within a fragment.
    package static func areCut(in source: any MediaBytes) throws(MediaError) -> Bool {
        guard let size = source.size else { return false }
        let reader = BoxReader(source: source)
        guard let movie = try reader.box("moov", in: 0..<size), try reader.box("mvex", in: movie.content) != nil else {
            return false
        }
        var position = movie.content.upperBound
        var isContentMissing = false
        for _ in 0..<mostBoxes where size - position >= 8 {
            guard let head = try reader.head(at: position, before: size), head.length >= 8 else { return false }
            if head.length > size - position { return head.type == "moof" || head.type == "mdat" }
            position += head.length
            isContentMissing = head.type == "moof"
        }
        return isContentMissing && position == size
    }

    /// A bound on the number of boxes: more than a day of two-second fragments has.
    private static let mostBoxes = 1 << 17

    /// The offset at which the content of an index ends (section 8.16.3).
    private static func indexed(_ reader: BoxReader, _ index: BoxReader.Box) throws(MediaError) -> Int64? {
        let bytes = try reader.content(of: index)
        let isLong = bytes.first == 1
        let (offset, entries) = isLong ? (20..<28, 32) : (16..<20, 24)
        guard bytes.count >= entries else { return nil }
        var end = index.content.upperBound
        let lengths = stride(from: entries, through: bytes.count - 12, by: 12)
        for size in [bytes[offset].bigEndian()] + lengths.map({ bytes[$0..<$0 + 4].bigEndian(as: UInt64.self) & 0x7FFF_FFFF }) {
            let (sum, overflows) = end.addingReportingOverflow(Int64(clamping: size))
            guard !overflows else { return nil }
            end = sum
        }
        return end
    }
}
