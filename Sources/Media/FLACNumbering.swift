import CFFmpeg

/// Where FLAC packets belong: each one's header has the number of its first sample, or its own number where all are equally long
/// (RFC 9639, section 9.1). True in every container, unlike the timestamps that containers make of it.
struct FLACNumbering: Equatable {
    /// Samples of each packet but the last, where all are equally long.
    private let blockSize: Int64

    /// The numbering of a stream whose first packet has so many samples: the header's longest block may be a wrong one.
    init(firstCount: Int) { blockSize = Int64(firstCount) }

    /// The number of a packet's first sample; `nil` for what is no FLAC packet.
    func firstSample(of packet: borrowing Packet) -> Int64? {
        guard let data = unsafe packet.pointer.pointee.data, unsafe packet.pointer.pointee.size >= 12,
            unsafe data[0] == 0xFF, unsafe data[1] & 0xFE == 0xF8
        else { return nil }
        // UTF-8's scheme, extended to 36 bits: the leading ones of the first byte count the bytes.
        let lead = unsafe data[4]
        let length = max(1, (~lead).leadingZeroBitCount)
        guard lead & 0xC0 != 0x80, length <= 7 else { return nil }
        var number = length == 1 ? Int64(lead) : Int64(lead & (0x7F >> UInt8(length)))
        for index in 1..<max(1, length) {
            let byte = unsafe data[4 + index]
            guard byte & 0xC0 == 0x80 else { return nil }
            number = number << 6 | Int64(byte & 0x3F)
        }
        let isNumberedBySample = unsafe data[1] & 1 == 1
        return isNumberedBySample ? number : number * blockSize
    }
}
