import Containers
package import MediaTypes

/// Where the last packet, page or fragment ends that was written as a whole.
package enum WholeUnits {
    /// The most bytes of a torn packet, page or fragment. More than that at the end of a file is something else.
    private static let longestTorn: Int64 = 1 << 20
    /// How many bytes are read at once.
    private static let windowSize: Int64 = 1 << 16
    /// How many bytes at the end of FLAC are searched: more than any two packets of our encoder have.
    private static let searchedSize: Int64 = 1 << 18

    /// A packet, a page or a box.
    private struct Unit {
        var length: Int64
        /// Whether what lies before the next unit can be played.
        var isComplete = true
    }

    /// Returns the number of bytes of `source`, which is in `container`, without a torn end; all of them if none is found.
    ///
    /// Reads the whole source; for FLAC, only the end. The readers of WAVE and Matroska drop a torn end themselves.
    /// - Throws: what the source throws.
    package static func end(of source: any ByteSource, in container: AudioFileFormat.Container) throws(MediaError) -> Int64 {
        guard let size = source.size else { return 0 }
        let end: Int64?
        switch container {
        case .wave, .caf, .aiff, .matroska, .raw: return size
        case .flac: end = try endOfFLAC(source, size)
        case .adts:
            let start = min(size, try MPEGAudioHeader.endOfTags(source))
            end = try walk(source, start..<size, headSize: Int64(ADTSHeader.size)) { head in
                ADTSHeader(head).map { Unit(length: Int64($0.length)) }
            }
        case .mp3:
            let start = min(size, try MPEGAudioHeader.endOfTags(source))
            end = try walk(source, start..<size, headSize: Int64(MPEGAudioHeader.size)) { head in
                MPEGAudioHeader(head).flatMap { $0.layer == 3 ? Unit(length: Int64($0.length)) : nil }
            }
        case .ogg:
            end = try walk(source, 0..<size, headSize: Int64(OggPages.headerSize) + 255) { head in
                OggPages.page(head, at: 0)?.end.map { Unit(length: $0) }
            }
        case .mp4: end = try walk(source, 0..<size, headSize: 16, unit: box)
        }
        guard let end, size - end <= longestTorn else { return size }
        return end
    }

    /// Goes from unit to unit, and returns the end of the last whole one. `nil` if there is none, or if what follows one is no torn
    /// unit but something else.
    private static func walk(
        _ source: any ByteSource, _ range: Range<Int64>, headSize: Int64, unit: (ArraySlice<UInt8>) -> Unit?
    ) throws(MediaError) -> Int64? {
        var (place, whole, windowStart) = (range.lowerBound, range.lowerBound, range.lowerBound)
        var window: [UInt8] = []
        while place < range.upperBound {
            let needed = min(headSize, range.upperBound - place)
            if place + needed > windowStart + Int64(window.count) {
                window = try source.bytes(in: place..<min(range.upperBound, place + windowSize))
                windowStart = place
            }
            let start = min(Int(place - windowStart), window.count)
            guard let unit = unit(window[start...].prefix(Int(needed))), unit.length > 0 else {
                if needed == headSize { return nil }
                break
            }
            if unit.length > range.upperBound - place { break }
            place += unit.length
            if unit.isComplete { whole = place }
        }
        return whole > range.lowerBound ? whole : nil
    }

    /// A box of MP4. The head of a fragment is nothing without its samples.
    private static func box(_ head: ArraySlice<UInt8>) -> Unit? {
        guard let box = BoxHead(head), box.length >= box.size, box.length < .max else { return nil }
        return Unit(length: box.length, isComplete: box.type != "moof")
    }

    /// The last packet of FLAC that is whole ends where the file ends, or where a torn one begins.
    private static func endOfFLAC(_ source: any ByteSource, _ size: Int64) throws(MediaError) -> Int64 {
        let start = max(0, size - searchedSize)
        let bytes = try source.bytes(in: start..<size)
        let heads = bytes.indices.filter { index in
            bytes[index] == 0xFF && index + 1 < bytes.count && bytes[index + 1] & 0xFE == 0xF8
                && FLACPacketHeader(bytes[index...].prefix(FLACPacketHeader.longest)) != nil
        }
        for (number, head) in heads.enumerated().reversed() {
            if FLACChecksum.isWhole(bytes[head...]) { return size }
            // The bytes of a packet may look like a head: it is one if a whole packet ends there.
            if heads[..<number].suffix(8).contains(where: { FLACChecksum.isWhole(bytes[$0..<head]) }) {
                return start + Int64(head)
            }
        }
        return size
    }
}
