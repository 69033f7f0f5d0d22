import AudioTypes
import CFFmpeg
import MediaTypes

extension Demuxer {
    /// Describes the container and its tracks.
    /// - Throws: what the source throws when the parts of the media that state the length are read.
    var description: MediaDescription {
        get throws(MediaError) { describe(try toldLength()) }
    }

    /// Describes the container and its tracks; the caller knows the length already.
    func describe(_ length: ToldLength?) -> MediaDescription {
        var audio: [AudioTrack] = []
        var video: [VideoTrack] = []
        for index in 0..<Int(unsafe context.pointee.nb_streams) {
            guard let stream = unsafe context.pointee.streams?[index] else { continue }
            switch unsafe stream.pointee.codecpar.pointee.codec_type {
            case AVMEDIA_TYPE_AUDIO:
                unsafe audio.append(AudioTrack(stream))
            case AVMEDIA_TYPE_VIDEO where unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0:
                unsafe video.append(VideoTrack(stream))
            default: break
            }
        }
        let tags = tags
        let codec = audio.first { $0.index == Int(streamIndex) }?.codec ?? ""
        let gain = unsafe ReplayGain(tags: tags, codec: codec).completed(by: ReplayGain(stream))
        return MediaDescription(
            container: container(brand: tags["major_brand"]), duration: length?.time,
            durationIsExact: length?.isExact ?? false, durationIsWritten: durationIsWritten, tags: tags,
            hasPicture: unsafe Self.bestPicture(of: context) != nil, replayGain: gain, chapters: orderedChapters, audio: audio,
            video: video)
    }

    /// One name, even if FFmpeg's demuxer stands for a family of containers.
    private func container(brand: String?) -> String {
        let names = unsafe String(cString: context.pointee.iformat.pointee.name)
        let first = names.prefix { $0 != "," }
        return first == "mov" && brand != nil && brand != "qt  " ? "mp4" : String(first)
    }

    /// The container's tags, and those of the track for names that the container does not have (Ogg keeps all tags with the
    /// track). The title of one of several audio tracks names only that, such as `Commentary`.
    var tags: [String: String] {
        let container = unsafe Tags.dictionary(context.pointee.metadata)
        var track = unsafe Tags.dictionary(stream.pointee.metadata)
        if audioTrackCount > 1 { track["title"] = nil }
        let own = otherTags.joined(with: container.merging(track) { container, _ in container })
        return own.merging(input.stream.source.tags) { own, _ in own }
    }

    /// How many audio tracks the container has.
    private var audioTrackCount: Int {
        unsafe (0..<Int(context.pointee.nb_streams)).count { index in
            unsafe context.pointee.streams?[index]?.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
        }
    }

    /// Whether the media is a list of segments (HLS).
    var isList: Bool { formatName == "hls" }

    /// The tags that hold for the whole of the media if those of the container are only those of what is heard first: of a song of an
    /// Ogg station, or of a segment; `nil` if all tags hold for the whole.
    var lastingTags: [String: String]? {
        let source = input.stream.source
        return unsafe Self.isStation(source, context) || isList ? source.tags : nil
    }

    /// Whether this is Ogg that a server sends without an end.
    static func isStation(_ source: any ByteSource, _ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        unsafe source.isFar && source.size == nil && !source.isSeekable
            && String(cString: context.pointee.iformat.pointee.name) == "ogg"
    }
}

extension Demuxer {
    /// Whether this is an MP4 or QuickTime stream whose index came after its sound: when the positions of the packets became
    /// known, the stream had passed them. Ask this if no packet came.
    var indexIsOutOfReach: Bool {
        guard !isSeekable, unsafe String(cString: context.pointee.iformat.pointee.name).hasPrefix("mov") else { return false }
        return statedDuration.map { $0.value > 0 } ?? false
    }
}
