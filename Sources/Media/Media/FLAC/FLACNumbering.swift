import Containers

/// The positions of FLAC packets. Each header states the number of the packet's first sample, or the number of the packet if
/// all are equally long (RFC 9639, section 9.1). These are exact in every container, unlike the timestamps that containers
/// derive from them.
struct FLACNumbering: Equatable {
    /// The samples of each channel in every packet but the last, if all are equally long.
    private let blockSize: Int64

    /// Makes the numbering of a stream whose first packet has `firstCount` samples. The longest block in the header may be
    /// wrong.
    init(firstCount: Int) { blockSize = Int64(firstCount) }

    /// Returns the number of the packet's first sample; `nil` if it is not a FLAC packet.
    func firstSample(of packet: borrowing Packet) -> Int64? {
        FLACPacketHeader(packet.start(FLACPacketHeader.longest)[...])?.firstSample(blockSize: blockSize)
    }
}
