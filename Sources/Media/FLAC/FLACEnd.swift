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
    /// What looks like the header of a packet, checksum and all, and is none: more of it than this is no accident, and summing up what
    /// follows each would take minutes.
    private static let mostAccidents = 16

    /// Samples up to the end of the last packet, each channel counted once.
    let sampleCount: Int64
    /// Samples of the whole by the header, where packets are missing: the last one is as long as all others, and more were to
    /// follow. A shorter one is the last there ever was, whatever the header says.
    let promisedCount: Int64?

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
        var accidents = 0
        for place in tail.indices.dropLast().reversed() where tail[place] == 0xFF && tail[place + 1] & 0xFE == 0xF8 {
            let packet = tail[place...]
            guard let header = FLACPacketHeader(packet) else { continue }
            guard FLACChecksum.isWhole(packet) else {
                accidents += 1
                if accidents < Self.mostAccidents { continue }
                return nil
            }
            // Packets count themselves where all are equally long: then the shortest and the longest are, or one of them is wrong.
            let isEqual = streamHeader[0..<2].elementsEqual(streamHeader[2..<4])
            guard header.isNumberedBySample || header.number == 0 || isEqual else { return nil }
            sampleCount = header.firstSample(blockSize: blockSize) + header.sampleCount
            let stated = Self.statedCount(streamHeader) ?? 0
            let mayGoOn = !header.isNumberedBySample && isEqual && header.sampleCount == blockSize
            promisedCount = mayGoOn && stated > sampleCount ? stated : nil
            return
        }
        return nil
    }

    /// Samples of the whole by the header (STREAMINFO), each channel counted once; `nil` where that does not say.
    static func statedCount(_ streamHeader: [UInt8]) -> Int64? {
        guard streamHeader.count >= headerSize else { return nil }
        // 36 bits.
        let count = streamHeader[13..<18].reduce(Int64(0)) { $0 << 8 | Int64($1) } & 0xF_FFFF_FFFF
        return count > 0 ? count : nil
    }
}
