/// Where FLAC packets belong: each one's header has the number of its first sample, or its own number where all are equally long
/// (RFC 9639, section 9.1). True in every container, unlike the timestamps that containers make of it.
struct FLACNumbering: Equatable {
    /// Samples of each packet but the last, where all are equally long.
    private let blockSize: Int64

    /// The numbering of a stream whose first packet has so many samples: the header's longest block may be a wrong one.
    init(firstCount: Int) { blockSize = Int64(firstCount) }

    /// The number of a packet's first sample; `nil` for what is no FLAC packet.
    func firstSample(of packet: borrowing Packet) -> Int64? {
        FLACPacketHeader(packet.start(FLACPacketHeader.longest))?.firstSample(blockSize: blockSize)
    }
}
