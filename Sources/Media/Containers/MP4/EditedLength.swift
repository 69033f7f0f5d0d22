package import MediaTypes

/// The length that an MP4 or QuickTime file gives a track, in ticks of the track's own scale.
///
/// An edit list counts in the scale of the whole movie. Many programs write that in milliseconds, so that its end may be up to
/// a millisecond off. If the edit ends within one tick of that scale of the track's end, the track's own length is exact.
package struct EditedLength: Equatable {
    /// The ticks from the first audible sample to the last.
    package let ticks: Int64

    /// Reads the length of the track with the identifier `track`; `nil` if its edit list does more than cut the beginning, or
    /// if there is none.
    package init?(of track: Int32, in source: any MediaBytes) throws(MediaError) {
        guard let size = source.size, source.isSeekable else { return nil }
        let reader = BoxReader(source: source)
        guard let movie = try reader.box("moov", in: 0..<size) else { return nil }
        guard let header = try reader.box("mvhd", in: movie.content) else { return nil }
        let movieScale = try Self.scaleAndDuration(reader, header).scale
        for box in try reader.boxes(in: movie.content) where box.type == "trak" {
            guard try Self.identifier(reader, box) == track else { continue }
            guard let edit = try Self.onlyEdit(reader, box),
                let mediaHeader = try reader.box("mdia", "mdhd", in: box.content)
            else { return nil }
            let media = try Self.scaleAndDuration(reader, mediaHeader)
            self.init(edit: edit, movieScale: movieScale, media: media)
            return
        }
        return nil
    }

    /// - Parameters:
    ///   - edit: the length of the edit in ticks of the movie, and its start in the track.
    ///   - media: the track's scale and its whole length.
    package init?(edit: (duration: Int64, start: Int64), movieScale: Int64, media: (scale: Int64, duration: Int64)) {
        guard edit.start >= 0, edit.duration >= 0, media.duration >= 0 else { return nil }
        let rest = media.duration - edit.start
        guard movieScale > 0, media.scale > 0, rest > 0, edit.duration < 1 << 31, rest < 1 << 31 else { return nil }
        // The distance in ticks of the movie, multiplied by the track's scale.
        let distance = abs(edit.duration * media.scale - rest * movieScale)
        guard distance < media.scale else { return nil }
        ticks = rest
    }

    private static func identifier(_ reader: BoxReader, _ track: BoxReader.Box) throws(MediaError) -> Int32? {
        guard let header = try reader.box("tkhd", in: track.content) else { return nil }
        let bytes = try reader.content(of: header)
        // In version 1, times have 64 bits.
        let offset = bytes.first == 1 ? 20 : 12
        return bytes.count >= offset + 4 ? bytes[offset..<offset + 4].bigEndian() : nil
    }

    private static func scaleAndDuration(
        _ reader: BoxReader, _ header: BoxReader.Box
    ) throws(MediaError) -> (scale: Int64, duration: Int64) {
        let bytes = try reader.content(of: header)
        let isLong = bytes.first == 1
        let (scale, duration) = isLong ? (20..<24, 24..<32) : (12..<16, 16..<20)
        guard bytes.count >= duration.upperBound else { return (0, 0) }
        return (bytes[scale].bigEndian(), Int64(clamping: bytes[duration].bigEndian(as: UInt64.self)))
    }

    /// The only edit that is not a pause; `nil` if there is none, or more than one.
    private static func onlyEdit(
        _ reader: BoxReader, _ track: BoxReader.Box
    ) throws(MediaError) -> (duration: Int64, start: Int64)? {
        guard let list = try reader.box("edts", "elst", in: track.content) else { return nil }
        let bytes = try reader.content(of: list)
        let width = bytes.first == 1 ? 8 : 4
        let entrySize = 2 * width + 4
        guard bytes.count >= 8 else { return nil }
        var edits: [(duration: Int64, start: Int64)] = []
        for entry in stride(from: 8, through: bytes.count - entrySize, by: entrySize) {
            let duration = Int64(clamping: bytes[entry..<entry + width].bigEndian(as: UInt64.self))
            let start: Int64 = bytes[entry + width..<entry + 2 * width].bigEndian()
            // A start of minus one, in as many bits, means a pause.
            if start != (width == 4 ? 0xFFFF_FFFF : -1) { edits.append((duration, start)) }
        }
        return edits.count == 1 ? edits[0] : nil
    }
}
