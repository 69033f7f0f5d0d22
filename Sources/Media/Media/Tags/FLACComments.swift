import MediaTypes

/// The comments of a FLAC file (RFC 9639, section 8.6) that has so many that FFmpeg would compare them with each other for
/// minutes. The block is hidden from FFmpeg, and the tags to keep are read here.
struct FLACComments {
    /// The most comments that FFmpeg gets to read.
    private static let countLimit = 1_024
    /// The most metadata blocks that are looked at.
    private static let blockLimit = 1_024
    /// The most bytes of comments that are read.
    static let readLimit = 512 << 10

    /// The file as FFmpeg sees it, with padding in place of the comments.
    let source: any ByteSource
    /// The tags in the comments, under the names of ``TagVocabulary``.
    let tags: [String: String]

    /// Reads the comments; `nil` if the file is not FLAC, or has no more comments than FFmpeg may read.
    init?(excessiveIn source: any ByteSource) throws(MediaError) {
        guard try source.bytes(in: 0..<4) == Array("fLaC".utf8) else { return nil }
        var place: Int64 = 4
        for _ in 0..<Self.blockLimit {
            let head = try source.bytes(in: place..<place + 4)
            guard head.count == 4 else { return nil }
            let size = head[1...].reduce(Int64(0)) { $0 << 8 | Int64($1) }
            // The highest bit marks the last block. The other bits give its type: 4 is comments, 1 is padding.
            if head[0] & 0x7F == 4 {
                let bytes = try source.bytes(in: place + 4..<place + 4 + min(size, Int64(Self.readLimit)))
                guard let comments = VorbisComments(bytes[...]), comments.count > Self.countLimit else { return nil }
                tags = Self.tags(comments)
                self.source = VeiledSource(source, at: place, showing: head[0] & 0x80 | 1)
                return
            }
            if head[0] & 0x80 != 0 { return nil }
            place += 4 + size
        }
        return nil
    }

    /// Returns the tags in comments within ``TagLimits``, under the names of ``TagVocabulary``.
    static func tags(_ comments: VorbisComments) -> [String: String] {
        var comments = comments
        var tags = TagVocabulary.Collector()
        var (others, total) = (0, 0)
        while let comment = comments.next() {
            guard let equals = comment.firstIndex(of: UInt8(ascii: "=")), equals - comment.startIndex <= TagLimits.name else {
                continue
            }
            let name = TagText.decode(comment[..<equals]).lowercased()
            let text = comment[(equals + 1)...].prefix(TagLimits.text)
            if !TagVocabulary.isIndispensable(name) {
                guard others < TagLimits.count, total + text.count <= TagLimits.total else { continue }
                (others, total) = (others + 1, total + text.count)
            }
            tags.add(name, TagText.decode(text))
        }
        return tags.tags
    }
}

/// A source in which one byte is replaced.
private final class VeiledSource: ByteSource {
    private let whole: any ByteSource
    private let place: Int64
    private let byte: UInt8

    init(_ whole: any ByteSource, at place: Int64, showing byte: UInt8) {
        self.whole = whole
        self.place = place
        self.byte = byte
    }

    var isSeekable: Bool { whole.isSeekable }
    var isLocal: Bool { whole.isLocal }
    var isFar: Bool { whole.isFar }
    var size: Int64? { whole.size }
    var tags: [String: String] { whole.tags }
    var hasShrunk: Bool { whole.hasShrunk }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        let count = unsafe try whole.read(into: buffer, at: offset)
        if offset <= place, place - offset < Int64(count) { unsafe buffer[Int(place - offset)] = byte }
        return count
    }
}
