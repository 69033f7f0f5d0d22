package import MediaTypes

/// The comments of a FLAC file (RFC 9639, section 8.6) that has so many that FFmpeg would compare them with each other for
/// minutes. It is to see padding in their place, and the tags to keep are read here.
package struct FLACComments {
    /// The most comments that FFmpeg gets to read.
    private static let countLimit = 1_024
    /// The most metadata blocks that are looked at.
    private static let blockLimit = 1_024
    /// The most bytes of comments that are read.
    package static let readLimit = 512 << 10

    /// The offset of the byte that tells the kind of their block.
    package let place: Int64
    /// What it is for a block of padding.
    package let padding: UInt8
    /// The tags in the comments, under the names of ``TagVocabulary``.
    package let tags: [String: String]

    /// Reads the comments; `nil` if the file is not FLAC, or has no more comments than FFmpeg may read.
    package init?(excessiveIn source: any MediaBytes) throws(MediaError) {
        guard var blocks = FLACMetadata(behind: try source.bytes(in: 0..<4)[...], limit: Self.blockLimit) else { return nil }
        while let head = blocks.next, let block = blocks.take(try source.bytes(in: head)[...]) {
            guard block.kind == .comments else { continue }
            let start = block.content.lowerBound
            let bytes = try source.bytes(in: start..<start + min(Int64(block.content.count), Int64(Self.readLimit)))
            guard let comments = VorbisComments(bytes[...]), comments.count > Self.countLimit else { return nil }
            tags = Self.tags(comments)
            place = head.lowerBound
            // The highest bit marks the last block.
            padding = FLACMetadata.Kind.padding.rawValue | (block.isLast ? 0x80 : 0)
            return
        }
        return nil
    }

    /// Returns the tags in comments within ``TagLimits``, under the names of ``TagVocabulary``.
    package static func tags(_ comments: VorbisComments) -> [String: String] {
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
