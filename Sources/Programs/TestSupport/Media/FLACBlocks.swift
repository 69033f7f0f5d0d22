import MediaTypes

/// Puts blocks of metadata into FLAC files, by hand.
package enum FLACBlocks {
    /// A track of a block CUESHEET.
    package struct Track {
        /// In frames.
        let offset: UInt64
        /// The frames of the track's indices behind its offset, with their numbers.
        let indices: [(number: UInt8, offset: UInt64)]
        let number: UInt8
        let isData: Bool
        let recording: String

        /// Describes a track.
        /// - Parameter recording: the code of the recording (ISRC), of twelve letters and digits.
        package init(
            at offset: UInt64, number: UInt8, indices: [(number: UInt8, offset: UInt64)] = [(1, 0)], isData: Bool = false,
            recording: String = ""
        ) {
            (self.offset, self.number, self.indices) = (offset, number, indices)
            (self.isData, self.recording) = (isData, recording)
        }

        fileprivate var bytes: [UInt8] {
            let code = Array(recording.utf8.prefix(12))
            var bytes = offset.bigEndianBytes(8)
            bytes += [number]
            bytes += code + [UInt8](repeating: 0, count: 12 - code.count)
            bytes += [isData ? 0x80 : 0]
            bytes += [UInt8](repeating: 0, count: 13)
            bytes += [UInt8(indices.count)]
            for index in indices { bytes += index.offset.bigEndianBytes(8) + [index.number, 0, 0, 0] }
            return bytes
        }
    }

    /// The content of a block CUESHEET of a disc with these tracks, which ends at `end`, in frames.
    package static func cueSheet(_ tracks: [Track], end: UInt64) -> [UInt8] {
        let all = tracks + [Track(at: end, number: 170, indices: [])]
        // The number of the disc in shops, the silence in front of it, and that it is a compact disc.
        var bytes = [UInt8](repeating: 0, count: 128)
        bytes += 88_200.bigEndianBytes(8)
        bytes += [0x80]
        bytes += [UInt8](repeating: 0, count: 258)
        bytes += [UInt8(all.count)]
        return all.reduce(into: bytes) { $0 += $1.bytes }
    }

    /// The content of a block CUESHEET with tracks that begin at these frames.
    package static func cueSheet(starts: [UInt64], end: UInt64) -> [UInt8] {
        cueSheet(starts.enumerated().map { Track(at: $1, number: UInt8($0 + 1)) }, end: end)
    }

    /// The FLAC file with a block behind the first one, which states what the sound is.
    package static func adding(_ content: [UInt8], kind: UInt8 = 5, to file: [UInt8]) -> [UInt8] {
        let end = 4 + 4 + 34
        var head = Array(file[..<end])
        let isLast = head[4] & 0x80
        head[4] &= 0x7F
        head += [kind | isLast]
        head += content.count.bigEndianBytes(3)
        return head + content + file[end...]
    }
}
