package import MediaTypes

/// The end of the sound of a FLAC file by its last packet. The header (STREAMINFO) may state another end, or none, if the file
/// was cut, joined or written into a pipe.
package struct FLACEnd: Equatable {
    /// The size of an old tag (ID3 version 1) after the sound, which is fixed.
    private static let tagSize: Int64 = 128
    /// The number of bytes to read at the end if the header does not say how large packets are.
    private static let usualTail: Int64 = 1 << 16
    /// The most bytes to read at the end. A packet of 8 channels of 24 bits with the most samples is larger, but no encoder
    /// makes those.
    private static let longestTail: Int64 = 1 << 20
    /// How many byte sequences may look like a packet header, with a valid checksum, without being one. More than this are no
    /// coincidence, and computing the checksum of what follows each would take minutes.
    private static let mostAccidents = 16

    /// The samples of each channel up to the end of the last packet.
    package let sampleCount: Int64
    /// The samples of each channel that the header states, if packets are missing: the last one is as long as all others, and
    /// more should follow. A shorter packet is the last one of the recording, whatever the header says.
    package let promisedCount: Int64?

    /// Looks for the packet that ends where the source ends.
    /// - Parameter streamHeader: the content of STREAMINFO.
    /// - Returns: `nil` if there is none, for example because the source was cut within a packet.
    package init?(of source: any MediaBytes, streamHeader: [UInt8]) throws(MediaError) {
        guard let size = source.size, let information = FLACInformation(streamHeader[...]) else { return nil }
        let wanted = information.largestPacket > 0 ? min(information.largestPacket, Self.longestTail) : Self.usualTail
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
            // Headers number packets, not samples, only if all packets are equally long. Then the stream header's shortest and
            // longest length are equal, or one of them is wrong.
            let isEqual = information.blockSizes.shortest == information.blockSizes.longest
            guard header.isNumberedBySample || header.number == 0 || isEqual else { return nil }
            let stated = information.frameCount ?? 0
            var blockSize = information.blockSizes.longest
            if header.firstSample(blockSize: blockSize) + header.sampleCount != stated {
                // The packet before the last one shows how many samples a packet really has.
                let front = try source.bytes(in: max(0, start - wanted)..<start) + tail[..<place]
                blockSize = Self.blockSize(atEndOf: front, before: header) ?? information.blockSizes.longest
            }
            sampleCount = header.firstSample(blockSize: blockSize) + header.sampleCount
            let mayGoOn = !header.isNumberedBySample && isEqual && header.sampleCount == blockSize
            promisedCount = mayGoOn && stated > sampleCount ? stated : nil
            return
        }
        return nil
    }

    /// The samples of each channel in the packet that ends where `bytes` end, and `last` begins; `nil` if it is not there. All packets
    /// but the last one have as many, if they are numbered by packet.
    private static func blockSize(atEndOf bytes: [UInt8], before last: FLACPacketHeader) -> Int64? {
        guard !last.isNumberedBySample, last.number > 0 else { return nil }
        var accidents = 0
        for place in bytes.indices.dropLast().reversed() where bytes[place] == 0xFF && bytes[place + 1] & 0xFE == 0xF8 {
            guard let header = FLACPacketHeader(bytes[place...]), header.number == last.number - 1 else { continue }
            if FLACChecksum.isWhole(bytes[place...]) { return header.sampleCount }
            accidents += 1
            guard accidents < mostAccidents else { return nil }
        }
        return nil
    }
}
