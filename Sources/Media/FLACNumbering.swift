import CFFmpeg

/// Where FLAC packets belong: each one's header has the number of its first sample, or its own number where all are equally long
/// (RFC 9639, section 9.1). True in every container, unlike the timestamps that containers make of it.
struct FLACNumbering: Equatable {
    /// Samples of each packet but the last, where all are equally long.
    private let blockSize: Int64

    /// The numbering of a stream; `nil` where its header does not say how long packets are.
    init?(_ stream: UnsafeMutablePointer<AVStream>) {
        guard let parameters = unsafe stream.pointee.codecpar, let header = unsafe parameters.pointee.extradata,
            unsafe parameters.pointee.extradata_size >= 4
        else { return nil }
        // STREAMINFO begins with the shortest and the longest block, 16 bits each.
        let longest = unsafe Int64(header[2]) << 8 | Int64(header[3])
        guard longest >= 16 else { return nil }
        blockSize = longest
    }

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
