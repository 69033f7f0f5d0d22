import MediaTypes

/// Changes that make a part of a FLAC stream a stream of its own: its packets are numbered from its beginning, and its header
/// states neither the length nor the checksum of the whole.
package enum FLACCut {
    /// The offset in the header's content (``FLACInformation``) of the byte with the upper four bits of the number of samples, and the offset of the checksum.
    private static let (countPlace, checksumPlace) = (13, 18)

    /// Returns the stream's header for `count` samples of each channel, or for an unknown number.
    package static func header(_ header: [UInt8], count: Int64?) -> [UInt8] {
        guard header.count >= FLACInformation.size else { return header }
        var header = header
        let count = count.flatMap { $0 < 1 << 36 ? $0 : nil } ?? 0
        header[countPlace] = header[countPlace] & 0xF0 | UInt8(truncatingIfNeeded: count >> 32 & 0xF)
        header.replaceSubrange(countPlace + 1..<countPlace + 5, with: count.bigEndianBytes(4))
        for index in checksumPlace..<FLACInformation.size { header[index] = 0 }
        return header
    }

    /// Returns a packet with a number that is smaller by `first`, which is that of the packet with which the cut begins. `nil` if
    /// the bytes are no packet of FLAC.
    package static func packet(_ packet: [UInt8], numberedFrom first: Int64) -> [UInt8]? {
        guard let header = FLACPacketHeader(packet[...]) else { return nil }
        let old = max(1, (~packet[4]).leadingZeroBitCount)
        // The number, then up to four bytes for unusual lengths and rates, then the checksum of the header.
        let (size, rate) = (packet[2] >> 4, packet[2] & 15)
        let sizeBytes = size == 6 ? 1 : size == 7 ? 2 : 0
        let rateBytes = rate == 12 ? 1 : rate > 12 ? 2 : 0
        let unusual = sizeBytes + rateBytes
        let rest = 4 + old
        // A forged packet may end with its header, before the two bytes of its own checksum.
        guard packet.count >= rest + unusual + 3 else { return nil }
        var changed = Array(packet[..<4]) + encoded(header.number - first)
        changed += packet[rest..<rest + unusual]
        changed.append(FLACChecksum.ofHeader(changed))
        changed += packet[(rest + unusual + 1)..<(packet.count - 2)]
        let sum = FLACChecksum.ofPacket(changed[...])
        return changed + sum.bigEndianBytes(2)
    }

    /// A number in the scheme of UTF-8, extended to 36 bits.
    private static func encoded(_ number: Int64) -> [UInt8] {
        let number = max(0, min(number, 1 << 36 - 1))
        guard number >= 0x80 else { return [UInt8(number)] }
        // Two bytes hold 11 bits, and each further one five more.
        let further: Int = (1...5).first { number < Int64(1) << (5 * $0 + 6) } ?? 6
        let mark = UInt8(truncatingIfNeeded: 0xFF00 >> (further + 1))
        var bytes = [mark | UInt8(truncatingIfNeeded: number >> Int64(6 * further))]
        for place in (0..<further).reversed() {
            bytes.append(0x80 | UInt8(truncatingIfNeeded: number >> Int64(6 * place)) & 0x3F)
        }
        return bytes
    }
}

/// The length that the header of native FLAC states.
package enum FLACLength {
    /// The mark of the file, and the head of the header's first block.
    private static let before = 8

    /// Returns the first 42 bytes of a file with another number of frames, and without the checksum of the sound, which is that of
    /// other sound; `nil` if they are not those of FLAC.
    package static func header(_ bytes: [UInt8], frames: Int64) -> [UInt8]? {
        guard bytes.count == before + FLACInformation.size, bytes.starts(with: FLACMetadata.mark), bytes[4] & 0x7F == 0 else {
            return nil
        }
        return Array(bytes[..<before]) + FLACCut.header(Array(bytes[before...]), count: frames)
    }
}
