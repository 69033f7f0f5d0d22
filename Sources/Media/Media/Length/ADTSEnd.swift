import MediaTypes

/// The end of an ADTS file: each packet states its length.
enum ADTSEnd {
    /// The number of bytes at the end that are read: a few packets of any length.
    private static let reach = Int64(4 * ADTSHeader.longestPacket)
    /// The number of packets in a row that is no coincidence.
    private static let enough = 3

    /// Whether the source ends within a packet.
    static func isCut(_ source: any ByteSource) throws(MediaError) -> Bool {
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
