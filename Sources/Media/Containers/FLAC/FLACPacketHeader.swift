import MediaTypes

/// The header of a FLAC packet (RFC 9639, section 9.1).
package struct FLACPacketHeader: Equatable {
    /// Whether ``number`` is the number of the first sample. Otherwise it is the number of the packet.
    let isNumberedBySample: Bool
    package let number: Int64
    /// The samples of each channel in the packet.
    package let sampleCount: Int64

    /// The most bytes that a header can have.
    package static let longest = 16

    /// Parses a header; `nil` if the bytes do not begin with a valid one.
    package init?(_ bytes: ArraySlice<UInt8>) {
        let head = Array(bytes.prefix(Self.longest))
        guard head.count >= 6, head[0] == 0xFF, head[1] & 0xFE == 0xF8 else { return nil }
        // The scheme of UTF-8, extended to 36 bits: the leading ones of the first byte count the bytes.
        let length = max(1, (~head[4]).leadingZeroBitCount)
        guard head[4] & 0xC0 != 0x80, length <= 7 else { return nil }
        var end = 4 + length
        guard head.count > end else { return nil }
        var number = length == 1 ? Int64(head[4]) : Int64(head[4] & (0x7F >> UInt8(length)))
        for byte in head[5..<max(5, end)] {
            guard byte & 0xC0 == 0x80 else { return nil }
            number = number << 6 | Int64(byte & 0x3F)
        }
        func following(_ count: Int) -> Int64 {
            defer { end += count }
            return head.dropFirst(end).prefix(count).bigEndian()
        }
        switch head[2] >> 4 {
        case 0: return nil
        case 1: sampleCount = 192
        case let code where code < 6: sampleCount = 144 << Int64(code)
        case 6: sampleCount = following(1) + 1
        case 7: sampleCount = following(2) + 1
        case let code: sampleCount = 1 << Int64(code)
        }
        switch head[2] & 15 {
        case 15: return nil
        case 12: _ = following(1)
        case 13, 14: _ = following(2)
        default: break
        }
        guard end < head.count, FLACChecksum.ofHeader(head[..<end]) == head[end] else { return nil }
        isNumberedBySample = head[1] & 1 == 1
        self.number = number
    }

    /// The number of the packet's first sample, if packets that are numbered by packet have `blockSize` samples each.
    package func firstSample(blockSize: Int64) -> Int64 { isNumberedBySample ? number : number * blockSize }
}

/// The checksums of FLAC packets (RFC 9639, sections 9.1.8 and 9.3).
package enum FLACChecksum {
    /// The header's checksum of 8 bits, with the polynomial x⁸ + x² + x + 1.
    package static func ofHeader(_ bytes: some Sequence<UInt8>) -> UInt8 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ byte) { sum, _ in sum & 0x80 == 0 ? sum << 1 : sum << 1 ^ 0x07 }
        }
    }

    /// The table of what each byte adds, for the polynomial x¹⁶ + x¹⁵ + x² + 1.
    private static let steps: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte) << 8) { sum, _ in sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x8005 }
    }

    /// Whether the checksum of a packet, including the 16 bits at its end, is 0.
    package static func isWhole(_ packet: ArraySlice<UInt8>) -> Bool { ofPacket(packet) == 0 }

    /// The checksum of 16 bits of a packet without the one at its end.
    package static func ofPacket(_ packet: ArraySlice<UInt8>) -> UInt16 {
        let steps = steps
        return packet.reduce(UInt16(0)) { $0 << 8 ^ steps[Int($0 >> 8 ^ UInt16($1))] }
    }
}
