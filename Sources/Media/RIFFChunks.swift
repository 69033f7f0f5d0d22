/// Walks the chunks of a WAVE file (RIFF) in a source, beside FFmpeg and without moving it.
struct RIFFChunks {
    /// More chunks in front of the sound than files have.
    private static let mostChunks = 256

    let source: any ByteSource

    /// How many bytes of sound the header says there are; `nil` where it does not say, or is another's.
    func dataSize() throws(MediaError) -> Int64? { try data().map { Int64($0.count) } }

    /// Whether the header says that there is more sound than the source has.
    func isCut() throws(MediaError) -> Bool {
        guard let data = try data(), let size = source.size else { return false }
        return data.upperBound > size
    }

    private func data() throws(MediaError) -> Range<Int64>? {
        guard let size = source.size, try source.bytes(in: 0..<12).starts(with: "RIFF".utf8) else { return nil }
        // Behind the mark, the size of all, and the kind.
        var position: Int64 = 12
        for _ in 0..<Self.mostChunks where size - position >= 8 {
            let header = try source.bytes(in: position..<position + 8)
            guard header.count == 8 else { return nil }
            // The least significant byte first.
            let length = header[4..<8].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
            if header.starts(with: "data".utf8) { return position + 8..<position + 8 + length }
            // Chunks are filled up to an even length.
            position += 8 + length + length % 2
        }
        return nil
    }
}
