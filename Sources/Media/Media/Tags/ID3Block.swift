import AudioTypes
import CFFmpeg
import MediaTypes

/// An ID3 tag of version 2 (https://id3.org) in a source: at its beginning, or in a chunk of it.
///
/// FFmpeg reads ID3 tags of any size, in a time that grows with the square of the number of frames, and drops UTF-16 texts
/// without a byte order mark. So this type looks through the heads of the frames first, without the texts. If FFmpeg cannot
/// take the tag as it is, it gets a copy that it can read.
struct ID3Block {
    /// The size of the header in bytes.
    static let headerSize: Int64 = 10
    /// The most bytes of a tag that FFmpeg gets: pictures have a few MiB at most.
    private static let sizeLimit: Int64 = 16 << 20
    /// The longest text that FFmpeg gets, in bytes.
    private static let longestText: Int64 = 1 << 20
    /// The number of frames from which on FFmpeg does not get the tag, and the most that are looked at.
    private static let frameLimit = 1_024

    private let source: any ByteSource
    private let offset: Int64
    private let version: UInt8
    private let flags: UInt8
    /// The range of the frames, including the extended header.
    private let body: Range<Int64>
    /// The text frames, up to the first frame that is invalid.
    private let texts: [ID3Frame]
    /// Whether the tag is too large for FFmpeg and is hidden from it.
    let isExcessive: Bool
    /// Whether the tag has texts that FFmpeg would not read.
    let needsMending: Bool
    /// Whether the tag has the frame by which iTunes marks a podcast. It is no text, so FFmpeg does not tell of it.
    let isPodcast: Bool

    /// Reads the tag that begins at `offset`; `nil` if there is none.
    init?(in source: any ByteSource, at offset: Int64 = 0) throws(MediaError) {
        let head = try source.bytes(in: offset..<offset + Self.headerSize)
        guard head.count == Self.headerSize, head.starts(with: "ID3".utf8), (2...4).contains(head[3]),
            head[6...].allSatisfy({ $0 < 0x80 })
        else { return nil }
        self.source = source
        self.offset = offset
        version = head[3]
        flags = head[5]
        let size = head[6...].reduce(Int64(0)) { $0 << 7 | Int64($1) }
        body = offset + Self.headerSize..<offset + Self.headerSize + size
        let frames = try Self.frames(in: source, body, version, flags)
        texts = frames.filter(\.isText)
        let mark = version == 2 ? "PCS" : "PCST"
        isPodcast = frames.contains { $0.name.elementsEqual(mark.utf8) }
        isExcessive =
            size > Self.sizeLimit || frames.count >= Self.frameLimit || texts.contains { $0.size > Self.longestText }
        var needsMending = false
        if flags & 0x80 == 0 {
            for frame in texts where !needsMending { needsMending = try frame.lacksMark(in: source) }
        }
        self.needsMending = needsMending
    }

    /// The offset after the tag.
    var end: Int64 { body.upperBound + (flags & 0x10 != 0 ? Self.headerSize : 0) }

    /// Returns the tags in it, under the names of ``TagVocabulary``.
    func tags() throws(MediaError) -> [String: String] {
        var frames: [UInt8] = []
        // Frames with free names come last.
        let ordered = texts.filter { !$0.isFree } + texts.filter(\.isFree)
        for frame in ordered.prefix(TagLimits.count) where frames.count < 2 * TagLimits.total {
            frames += try frame.copy(from: source, version, isPlain: flags & 0x80 == 0)
        }
        let size = (0..<4).reversed().map { UInt8(truncatingIfNeeded: frames.count >> (7 * $0)) & 0x7F }
        return try Self.read(Array("ID3".utf8) + [version, 0, flags & 0x80] + size + frames)
    }

    /// Makes FFmpeg read a tag. It looks for one in front of all media, including raw samples.
    private static func read(_ tag: [UInt8]) throws(MediaError) -> [String: String] {
        let name = "an ID3 tag"
        let input = try InputContext(MemorySource(tag), cancellation: CancellationToken(), name: name)
        let samples = RawSamples(encoding: .s16le, sampleRate: .cd, channelCount: 1)
        var context: UnsafeMutablePointer<AVFormatContext>? = unsafe try Demuxer.open(input, nil, samples, name: name)
        defer { unsafe avformat_close_input(&context) }
        return unsafe Tags.dictionary(context?.pointee.metadata)
    }

    private static func frames(
        in source: any ByteSource, _ body: Range<Int64>, _ version: UInt8, _ flags: UInt8
    ) throws(MediaError) -> [ID3Frame] {
        var place = body.lowerBound
        if version > 2, flags & 0x40 != 0 {
            // The size of an extended header. In version 3 it does not include its own four bytes.
            let size = try source.bytes(in: place..<place + 4)
            place += version == 4 ? ID3Frame.size(size[...], shift: 7) : ID3Frame.size(size[...], shift: 8) + 4
        }
        var frames: [ID3Frame] = []
        while frames.count < frameLimit, let frame = try ID3Frame(in: source, at: place, before: body.upperBound, version) {
            frames.append(frame)
            place = frame.end
        }
        return frames
    }
}

extension Demuxer {
    /// Returns the source as FFmpeg should see it, without a tag in front that would cost FFmpeg seconds and hundreds of MiB,
    /// and the tags that were found there.
    static func withoutExcess(
        _ source: any ByteSource
    ) throws(MediaError) -> (source: any ByteSource, tags: [String: String], hasTag: Bool) {
        guard source.isLocal, let size = source.size else { return (source, [:], false) }
        if let comments = try FLACComments(excessiveIn: source) { return (comments.source, comments.tags, false) }
        guard let tag = try ID3Block(in: source) else { return (source, [:], false) }
        let isInFrontOfMovie = try ShiftedMovie.begins(at: tag.end, in: source)
        var tags = tag.isExcessive || tag.needsMending || isInFrontOfMovie ? try tag.tags() : [:]
        // As FFmpeg tells it of MP4.
        if tag.isPodcast { tags["podcast"] = "1" }
        guard tag.isExcessive || isInFrontOfMovie, tag.end < size else { return (source, tags, true) }
        return (SourcePart(source, range: tag.end..<size), tags, true)
    }
}
