import CFFmpeg

/// Tags that FFmpeg does not read where they stand.
struct TagsBesideFFmpeg {
    /// Those that count before FFmpeg's.
    private(set) var better: [String: String] = [:]
    /// Those that count where FFmpeg has none of the name.
    private(set) var further: [String: String] = [:]
    /// Where the sound ends, in the source's bytes, because tags begin that FFmpeg would take for sound.
    private(set) var soundEnd = Int64.max

    /// Nothing.
    init() {}

    /// Looks for them in `source`, which may have an ID3 tag in front that says `front`. What cannot be read counts as absent.
    init(_ source: any ByteSource, format: String, front: [String: String], hasFront: Bool) {
        better = front
        guard source.isLocal else { return }
        switch format {
        case "mp3", "aac":
            let tags = (try? APETag.tags(of: source)) ?? [:]
            soundEnd = (try? APETag.start(in: source)).flatMap { $0 } ?? .max
            // FFmpeg reads version 1 of ID3, cut at thirty characters, only where there is no version 2 in front.
            if hasFront { further = tags } else { better = tags }
        // The INFO list of RIFF knows few things, and not how they are encoded.
        case "wav", "aiff", "iff": better = (try? ID3Chunk.tags(of: source)) ?? [:]
        default: break
        }
    }

    /// What FFmpeg has read, with these.
    func joined(with tags: [String: String]) -> [String: String] {
        if better.isEmpty, further.isEmpty { return tags }
        return better.merging(tags) { better, _ in better }.merging(further) { tags, _ in tags }
    }
}
