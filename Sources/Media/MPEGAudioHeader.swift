/// The header of an MPEG audio packet (ISO/IEC 11172-3, 13818-3): what of it is needed to tell such media, and to find what the
/// first packet says about the length.
///
/// FFmpeg's guess at a format leaves a file of some dozen packets open where the noise in them looks as much like something
/// else to it (H.263, say, which is never opened here), and then knows none.
struct MPEGAudioHeader: Equatable {
    /// In bytes.
    static let size = 4
    /// The bytes of a tag's header, ID3 version 2.
    private static let tagHeaderSize: Int64 = 10
    /// More tags one behind the other than files have.
    private static let mostTags = 16

    /// Whether it is MPEG-1, whose packets have twice the frames of layer 3 that those of MPEG-2 and 2.5 have.
    let isFirstVersion: Bool
    /// 1 to 3.
    let layer: Int
    let isMono: Bool

    /// A sync word, and none of the values of version, layer, bit rate and sampling frequency that are reserved; `nil` for other
    /// bytes.
    init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes.prefix(Self.size))
        guard bytes.count == Self.size, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0, bytes[1] & 0x18 != 0x08,
            bytes[1] & 0x06 != 0, bytes[2] >> 4 != 0xF, bytes[2] >> 4 != 0, bytes[2] & 0x0C != 0x0C
        else { return nil }
        isFirstVersion = bytes[1] & 0x18 == 0x18
        layer = 4 - Int(bytes[1] >> 1 & 3)
        isMono = bytes[3] >> 6 == 3
    }

    /// Frames in a packet of layer 3.
    var packetFrames: Int64 { isFirstVersion ? 1_152 : 576 }

    /// Whether a source begins with the header of an MPEG audio packet, behind tags or not. Moves nothing.
    static func begins(_ source: any ByteSource) throws(MediaError) -> Bool {
        guard source.isSeekable else { return false }
        let start = try endOfTags(source)
        return MPEGAudioHeader(try source.bytes(in: start..<start + Int64(size))) != nil
    }

    /// Where what is behind the tags (ID3 version 2) at the beginning of a source begins.
    static func endOfTags(_ source: any ByteSource) throws(MediaError) -> Int64 {
        var place: Int64 = 0
        for _ in 0..<mostTags {
            let head = try source.bytes(in: place..<place + tagHeaderSize)
            guard head.starts(with: "ID3".utf8), head.count == tagHeaderSize else { break }
            // Four bytes of 7 bits.
            let length = head[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
            // A flag says that the header is repeated at the end.
            place += tagHeaderSize + length + (head[5] & 0x10 != 0 ? tagHeaderSize : 0)
        }
        return place
    }
}
