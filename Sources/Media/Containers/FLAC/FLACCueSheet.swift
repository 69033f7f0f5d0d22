package import MediaTypes

/// The tracks of a disc as the block CUESHEET of a FLAC file (RFC 9639, section 8.7) has them: where they are in the sound, and no titles.
package struct FLACCueSheet: Equatable {
    package struct Track: Equatable {
        package let number: Int
        /// The first frame, which is that of the index 1 where the track has one: in front of it is a pause, as in a sheet.
        package let start: Int64
        /// The frame behind the last one; `nil` for the end of the file.
        package let end: Int64?
    }

    /// In hertz.
    package let sampleRate: Int64
    /// The tracks with sound, in their order.
    package let tracks: [Track]

    /// A bound on the blocks in front of the sound; no file has as many.
    private static let mostBlocks = 128
    /// The sizes of what the block consists of, in bytes: what stands in front of the tracks, a track, and an index of one.
    private static let (headSize, trackSize, indexSize) = (396, 36, 12)
    /// A block with the most tracks, each with the most indices, is smaller.
    private static let largestBlock: Int64 = 1 << 20
    /// The place in the sound that no track reaches: the first block has 36 bits for the number of frames.
    private static let latestFrame: UInt64 = 1 << 36
    /// The numbers that the end of a disc has instead of one of a track, and the highest one of a track.
    private static let (endNumbers, lastNumber): (Set<UInt8>, UInt8) = ([170, 255], 254)

    /// Reads the block of a file; `nil` if the file is no FLAC, or has none that can be that of its sound.
    package init?(of source: any MediaBytes) throws(MediaError) {
        guard let size = source.size, var blocks = FLACMetadata(behind: try source.bytes(in: 0..<4)[...], limit: Self.mostBlocks)
        else { return nil }
        var information: FLACInformation?
        while let place = blocks.next, let block = blocks.take(try source.bytes(in: place)[...]),
            block.content.upperBound <= size
        {
            // What the sound is stands in the first block, and in no other.
            guard (information == nil) == (block.kind == .information) else { return nil }
            if block.kind == .information {
                guard block.content.count == FLACInformation.size else { return nil }
                information = FLACInformation(try source.bytes(in: block.content)[...])
            }
            guard block.kind == .cueSheet, let information else { continue }
            guard block.content.count <= Self.largestBlock else { return nil }
            self.init(
                try source.bytes(in: block.content), sampleRate: Int64(information.sampleRate),
                frameCount: UInt64(information.frameCount ?? 0))
            return
        }
        return nil
    }

    /// Reads the content of the block; `nil` if it cannot be that of a sound of this rate.
    /// - Parameter frameCount: how many frames the sound has; 0 if nobody knows.
    package init?(_ block: [UInt8], sampleRate: Int64, frameCount: UInt64) {
        guard sampleRate > 0, block.count >= Self.headSize else { return nil }
        let trackCount = Int(block[Self.headSize - 1])
        var rest = block[Self.headSize...]
        var stated: [(number: UInt8, hasSound: Bool, start: UInt64)] = []
        for _ in 0..<trackCount {
            guard let track = Self.takeTrack(of: &rest) else { return nil }
            // Each begins behind the one before, and the last of them is the end of the disc.
            if let last = stated.last, last.start >= track.start { return nil }
            stated.append(track)
        }
        guard let end = stated.popLast(), Self.endNumbers.contains(end.number), !stated.isEmpty,
            stated.allSatisfy({ (1...Self.lastNumber).contains($0.number) }), frameCount == 0 || end.start <= frameCount
        else { return nil }
        let ends = stated.dropFirst().map { Optional($0.start) } + [end.start == frameCount ? nil : end.start]
        self.sampleRate = sampleRate
        tracks = zip(stated, ends).filter { $0.0.hasSound }.map { track, end in
            Track(number: Int(track.number), start: Int64(track.start), end: end.map { Int64($0) })
        }
    }

    /// Takes the next track off; `nil` if it is cut, or begins where no sound is.
    private static func takeTrack(of rest: inout ArraySlice<UInt8>) -> (number: UInt8, hasSound: Bool, start: UInt64)? {
        let head = Array(rest.prefix(trackSize))
        guard head.count == trackSize else { return nil }
        rest = rest.dropFirst(trackSize)
        let indexCount = Int(head[trackSize - 1])
        guard rest.count >= indexCount * indexSize else { return nil }
        let offset: UInt64 = head[..<8].bigEndian()
        var first: UInt64 = 0
        for _ in 0..<indexCount {
            let index = Array(rest.prefix(indexSize))
            rest = rest.dropFirst(indexSize)
            if index[8] == 1 { first = index[..<8].bigEndian() }
        }
        // Compared one by one, so that their sum cannot overflow.
        guard offset < latestFrame, first < latestFrame else { return nil }
        // The highest bit says that the track has data.
        return (head[8], head[21] & 0x80 == 0, offset + first)
    }
}
