package import MediaTypes

/// The header of an MPEG audio packet (ISO/IEC 11172-3, 13818-3), as far as it is needed to recognise such media and to find
/// what the first packet says about the length.
///
/// FFmpeg's format detection fails for a file of a few dozen packets whose noise looks as much like another format to it (such
/// as H.263, which is never opened here): it then reports no format.
package struct MPEGAudioHeader: Equatable {
    /// The size of the header in bytes.
    package static let size = 4
    /// A bound on the number of consecutive tags; no file has as many.
    private static let mostTags = 16

    /// Whether it is MPEG-1. Its layer 3 packets have twice as many frames as those of MPEG-2 and 2.5.
    package let isFirstVersion: Bool
    /// The layer, 1 to 3.
    package let layer: Int
    package let isMono: Bool
    /// In hertz.
    package let sampleRate: Int
    /// The size of the packet in bytes, header included.
    package let length: Int

    private static let rates = [44_100, 48_000, 32_000]
    /// The bit rates in kbit/s by the table that counts for a version and a layer, and then by the number in the header.
    private static let first1 = (1...14).map { 32 * $0 }
    private static let first2 = [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    private static let first3 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let second1 = [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    private static let second23 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

    /// Parses a header; `nil` unless `bytes` begin with the sync word and have no reserved value of version, layer, bit rate or
    /// sampling frequency.
    package init?(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes.prefix(Self.size))
        guard bytes.count == Self.size, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0, bytes[1] & 0x18 != 0x08,
            bytes[1] & 0x06 != 0, bytes[2] >> 4 != 0xF, bytes[2] >> 4 != 0, bytes[2] & 0x0C != 0x0C
        else { return nil }
        isFirstVersion = bytes[1] & 0x18 == 0x18
        layer = 4 - Int(bytes[1] >> 1 & 3)
        isMono = bytes[3] >> 6 == 3
        // MPEG-2 has half the rates of MPEG-1, and MPEG-2.5 a quarter.
        sampleRate = Self.rates[Int(bytes[2] >> 2 & 3)] / (isFirstVersion ? 1 : bytes[1] & 0x18 == 0x10 ? 2 : 4)
        let table =
            switch (isFirstVersion, layer) {
            case (true, 1): Self.first1
            case (true, 2): Self.first2
            case (true, _): Self.first3
            case (false, 1): Self.second1
            case (false, _): Self.second23
            }
        let bits = table[Int(bytes[2] >> 4) - 1] * 1_000
        let padding = Int(bytes[2] >> 1 & 1)
        length =
            switch layer {
            case 1: (12 * bits / sampleRate + padding) * 4
            case 3 where !isFirstVersion: 72 * bits / sampleRate + padding
            default: 144 * bits / sampleRate + padding
            }
    }

    /// The number of frames in a packet of layer 3.
    package var packetFrames: Int64 { isFirstVersion ? 1_152 : 576 }

    /// Whether `source` begins with the header of an MPEG audio packet, after any tags. Does not move FFmpeg's position.
    package static func begins(_ source: any MediaBytes) throws(MediaError) -> Bool {
        guard source.isSeekable else { return false }
        let start = try endOfTags(source)
        return MPEGAudioHeader(try source.bytes(in: start..<start + Int64(size))[...]) != nil
    }

    /// Returns the offset of the first byte after the tags (ID3 version 2) at the beginning of `source`.
    package static func endOfTags(_ source: any MediaBytes) throws(MediaError) -> Int64 {
        var place: Int64 = 0
        for _ in 0..<mostTags {
            guard let tag = ID3Head(try source.bytes(in: place..<place + ID3Head.size)[...]) else { break }
            place += tag.length
        }
        return place
    }
}
