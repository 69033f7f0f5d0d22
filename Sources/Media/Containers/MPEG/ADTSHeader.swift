package import MediaTypes

/// The header of an ADTS packet (ISO/IEC 14496-3, section 1.A.2): AAC without a container.
package struct ADTSHeader: Equatable {
    /// The size of the header in bytes, without a checksum.
    package static let size = 7
    /// An upper bound on the size of a packet, in bytes. No packet is as long as this.
    fileprivate static let longestPacket = 1 << 13

    private static let rates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    /// The size of the packet in bytes, header included.
    package let length: Int
    /// In hertz, without what spectral band replication adds.
    package let sampleRate: Int
    /// The number of frames (samples of each channel) in the packet, at that rate.
    package let frameCount: Int
    /// Profile, sample rate and channels: the header bits that are the same in all packets of a stream.
    private let kind: [UInt8]

    /// Parses a header; `nil` unless `bytes` begin with the sync word and hold no reserved values.
    package init?(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes.prefix(Self.size))
        // Twelve one bits, a layer of 0, and an index of a sample rate that exists.
        guard bytes.count == Self.size, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0, bytes[2] >> 2 & 0xF < 13 else { return nil }
        length = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
        sampleRate = Self.rates[Int(bytes[2] >> 2 & 0xF)]
        frameCount = 1_024 * (Int(bytes[6] & 3) + 1)
        kind = [bytes[1], bytes[2] & 0xFD, bytes[3] & 0xC0]
        guard length > Self.size else { return nil }
    }

    /// Whether this packet belongs to the same stream as `other`.
    package func continues(_ other: ADTSHeader) -> Bool { kind == other.kind }
}

/// The end of an ADTS file: each packet states its length.
package enum ADTSEnd {
    /// The number of bytes at the end that are read: a few packets of any length.
    private static let reach = Int64(4 * ADTSHeader.longestPacket)
    /// The number of packets in a row that is no coincidence.
    private static let enough = 3

    /// Whether the source ends within a packet.
    package static func isCut(_ source: any MediaBytes) throws(MediaError) -> Bool {
        guard let size = source.size else { return false }
        let tail = try source.bytes(in: max(0, size - reach)..<size)
        for start in 0..<min(tail.count, ADTSHeader.longestPacket) where tail[start] == 0xFF {
            if let isCut = isCut(tail, from: start) { return isCut }
        }
        return false
    }

    /// Whether the packets from `start` on end within one; `nil` if there are too few packets to tell.
    private static func isCut(_ bytes: [UInt8], from start: Int) -> Bool? {
        guard let first = ADTSHeader(bytes[start...]) else { return nil }
        var (place, count) = (start, 0)
        while let header = ADTSHeader(bytes[place...]), header.continues(first) {
            count += 1
            guard header.length <= bytes.count - place else { return count >= enough ? true : nil }
            place += header.length
        }
        guard count >= enough else { return nil }
        // The rest is a piece of a header, or something else, such as a tag.
        let rest = bytes[place...]
        return !rest.isEmpty && rest.count < ADTSHeader.size && rest.starts(with: bytes[start..<start + min(2, rest.count)])
    }
}
