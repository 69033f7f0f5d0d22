/// The header of an ADTS packet (ISO/IEC 14496-3, section 1.A.2): AAC without a container.
struct ADTSHeader: Equatable {
    /// In bytes, without a checksum.
    static let size = 7
    /// More bytes than a packet can have.
    static let longestPacket = 1 << 13

    /// The bytes of the packet, its header among them.
    let length: Int
    /// Profile, rate and channels, which are the same in all packets.
    private let kind: [UInt8]

    /// A sync word, and none of the values that are reserved; `nil` for other bytes.
    init?(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes.prefix(Self.size))
        // Twelve ones, a layer of 0, and a rate that there is.
        guard bytes.count == Self.size, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0, bytes[2] >> 2 & 0xF < 13 else { return nil }
        length = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
        kind = [bytes[1], bytes[2] & 0xFD, bytes[3] & 0xC0]
        guard length > Self.size else { return nil }
    }

    /// Whether a packet belongs to the same stream.
    func continues(_ other: ADTSHeader) -> Bool { kind == other.kind }
}
