package import MediaTypes

/// An MP4 in front of which a program put an ID3 tag, without changing the places of the sound in its index.
package enum ShiftedMovie {
    /// Whether an MP4 begins at `start` in `source` and counts the places of its sound from there, and not from the first byte.
    package static func begins(at start: Int64, in source: any MediaBytes) throws(MediaError) -> Bool {
        guard let size = source.size, start > 0, start < size,
            try source.bytes(in: start..<start + 8).dropFirst(4).elementsEqual("ftyp".utf8)
        else { return false }
        let reader = BoxReader(source: source)
        guard let movie = try reader.box("moov", in: start..<size), let sound = try reader.box("mdat", in: start..<size) else {
            return false
        }
        for track in try reader.boxes(in: movie.content) where track.type == "trak" {
            guard let table = try reader.box("mdia", "minf", "stbl", in: track.content),
                let place = try firstPlace(reader, table)
            else { continue }
            // Sound stands in its box: a place in front of that is counted from elsewhere.
            if place < sound.content.lowerBound { return place + start >= sound.content.lowerBound }
        }
        return false
    }

    /// Where a track says that its first piece of sound stands; `nil` if it has no table of them.
    private static func firstPlace(_ reader: BoxReader, _ table: BoxReader.Box) throws(MediaError) -> Int64? {
        for (type, size) in [("stco", Int64(4)), ("co64", 8)] {
            guard let box = try reader.box(type, in: table.content), box.content.count >= 8 + size else { continue }
            let start = box.content.lowerBound + 8
            return Int64(clamping: try reader.source.bytes(in: start..<start + size).bigEndian(as: UInt64.self))
        }
        return nil
    }
}
