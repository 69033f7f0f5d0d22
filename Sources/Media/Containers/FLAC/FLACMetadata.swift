import MediaTypes

/// The metadata blocks between the mark of a FLAC file and its sound (RFC 9639, section 8), one after the other. A value that is given
/// their heads.
package struct FLACMetadata {
    /// The kinds of blocks, as they are numbered.
    package enum Kind: UInt8 {
        case information, padding, application, seekTable, comments, cueSheet, picture
    }

    /// A block by its head.
    package struct Block {
        /// `nil` for a kind that is not known.
        package let kind: Kind?
        package let isLast: Bool
        package let content: Range<Int64>
    }

    /// What every file begins with: fLaC.
    package static let mark: [UInt8] = [0x66, 0x4C, 0x61, 0x43]
    /// The bytes of a block's head.
    package static let headSize: Int64 = 4

    /// How many more blocks are looked at.
    private var rest: Int
    /// Where the next head stands; `nil` behind the last block, and behind as many as are looked at.
    package private(set) var next: Range<Int64>?

    /// Begins in front of the first block of a file that begins with `mark`; `nil` if that is not the mark of FLAC.
    /// - Parameter limit: the most blocks that are looked at.
    package init?(behind mark: ArraySlice<UInt8>, limit: Int) {
        guard mark.elementsEqual(Self.mark) else { return nil }
        rest = limit
        next = 4..<4 + Self.headSize
    }

    /// Takes the head that stands at ``next``; `nil` if it is cut.
    package mutating func take(_ head: ArraySlice<UInt8>) -> Block? {
        guard let place = next, head.count == Self.headSize, let first = head.first else { return nil }
        let start = place.upperBound
        let block = Block(
            kind: Kind(rawValue: first & 0x7F), isLast: first & 0x80 != 0, content: start..<start + head.dropFirst().bigEndian())
        rest -= 1
        let end = block.content.upperBound
        next = block.isLast || rest == 0 ? nil : end..<end + Self.headSize
        return block
    }
}

/// What the first block of FLAC says of the sound (STREAMINFO; RFC 9639, section 8.2).
package struct FLACInformation: Equatable {
    /// The number of bytes in its content.
    package static let size = 34

    private let bytes: ArraySlice<UInt8>

    /// Takes the content, which may have more bytes behind it; `nil` for fewer.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= Self.size else { return nil }
        self.bytes = bytes.prefix(Self.size)
    }

    private func number(_ place: Int, _ count: Int) -> Int64 {
        let start = bytes.startIndex + place
        return bytes[start..<start + count].bigEndian()
    }

    /// The samples of each channel in the shortest packet, and in the longest.
    var blockSizes: (shortest: Int64, longest: Int64) { (number(0, 2), number(2, 2)) }
    /// The bytes of the largest packet; 0 if nobody knows.
    var largestPacket: Int64 { number(7, 3) }
    /// In hertz. Behind its twenty bits come three of the channels less one, five of the depth, and 36 of the number of frames.
    package var sampleRate: Int { Int(number(10, 3) >> 4) }
    package var channelCount: Int { Int(number(12, 1) >> 1 & 7) + 1 }
    /// The samples of each channel; `nil` if it states none.
    package var frameCount: Int64? {
        let count = number(13, 5) & 0xF_FFFF_FFFF
        return count > 0 ? count : nil
    }
}
