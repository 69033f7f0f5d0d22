/// Walks the chunks of a WAVE file in a source, beside FFmpeg and without moving it: of RIFF, of RF64 (EBU Tech 3306), which has
/// sizes of 64 bits in a chunk of their own, and of Sony's Wave64, which has them everywhere.
struct RIFFChunks {
    /// How a chunk begins.
    private enum Form: Equatable {
        case riff, rf64, wave64

        /// The bytes of the identifier, of which the first four are enough.
        var identifier: Int64 { self == .wave64 ? 16 : 4 }
        /// With the size behind the identifier.
        var header: Int64 { self == .wave64 ? 24 : 8 }
        /// What begins at a multiple of so many bytes.
        var alignment: Int64 { self == .wave64 ? 8 : 2 }
    }

    /// More chunks in front of the sound than files have.
    private static let mostChunks = 256
    /// What a size of RF64 says where it stands elsewhere.
    private static let elsewhere: Int64 = 0xFFFF_FFFF

    let source: any ByteSource

    /// How many bytes of sound the header says there are; `nil` where it does not say, or is another's.
    func dataSize() throws(MediaError) -> Int64? { try data().map { Int64($0.count) } }

    /// Whether the header says that there is more sound than the source has.
    func isCut() throws(MediaError) -> Bool {
        guard let data = try data(), let size = source.size else { return false }
        return data.upperBound > size
    }

    private func data() throws(MediaError) -> Range<Int64>? {
        guard let size = source.size, let form = Self.form(try source.bytes(in: 0..<4)) else { return nil }
        // Behind the head of all, and the kind.
        var position = form.header + form.identifier
        var largeSize: Int64?
        for _ in 0..<Self.mostChunks where size - position >= form.header {
            // With the two sizes that RF64 has there: of all, and of the sound.
            let chunk = try source.bytes(in: position..<position + form.header + 16)
            guard chunk.count >= form.header else { return nil }
            var length = Self.number(chunk[Int(form.identifier)..<Int(form.header)])
            // Wave64 counts the head as well.
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

    /// The least significant byte first.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(clamping: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
