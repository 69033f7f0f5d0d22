import MediaTypes

/// Finds the ID3 tag that WAV, AIFF and DSDIFF have in a chunk of its own, where FFmpeg does not look for it.
enum ID3Chunk {
    /// The most chunks that are looked at; few files have ten.
    private static let chunkLimit = 256

    /// The chunk layout of a file format.
    private struct Form {
        /// The offset of the first chunk.
        let start: Int64
        /// The number of bytes of the size after the name.
        let sizeBytes: Int
        let isBigEndian: Bool
    }

    /// Returns the tags in it, under the names of ``TagVocabulary``; none if there is no such chunk.
    static func tags(of source: any ByteSource) throws(MediaError) -> [String: String] {
        guard let form = try form(of: source), let size = source.size else { return [:] }
        var place = form.start
        var longSize: Int64?
        for _ in 0..<chunkLimit {
            let content = place + 4 + Int64(form.sizeBytes)
            guard content < size else { break }
            let head = try source.bytes(in: place..<content)
            guard head.count == 4 + form.sizeBytes else { break }
            let digits = form.isBigEndian ? head[4...].map(\.self) : head[4...].reversed()
            var length = digits.reduce(Int64(0)) { ($0 & 0x00FF_FFFF_FFFF_FFFF) << 8 | Int64($1) }
            let name = String(decoding: head[..<4], as: UTF8.self)
            if name.lowercased() == "id3 ", let tag = try ID3Block(in: source, at: content) { return try tag.tags() }
            if name == "ds64" { longSize = try dataSize(source, at: content) }
            // The size of a data chunk of more than 4 GiB is in the `ds64` chunk before it.
            if name == "data", length == 0xFFFF_FFFF, let longSize { length = longSize }
            guard (0...size).contains(length) else { break }
            place = content + length + length % 2
        }
        return [:]
    }

    private static func form(of source: any ByteSource) throws(MediaError) -> Form? {
        let head = try source.bytes(in: 0..<16)
        guard head.count == 16 else { return nil }
        func word(_ offset: Int) -> String { String(decoding: head[offset..<offset + 4], as: UTF8.self) }
        switch word(0) {
        case "RIFF" where word(8) == "WAVE", "RF64" where word(8) == "WAVE":
            return Form(start: 12, sizeBytes: 4, isBigEndian: false)
        case "FORM" where word(8) == "AIFF" || word(8) == "AIFC": return Form(start: 12, sizeBytes: 4, isBigEndian: true)
        case "FRM8" where word(12) == "DSD ": return Form(start: 16, sizeBytes: 8, isBigEndian: true)
        default: return nil
        }
    }

    private static func dataSize(_ source: any ByteSource, at content: Int64) throws(MediaError) -> Int64 {
        try source.bytes(in: content + 8..<content + 16).reversed().reduce(0) { ($0 & 0x7F_FFFF_FFFF_FFFF) << 8 | Int64($1) }
    }
}
