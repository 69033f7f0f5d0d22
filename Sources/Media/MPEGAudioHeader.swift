/// Tells MPEG audio by its very first bytes.
///
/// FFmpeg's guess at a format leaves a file of some dozen packets open where the noise in them looks as much like something
/// else to it (H.263, say, which is never opened here), and then knows none.
enum MPEGAudioHeader {
    /// The bytes of a tag's header, ID3 version 2.
    private static let tagHeaderSize = 10

    /// Whether a source begins with the header of an MPEG audio packet, behind a tag or not. Moves nothing.
    static func begins(_ source: any ByteSource) throws(MediaError) -> Bool {
        guard source.isSeekable else { return false }
        let head = try source.bytes(in: 0..<Int64(tagHeaderSize))
        guard head.starts(with: "ID3".utf8), head.count == tagHeaderSize else { return isHeader(head) }
        // Four bytes of 7 bits.
        let length = head[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
        return isHeader(try source.bytes(in: Int64(tagHeaderSize) + length..<Int64(tagHeaderSize) + length + 4))
    }

    /// A sync word, and none of the values of version, layer, bit rate and sampling frequency that ISO/IEC 11172-3 reserves.
    private static func isHeader(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return false }
        return bytes[1] & 0x18 != 0x08 && bytes[1] & 0x06 != 0 && bytes[2] >> 4 != 0xF && bytes[2] >> 4 != 0
            && bytes[2] & 0x0C != 0x0C
    }
}
