package import MediaTypes

/// The header of a block of WavPack, which has one or two channels of some frames.
package struct WavPackHeader: Equatable {
    /// Its size in bytes.
    package static let size = 32
    /// The most bytes of a block, and below it the most frames.
    private static let mostBytes = 1 << 20
    static let mostFrames: Int64 = 0x30000

    /// The number of the first frame, and how many frames there are; none in a block of notes.
    package let frames: Range<Int64>
    /// The frames of the whole file; `nil` if it does not say, as only its first block does.
    package let total: Int64?
    /// The bytes of the block, header included.
    let byteCount: Int64
    /// Whether the block has less than the sound that went in, and another file the rest.
    package let isHybrid: Bool
    /// Whether it has the first or the last channels of its frames.
    let isFirst: Bool
    let isLast: Bool

    /// Parses a header; `nil` for bytes that are none.
    package init?(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes.prefix(Self.size))
        guard bytes.count == Self.size, bytes.starts(with: "wvpk".utf8), bytes[9] == 4, (0x02...0x10).contains(bytes[8]) else {
            return nil
        }
        func number(at place: Int) -> Int64 { bytes[place..<place + 4].littleEndian() }
        byteCount = number(at: 4) + 8
        let (count, flags) = (number(at: 20), number(at: 24))
        guard (Int64(Self.size)...Int64(Self.mostBytes)).contains(byteCount), byteCount % 2 == 0, count <= Self.mostFrames else {
            return nil
        }
        let start = number(at: 16) | Int64(bytes[10]) << 32
        frames = start..<start + count
        // Bytes of ones mean that the number is not known, which makes the numbers behind it one less each time.
        let (low, high) = (number(at: 12), Int64(bytes[11]))
        total = low == 0xFFFF_FFFF ? nil : low + high << 32 - high
        isHybrid = flags & 8 != 0
        isFirst = flags & 0x800 != 0
        isLast = flags & 0x1000 != 0
    }
}

/// Finds and reads the packets of a WavPack file: the blocks that together have all channels of some frames. A value over a source
/// that can be read at any place.
package struct WavPackPackets {
    package struct Packet: Equatable {
        package let frames: Range<Int64>
        package let bytes: [UInt8]
    }

    /// Where a packet stands.
    private struct Place {
        let frames: Range<Int64>
        let bytes: Range<Int64>
    }

    private let source: any MediaBytes
    /// The bytes of the file; 0 if unknown.
    package let size: Int64
    private let cancellation: any WorkStop
    /// The end of the packet that was read last: the offset, and the number of the frame behind it.
    private var offset: Int64 = 0
    private var frame: Int64 = 0
    /// The frames that were looked for last and are not there: a part that was never downloaded is not searched for each packet.
    private var missing: Range<Int64> = 0..<0

    package init(_ source: any MediaBytes, cancellation: any WorkStop) {
        self.source = source
        self.cancellation = cancellation
        size = source.size ?? 0
    }

    /// The first header of the file, if the file begins with one.
    package func firstHeader() throws(MediaError) -> WavPackHeader? { try header(at: 0) }

    /// More frames than the file can have by its size.
    package var mostFrames: Int64 { (min(size / Int64(WavPackHeader.size), 1 << 24) + 1) * WavPackHeader.mostFrames }

    /// Returns the packet with the frame of that number, or the one behind it if that is lost; `nil` at the end.
    package mutating func packet(at target: Int64) throws(MediaError) -> Packet? {
        var place = target == frame ? offset : try beginning(before: target)
        while let found = try find(from: place, before: size) {
            place = found.bytes.upperBound
            guard found.frames.upperBound > target else { continue }
            let bytes = try source.bytes(in: found.bytes)
            guard bytes.count == found.bytes.count else { return nil }
            (offset, frame) = (place, found.frames.upperBound)
            return Packet(frames: found.frames, bytes: bytes)
        }
        return nil
    }

    /// Returns the bytes of the packet with just these frames; `nil` if there is none.
    package mutating func bytes(of frames: Range<Int64>) throws(MediaError) -> [UInt8]? {
        guard !missing.contains(frames.lowerBound) else { return nil }
        let found = try packet(at: frames.lowerBound)
        guard found?.frames != frames else { return found?.bytes }
        let end = found?.frames.lowerBound ?? .max
        if end > frames.lowerBound { missing = frames.lowerBound..<end }
        return nil
    }

    /// Within so many bytes, packets are looked at one after the other.
    private static let shortWay: Int64 = 1 << 20

    /// Returns the offset of a packet that begins with `target` or before it, and not far before.
    private func beginning(before target: Int64) throws(MediaError) -> Int64 {
        var (low, high): (Int64, Int64) = (target > frame ? offset : 0, size)
        while high - low > Self.shortWay {
            let middle = low + (high - low) / 2
            if let place = try find(from: middle, before: high), place.frames.lowerBound <= target {
                low = place.bytes.lowerBound
            } else {
                high = middle
            }
        }
        return low
    }

    /// The most blocks of a packet: each has a channel or two, and no recording has more than eight.
    private static let mostBlocks = 8

    /// Finds the first whole packet that begins at an offset or behind it, and before `end`.
    private func find(from start: Int64, before end: Int64) throws(MediaError) -> Place? {
        var start = start
        while let (place, first) = try nextHeader(from: start, before: end) {
            start = place + first.byteCount
            guard first.isFirst, !first.frames.isEmpty else { continue }
            var (last, behind, count) = (first, start, 1)
            while !last.isLast, count < Self.mostBlocks, let next = try header(at: behind), !next.isFirst,
                next.frames == first.frames
            {
                (last, behind, count) = (next, behind + next.byteCount, count + 1)
            }
            if last.isLast { return Place(frames: first.frames, bytes: place..<behind) }
        }
        return nil
    }

    private func header(at place: Int64) throws(MediaError) -> WavPackHeader? {
        WavPackHeader(try source.bytes(in: place..<place + Int64(WavPackHeader.size))[...])
    }

    /// How many bytes are searched at a time.
    private static let pieceSize: Int64 = 1 << 15

    /// Returns the next header and its offset. It stands at `start`, unless something is damaged.
    private func nextHeader(from start: Int64, before end: Int64) throws(MediaError) -> (Int64, WavPackHeader)? {
        guard start < end else { return nil }
        guard !cancellation.isInterrupted else { throw .cancelled("WavPack") }
        if let header = try header(at: start) { return (start, header) }
        var start = start
        while start < end {
            guard !cancellation.isInterrupted else { throw .cancelled("WavPack") }
            let piece = try source.bytes(in: start..<min(size, start + Self.pieceSize))
            guard piece.count >= WavPackHeader.size else { return nil }
            for index in 0...piece.count - WavPackHeader.size where piece[index] == UInt8(ascii: "w") {
                guard start + Int64(index) < end else { return nil }
                if let header = WavPackHeader(piece[index...]) { return (start + Int64(index), header) }
            }
            start += Int64(piece.count - WavPackHeader.size + 1)
        }
        return nil
    }
}
