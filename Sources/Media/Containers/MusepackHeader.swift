package import MediaTypes

/// The numbers at the start of a Musepack file that tell which frames are the recording. FFmpeg ignores them.
package struct MusepackHeader: Equatable {
    /// The delay of the decoder, in frames.
    package static let decoderDelay: Int64 = 481
    /// The number of frames in a packet of version 7.
    private static let packetSize: Int64 = 1_152

    package let audible: Audible

    /// Reads the header of version 7 or older.
    /// - Parameters:
    ///   - bytes: the header after the number of packets, in words with the low byte first.
    ///   - packets: the number of packets.
    package init(version7 bytes: [UInt8], packets: Int64) {
        // The third word begins with a flag and, in 11 bits, the number of frames in the last packet.
        let word: UInt32 = bytes[12..<16].littleEndian()
        let (isGapless, inLast) = (word >> 31 == 1, Int64(word >> 20 & 0x7FF))
        let tooMany = isGapless ? Self.packetSize - (inLast == 0 ? Self.packetSize : inLast) : Self.decoderDelay
        let whole = packets > 0 && packets < 1 << 32 ? packets * Self.packetSize : 0
        audible = Audible(lead: Self.decoderDelay, length: whole - tooMany)
    }

    /// Reads the header of version 8; `nil` if there is none, or if `source` cannot be read at any offset.
    package init?(_ source: any MediaBytes) throws(MediaError) {
        guard source.isSeekable else { return nil }
        var position = try MPEGAudioHeader.endOfTags(source)
        var bytes = try source.bytes(in: position..<position + 4)
        guard bytes.elementsEqual("MPCK".utf8) else { return nil }
        position += 4
        // The packets before the sound are small, and in any order.
        for _ in 0..<Self.mostPackets {
            bytes = try source.bytes(in: position..<position + Self.longestHeader)
            var rest = bytes.dropFirst(2)
            guard let size = Self.number(&rest), size > 2 else { return nil }
            if bytes.starts(with: "AP".utf8) { return nil }
            if bytes.starts(with: "SH".utf8) {
                // Skip a checksum and the version.
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
    /// The bytes to read of each packet: a key, a size, and the fields of the packet with the length.
    private static let longestHeader: Int64 = 64

    /// Removes a number from the front: seven bits in each byte, the most significant first; in all bytes but the last the
    /// eighth is set.
    private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        while let byte = bytes.popFirst(), value < 1 << 48 {
            value = value << 7 | Int64(byte & 0x7F)
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }
}
