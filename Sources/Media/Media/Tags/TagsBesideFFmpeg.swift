import AudioTypes
import CFFmpeg
import Containers
import MediaTypes

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
        case "wav", "aiff", "iff": better = (try? ID3Block.inChunk(of: source)?.tags()) ?? [:]
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

extension ID3Block {
    /// Returns the tags in it, under the names of ``TagVocabulary``.
    func tags() throws(MediaError) -> [String: String] {
        let name = "an ID3 tag"
        let input = try InputContext(MemorySource(try copy()), cancellation: CancellationToken(), name: name)
        // FFmpeg looks for a tag in front of all media, including raw samples.
        let samples = RawSamples(encoding: .s16le, sampleRate: .cd, channelCount: 1)
        var context: UnsafeMutablePointer<AVFormatContext>? = unsafe try Demuxer.open(input, nil, samples, name: name)
        defer { unsafe avformat_close_input(&context) }
        return unsafe Tags.dictionary(context?.pointee.metadata)
    }
}

extension Demuxer {
    /// Returns the source as FFmpeg should see it, without a tag in front that would cost FFmpeg seconds and hundreds of MiB,
    /// and the tags that were found there.
    static func withoutExcess(
        _ source: any ByteSource
    ) throws(MediaError) -> (source: any ByteSource, tags: [String: String], hasTag: Bool) {
        guard source.isLocal, let size = source.size else { return (source, [:], false) }
        if let comments = try FLACComments(excessiveIn: source) {
            return (MendedSource(source, hiding: 0..<0, patch: [comments.padding], at: comments.place), comments.tags, false)
        }
        guard let tag = try ID3Block(in: source) else { return (source, [:], false) }
        let isInFrontOfMovie = try ShiftedMovie.begins(at: tag.end, in: source)
        var tags = tag.isExcessive || tag.needsMending || isInFrontOfMovie ? try tag.tags() : [:]
        // As FFmpeg tells it of MP4.
        if tag.isPodcast { tags["podcast"] = "1" }
        guard tag.isExcessive || isInFrontOfMovie, tag.end < size else { return (source, tags, true) }
        return (SourcePart(source, range: tag.end..<size), tags, true)
    }
}
