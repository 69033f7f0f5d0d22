/// The header of an ADTS packet (ISO/IEC 14496-3, section 1.A.2): AAC without a container.
struct ADTSHeader: Equatable {
    /// The size of the header in bytes, without a checksum.
    static let size = 7
    /// An upper bound on the size of a packet, in bytes. No packet is as long as this.
    static let longestPacket = 1 << 13

    private static let rates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    /// The size of the packet in bytes, header included.
    let length: Int
    /// In hertz, without what spectral band replication adds.
    let sampleRate: Int
    /// The number of frames (samples of each channel) in the packet, at that rate.
    let frameCount: Int
    /// Profile, sample rate and channels: the header bits that are the same in all packets of a stream.
    private let kind: [UInt8]

    /// Parses a header; `nil` unless `bytes` begin with the sync word and hold no reserved values.
    init?(_ bytes: ArraySlice<UInt8>) {
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
    func continues(_ other: ADTSHeader) -> Bool { kind == other.kind }
}
