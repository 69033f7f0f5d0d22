package import MediaTypes

/// The head of an ID3 tag of version 2 (https://id3.org).
package struct ID3Head {
    /// Its size in bytes.
    package static let size: Int64 = 10

    let version: UInt8
    let flags: UInt8
    /// The bytes of the tag behind the head, without a footer.
    let bodySize: Int64
    /// Whether the size is written as it should be, in bytes of seven bits.
    let isSound: Bool

    /// Parses a head; `nil` if the bytes begin with none.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= Self.size, bytes.starts(with: "ID3".utf8) else { return nil }
        let field = bytes.dropFirst(6).prefix(4)
        (version, flags) = (bytes[bytes.startIndex + 3], bytes[bytes.startIndex + 5])
        (bodySize, isSound) = (ID3Frame.size(field, shift: 7), field.allSatisfy { $0 < 0x80 })
    }

    /// The bytes of the whole tag. A flag says that a footer as large as the head is behind it.
    package var length: Int64 { Self.size + bodySize + (flags & 0x10 != 0 ? Self.size : 0) }
}

/// An ID3 tag of version 2 in a source: at its beginning, or in a chunk of it.
///
/// FFmpeg reads ID3 tags of any size, in a time that grows with the square of the number of frames, and drops UTF-16 texts
/// without a byte order mark. So this type looks through the heads of the frames first, without the texts. If FFmpeg cannot
/// take the tag as it is, it gets a copy that it can read.
package struct ID3Block {
    /// The most bytes of a tag that FFmpeg gets: pictures have a few MiB at most.
    private static let sizeLimit: Int64 = 16 << 20
    /// The longest text that FFmpeg gets, in bytes.
    private static let longestText: Int64 = 1 << 20
    /// The number of frames from which on FFmpeg does not get the tag, and the most that are looked at.
    private static let frameLimit = 1_024

    private let source: any MediaBytes
    private let head: ID3Head
    /// The offset after the tag.
    package let end: Int64
    /// The text frames, up to the first frame that is invalid.
    private let texts: [ID3Frame]
    /// The frames with lyrics that have times.
    private let timedLyrics: [ID3Frame]
    /// Whether the tag is too large for FFmpeg and is hidden from it.
    package let isExcessive: Bool
    /// Whether the tag has texts that FFmpeg would not read.
    package let needsMending: Bool
    /// Whether the tag has the frame by which iTunes marks a podcast. It is no text, so FFmpeg does not tell of it.
    package let isPodcast: Bool

    /// Reads the tag that begins at `offset`; `nil` if there is none.
    package init?(in source: any MediaBytes, at offset: Int64 = 0) throws(MediaError) {
        guard let head = ID3Head(try source.bytes(in: offset..<offset + ID3Head.size)[...]), (2...4).contains(head.version),
            head.isSound
        else { return nil }
        self.source = source
        self.head = head
        end = offset + head.length
        let body = offset + ID3Head.size
        let frames = try Self.frames(in: source, body..<body + head.bodySize, head)
        texts = frames.filter(\.isText)
        timedLyrics = frames.filter { frame in SynchronisedLyricsFrame.names.contains { frame.name.elementsEqual($0.utf8) } }
        let mark = head.version == 2 ? "PCS" : "PCST"
        isPodcast = frames.contains { $0.name.elementsEqual(mark.utf8) }
        isExcessive =
            head.bodySize > Self.sizeLimit || frames.count >= Self.frameLimit || texts.contains { $0.size > Self.longestText }
        var needsMending = false
        if head.flags & 0x80 == 0 {
            for frame in texts where !needsMending { needsMending = try frame.lacksMark(in: source) }
        }
        self.needsMending = needsMending
    }

    /// Returns a tag that FFmpeg can read, with the texts to keep of this one.
    package func copy() throws(MediaError) -> [UInt8] {
        var frames: [UInt8] = []
        // Frames with free names come last.
        let ordered = texts.filter { !$0.isFree } + texts.filter(\.isFree)
        for frame in ordered.prefix(TagLimits.count) where frames.count < 2 * TagLimits.total {
            frames += try frame.copy(from: source, head.version, isPlain: head.flags & 0x80 == 0)
        }
        let size = (0..<4).reversed().map { UInt8(truncatingIfNeeded: frames.count >> (7 * $0)) & 0x7F }
        return Array("ID3".utf8) + [head.version, 0, head.flags & 0x80] + size + frames
    }

    /// Returns the first lyrics with times; `nil` if there are none that can be read.
    package func synchronisedLyrics() throws(MediaError) -> Lyrics? {
        // Where zeros were put into the whole tag, the sizes of frames are those without them, or not: nobody agrees.
        guard head.version == 4 || head.flags & 0x80 == 0 else { return nil }
        for frame in timedLyrics {
            guard let content = try frame.content(of: source, head.version, limit: Int64(Lyrics.sourceLimit)) else { continue }
            if let lyrics = SynchronisedLyricsFrame.lyrics(in: content) { return lyrics }
        }
        return nil
    }

    private static func frames(
        in source: any MediaBytes, _ body: Range<Int64>, _ head: ID3Head
    ) throws(MediaError) -> [ID3Frame] {
        var place = body.lowerBound
        if head.version > 2, head.flags & 0x40 != 0 {
            // The size of an extended header. In version 3 it does not include its own four bytes.
            let size = try source.bytes(in: place..<place + 4)
            place += head.version == 4 ? ID3Frame.size(size[...], shift: 7) : ID3Frame.size(size[...], shift: 8) + 4
        }
        var frames: [ID3Frame] = []
        while frames.count < frameLimit, let frame = try ID3Frame(in: source, at: place, before: body.upperBound, head.version) {
            frames.append(frame)
            place = frame.end
        }
        return frames
    }
}

extension ID3Block {
    /// Returns the tag that WAV, AIFF and DSDIFF have in a chunk of its own, where FFmpeg does not look for it; `nil` if there is none.
    package static func inChunk(of source: any MediaBytes) throws(MediaError) -> ID3Block? {
        guard var chunks = try RIFFChunks(source) else { return nil }
        while let chunk = try chunks.next() {
            if chunk.name.lowercased() == "id3 ", let tag = try ID3Block(in: source, at: chunk.content.lowerBound) { return tag }
        }
        return nil
    }
}
