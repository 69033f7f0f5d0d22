/// The numbers in front of a Musepack file, which say which frames are the recording. FFmpeg leaves them out.
struct MusepackHeader: Equatable {
    /// The frames that a decoder is late by.
    static let decoderDelay: Int64 = 481
    /// The frames in a packet of version 7.
    private static let packetSize: Int64 = 1_152

    let audible: Audible

    /// Version 7 and older.
    /// - Parameters:
    ///   - bytes: the header behind the number of packets, in words with the low byte first.
    ///   - packets: that number.
    init(version7 bytes: [UInt8], packets: Int64) {
        // The third word begins with a flag and the frames of the last packet, in 11 bits.
        let word = bytes[12..<16].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let (isGapless, inLast) = (word >> 31 == 1, Int64(word >> 20 & 0x7FF))
        let tooMany = isGapless ? Self.packetSize - (inLast == 0 ? Self.packetSize : inLast) : Self.decoderDelay
        let whole = packets > 0 && packets < 1 << 32 ? packets * Self.packetSize : 0
        audible = Audible(lead: Self.decoderDelay, length: whole - tooMany)
    }

    /// Version 8: `nil` where there is no such header, or it cannot be looked for.
    init?(_ source: any ByteSource) throws(MediaError) {
        guard source.isSeekable else { return nil }
        var position = try MPEGAudioHeader.endOfTags(source)
        var bytes = try source.bytes(in: position..<position + 4)
        guard bytes.elementsEqual("MPCK".utf8) else { return nil }
        position += 4
        // What comes before the sound is small, and in any order.
        for _ in 0..<Self.mostPackets {
            bytes = try source.bytes(in: position..<position + Self.longestHeader)
            var rest = bytes.dropFirst(2)
            guard let size = Self.number(&rest), size > 2 else { return nil }
            if bytes.starts(with: "AP".utf8) { return nil }
            if bytes.starts(with: "SH".utf8) {
                // A checksum and the version.
                rest = rest.dropFirst(5)
                guard let end = Self.number(&rest), let silence = Self.number(&rest), silence <= end else { return nil }
                audible = Audible(lead: Self.decoderDelay + silence, length: end - silence)
                return
            }
            position += size
        }
        return nil
    }

    private static let mostPackets = 32
    /// A key, a size, and what is read of the packet with the length.
    private static let longestHeader: Int64 = 64

    /// Takes a number off: seven bits a byte, the most significant first, each but the last with the eighth set.
    private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        while let byte = bytes.popFirst(), value < 1 << 48 {
            value = value << 7 | Int64(byte & 0x7F)
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }
}
