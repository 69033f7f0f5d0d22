import CFFmpeg

/// Tags that FFmpeg does not read where they are.
struct TagsBesideFFmpeg {
    /// The tags that take precedence over FFmpeg's.
    private(set) var better: [String: String] = [:]
    /// The tags that count if FFmpeg has none of the same name.
    private(set) var further: [String: String] = [:]
    /// The byte offset in the source at which the sound ends, because tags begin there that FFmpeg would take for sound.
    private(set) var soundEnd = Int64.max

    /// Whether the container has tags of ID3, in which a parenthesis at the beginning of a genre is written twice.
    private var hasID3 = false

    /// Makes an empty set of tags.
    init() {}

    /// Looks for tags in `source`. It may have an ID3 tag in front, whose tags are `front`. Tags that cannot be read count as
    /// absent.
    init(_ source: any ByteSource, format: String, front: [String: String], hasFront: Bool) {
        better = front
        hasID3 = hasFront || ["wav", "aiff"].contains(format)
        guard source.isLocal else { return }
        switch format {
        case "mp3", "aac":
            let tags = (try? APETag.tags(of: source)) ?? [:]
            soundEnd = (try? APETag.start(in: source)).flatMap { $0 } ?? .max
            // FFmpeg reads ID3 version 1, with its texts of at most thirty characters, only if there is no version 2 in front.
            if hasFront { further = tags } else { better = tags }
        // The INFO list of RIFF has few kinds of tags, and does not state their encoding.
        case "wav", "aiff", "iff": better = (try? ID3Chunk.tags(of: source)) ?? [:]
        default: break
        }
    }

    /// Merges FFmpeg's tags with these.
    func joined(with tags: [String: String]) -> [String: String] {
        var joined = tags
        if !better.isEmpty || !further.isEmpty {
            joined = better.merging(tags) { better, _ in better }.merging(further) { tags, _ in tags }
        }
        if hasID3, let genre = joined["genre"], genre.hasPrefix("((") { joined["genre"] = String(genre.dropFirst()) }
        return joined
    }
}
