import MediaTypes

/// Reads the chunks of a WAVE file from a source, without FFmpeg and without moving FFmpeg's position: of RIFF, of RF64 (EBU
/// Tech 3306), which has its 64-bit sizes in a separate chunk, and of Sony's Wave64, which has 64-bit sizes everywhere.
struct RIFFChunks {
    /// The file format, which decides how chunks begin.
    private enum Form: Equatable {
        case riff, rf64, wave64

        /// The number of bytes of a chunk's identifier. The first four are enough to know it.
        var identifier: Int64 { self == .wave64 ? 16 : 4 }
        /// The number of bytes of a chunk's head: the identifier and the size.
        var header: Int64 { self == .wave64 ? 24 : 8 }
        /// Chunks begin at multiples of this number of bytes.
        var alignment: Int64 { self == .wave64 ? 8 : 2 }
    }

    /// A bound on the chunks before the sound; no file has as many.
    private static let mostChunks = 256
    /// The size in RF64 that means that the real size is in another chunk.
    private static let elsewhere: Int64 = 0xFFFF_FFFF

    let source: any ByteSource

    /// The number of bytes of sound that the header states; `nil` if it states none, or if this is another format.
    func dataSize() throws(MediaError) -> Int64? { try data().map { Int64($0.count) } }

    /// Whether the header states more sound than the source has.
    func isCut() throws(MediaError) -> Bool {
        guard let data = try data(), let size = source.size else { return false }
        return data.upperBound > size
    }

    private func data() throws(MediaError) -> Range<Int64>? {
        guard let size = source.size, let form = Self.form(try source.bytes(in: 0..<4)) else { return nil }
        // After the head of the file, and its type.
        var position = form.header + form.identifier
        var largeSize: Int64?
        for _ in 0..<Self.mostChunks where size - position >= form.header {
            // Read 16 bytes more: the two sizes in RF64's own chunk, of the file and of the sound.
            let chunk = try source.bytes(in: position..<position + form.header + 16)
            guard chunk.count >= form.header else { return nil }
            var length = Self.number(chunk[Int(form.identifier)..<Int(form.header)])
            // Sizes in Wave64 include the head.
            if form == .wave64 { length -= form.header }
            let start = position + form.header
            if form == .rf64, chunk.starts(with: "ds64".utf8), chunk.count == 24 { largeSize = Self.number(chunk[16..<24]) }
            if chunk.starts(with: "data".utf8) {
                if form == .rf64, length == Self.elsewhere { length = largeSize ?? -1 }
                return (0...ByteCount.largest).contains(length) ? start..<start + length : nil
            }
            guard (0...size).contains(length) else { return nil }
            position = (start + length + form.alignment - 1) / form.alignment * form.alignment
        }
        return nil
    }

    private static func form(_ mark: [UInt8]) -> Form? {
        switch String(decoding: mark, as: UTF8.self) {
        case "RIFF": .riff
        case "RF64", "BW64": .rf64
        case "riff": .wave64
        default: nil
        }
    }

    /// A number stored with the least significant byte first.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(clamping: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
