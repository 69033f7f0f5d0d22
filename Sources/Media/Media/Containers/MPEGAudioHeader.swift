import MediaTypes

/// The header of an MPEG audio packet (ISO/IEC 11172-3, 13818-3), as far as it is needed to recognise such media and to find
/// what the first packet says about the length.
///
/// FFmpeg's format detection fails for a file of a few dozen packets whose noise looks as much like another format to it (such
/// as H.263, which is never opened here): it then reports no format.
struct MPEGAudioHeader: Equatable {
    /// The size of the header in bytes.
    static let size = 4
    /// The size in bytes of the header of an ID3 version 2 tag.
    private static let tagHeaderSize: Int64 = 10
    /// A bound on the number of consecutive tags; no file has as many.
    private static let mostTags = 16

    /// Whether it is MPEG-1. Its layer 3 packets have twice as many frames as those of MPEG-2 and 2.5.
    let isFirstVersion: Bool
    /// The layer, 1 to 3.
    let layer: Int
    let isMono: Bool

    /// Parses a header; `nil` unless `bytes` begin with the sync word and have no reserved value of version, layer, bit rate or
    /// sampling frequency.
    init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes.prefix(Self.size))
        guard bytes.count == Self.size, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0, bytes[1] & 0x18 != 0x08,
            bytes[1] & 0x06 != 0, bytes[2] >> 4 != 0xF, bytes[2] >> 4 != 0, bytes[2] & 0x0C != 0x0C
        else { return nil }
        isFirstVersion = bytes[1] & 0x18 == 0x18
        layer = 4 - Int(bytes[1] >> 1 & 3)
        isMono = bytes[3] >> 6 == 3
    }

    /// The number of frames in a packet of layer 3.
    var packetFrames: Int64 { isFirstVersion ? 1_152 : 576 }

    /// Whether `source` begins with the header of an MPEG audio packet, after any tags. Does not move FFmpeg's position.
    static func begins(_ source: any ByteSource) throws(MediaError) -> Bool {
        guard source.isSeekable else { return false }
        let start = try endOfTags(source)
        return MPEGAudioHeader(try source.bytes(in: start..<start + Int64(size))) != nil
    }

    /// Returns the offset of the first byte after the tags (ID3 version 2) at the beginning of `source`.
    static func endOfTags(_ source: any ByteSource) throws(MediaError) -> Int64 {
        var place: Int64 = 0
        for _ in 0..<mostTags {
            let head = try source.bytes(in: place..<place + tagHeaderSize)
            guard head.starts(with: "ID3".utf8), head.count == tagHeaderSize else { break }
            // The size is four bytes of 7 bits each.
            let length = head[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
            // A flag says that a footer of the same size as the header follows.
            place += tagHeaderSize + length + (head[5] & 0x10 != 0 ? tagHeaderSize : 0)
        }
        return place
    }
}
