import CFFmpeg

/// Where the sound of a FLAC file ends, by its last packet: the header (STREAMINFO) may say otherwise, or nothing, where the file
/// was cut, joined or written into a pipe.
struct FLACEnd: Equatable {
    /// The bytes of a header's content (RFC 9639, section 8.2).
    private static let headerSize = 34
    /// An old tag behind the sound, of which the size is fixed.
    private static let tagSize: Int64 = 128
    /// Where the header does not say how large packets are.
    private static let usualTail: Int64 = 1 << 16
    /// A packet of 8 channels of 24 bits with the most samples has more; no encoder makes those.
    private static let longestTail: Int64 = 1 << 20

    /// Samples of the whole, each channel counted once.
    let sampleCount: Int64

    /// Looks for the packet that ends where the source does.
    /// - Parameter streamHeader: STREAMINFO.
    /// - Returns: `nil` where there is none: the source was cut within a packet, say.
    init?(of source: any ByteSource, streamHeader: [UInt8]) throws(MediaError) {
        guard let size = source.size, streamHeader.count >= Self.headerSize else { return nil }
        let largestPacket = streamHeader[7..<10].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        let blockSize = Int64(streamHeader[2]) << 8 | Int64(streamHeader[3])
        let wanted = largestPacket > 0 ? min(largestPacket, Self.longestTail) : Self.usualTail
        let start = max(0, size - wanted - Self.tagSize)
        var tail = try source.bytes(in: start..<size)[...]
        if tail.suffix(Int(Self.tagSize)).starts(with: "TAG".utf8) { tail = tail.dropLast(Int(Self.tagSize)) }
        for place in tail.indices.reversed() where tail[place] == 0xFF {
            let packet = tail[place...]
            guard let header = FLACPacketHeader(packet), FLACChecksum.isWhole(packet) else { continue }
            // Packets count themselves where all are equally long: then the shortest and the longest are, or one of them is wrong.
            let isEqual = streamHeader[0..<2].elementsEqual(streamHeader[2..<4])
            guard header.isNumberedBySample || header.number == 0 || isEqual else { return nil }
            sampleCount = (header.isNumberedBySample ? header.number : header.number * blockSize) + header.sampleCount
            return
        }
        return nil
    }
}

/// The header of a FLAC packet (RFC 9639, section 9.1).
struct FLACPacketHeader: Equatable {
    /// Whether ``number`` is that of the first sample, or of the packet.
    let isNumberedBySample: Bool
    let number: Int64
    /// Samples in the packet, each channel counted once.
    let sampleCount: Int64

    /// `nil` where the bytes begin with something else.
    init?(_ bytes: ArraySlice<UInt8>) {
        let head = Array(bytes.prefix(16))
        guard head.count >= 6, head[0] == 0xFF, head[1] & 0xFE == 0xF8 else { return nil }
        // UTF-8's scheme, extended to 36 bits: the leading ones of the first byte count the bytes.
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
            return head.dropFirst(end).prefix(count).reduce(0) { $0 << 8 | Int64($1) }
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
}

/// The checksums of FLAC packets (RFC 9639, sections 9.1.8 and 9.3).
enum FLACChecksum {
    /// 8 bits, by x⁸ + x² + x + 1.
    static func ofHeader(_ bytes: some Sequence<UInt8>) -> UInt8 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ byte) { sum, _ in sum & 0x80 == 0 ? sum << 1 : sum << 1 ^ 0x07 }
        }
    }

    /// What each byte adds by x¹⁶ + x¹⁵ + x² + 1.
    private static let steps: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte) << 8) { sum, _ in sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x8005 }
    }

    /// Whether a packet, with the 16 bits that it ends with, comes to 0.
    static func isWhole(_ packet: ArraySlice<UInt8>) -> Bool {
        let steps = steps
        return packet.reduce(UInt16(0)) { $0 << 8 ^ steps[Int($0 >> 8 ^ UInt16($1))] } == 0
    }
}
