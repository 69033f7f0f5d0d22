/// A page of Ogg (RFC 3533, section 6), with its bytes.
struct OggPage {
    private static let headSize: Int64 = 27
    private static let (continues, begins, ends): (UInt8, UInt8, UInt8) = (1, 2, 4)
    /// How many pieces of a packet a page has at most, and how long each is.
    static let (mostPieces, pieceSize) = (255, 255)

    private let bytes: [UInt8]
    /// Where it stands in the file.
    let range: Range<Int64>

    /// Reads the page at a place.
    init(_ source: TagBytes, at place: Int64) throws(TagWritingError) {
        let head = try source.bytes(place..<place + Self.headSize)
        guard head.starts(with: "OggS\0".utf8) else { throw .damaged("a page of it") }
        let body = place + Self.headSize + Int64(head[26])
        let lengths = try source.bytes(place + Self.headSize..<body)
        let range = place..<lengths.reduce(body) { $0 + Int64($1) }
        bytes = try source.bytes(range)
        self.range = range
        guard Self.checksum(of: bytes) == bytes[22..<26].littleEndianNumber else { throw .damaged("a page of it") }
    }

    var serial: Int64 { bytes[14..<18].littleEndianNumber }
    var number: Int64 { bytes[18..<22].littleEndianNumber }
    var continuesPacket: Bool { bytes[5] & Self.continues != 0 }
    var beginsStream: Bool { bytes[5] & Self.begins != 0 }
    var endsStream: Bool { bytes[5] & Self.ends != 0 }

    /// The pieces of packets: one that is shorter than ``pieceSize`` is the last of its packet.
    var pieces: [ArraySlice<UInt8>] {
        var place = Int(Self.headSize) + Int(bytes[26])
        return bytes[Int(Self.headSize)..<place].map { length in
            defer { place += Int(length) }
            return bytes[place..<place + Int(length)]
        }
    }

    /// The number and the checksum of the page if its number grows by `step`, and their place in the file.
    func renumbered(by step: Int64) -> Splice {
        var changed = bytes
        changed.replaceSubrange(18..<22, with: Int(number + step).littleEndianBytes(4))
        changed.replaceSubrange(22..<26, with: Int(Self.checksum(of: changed)).littleEndianBytes(4))
        return Splice(range.lowerBound + 18..<range.lowerBound + 26, Array(changed[18..<26]))
    }

    /// The bytes of pages that have these packets, of headers: no sound ends on them.
    static func pages(of packets: [[UInt8]], serial: Int64, from number: Int64) -> [[UInt8]] {
        var pieces: [(bytes: ArraySlice<UInt8>, isFirst: Bool, isLast: Bool)] = []
        for packet in packets {
            // A packet whose length is a multiple ends with an empty piece.
            for start in stride(from: 0, through: packet.count, by: pieceSize) {
                let piece = packet[start..<min(packet.count, start + pieceSize)]
                pieces.append((piece, start == 0, piece.count < pieceSize))
            }
        }
        return stride(from: 0, to: pieces.count, by: mostPieces).enumerated().map { index, start -> [UInt8] in
            let part = pieces[start..<min(pieces.count, start + mostPieces)]
            let isContinued = part.first.map { !$0.isFirst } ?? false
            let endsPacket = part.contains { $0.isLast }
            var page: [UInt8] = Array("OggS\0".utf8)
            page.append(isContinued ? continues : 0)
            page += [UInt8](repeating: endsPacket ? 0 : 0xFF, count: 8)
            page += Int(serial).littleEndianBytes(4)
            page += Int(number + Int64(index)).littleEndianBytes(4)
            page += [0, 0, 0, 0, UInt8(part.count)]
            page += part.map { UInt8($0.bytes.count) }
            for piece in part { page += piece.bytes }
            page.replaceSubrange(22..<26, with: Int(checksum(of: page)).littleEndianBytes(4))
            return page
        }
    }

    private static let checksums: [UInt32] = (0..<256).map { byte -> UInt32 in
        var value = UInt32(byte) << 24
        for _ in 0..<8 { value = value >> 31 == 1 ? (value << 1) ^ 0x04C1_1DB7 : value << 1 }
        return value
    }

    /// The checksum of a page, for which its own field counts as zeros.
    private static func checksum(of page: [UInt8]) -> Int64 {
        var (sum, index) = (UInt32(0), 0)
        for byte in page {
            let counted = (22..<26).contains(index) ? 0 : byte
            sum = (sum << 8) ^ checksums[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ counted)]
            index += 1
        }
        return Int64(sum)
    }
}
