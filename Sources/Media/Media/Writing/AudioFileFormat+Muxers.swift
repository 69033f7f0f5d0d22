// How FFmpeg is asked for each container.
extension AudioFileFormat.Container {
    /// FFmpeg's name of the muxer.
    var muxerName: String {
        switch self {
        case .wave: "wav"
        case .caf: "caf"
        case .aiff: "aiff"
        case .raw: "data"
        case .flac: "flac"
        case .ogg: "ogg"
        case .mp3: "mp3"
        case .adts: "adts"
        // MP4 with the brand of files that have only sound.
        case .mp4: "ipod"
        case .matroska: "matroska"
        }
    }

    /// Whether the container keeps the codec's header apart from the packets.
    var hasGlobalHeader: Bool {
        switch self {
        case .flac, .ogg, .mp4, .matroska: true
        case .wave, .caf, .aiff, .mp3, .adts, .raw: false
        }
    }

    /// Whether the last packet needs something that the others do not: Ogg marks the last page, Matroska and MP3 state what to
    /// cut at the end.
    var holdsLast: Bool { self == .ogg || self == .matroska || self == .mp3 }

    /// Whether players refuse a file of this container that has no packet.
    var needsSound: Bool { !isWrittenByUs && self != .flac && self != .mp4 }

    /// Whether the container is nothing but samples behind a head, which no muxer of FFmpeg writes.
    package var isWrittenByUs: Bool {
        switch self {
        case .wave, .caf, .aiff, .raw: true
        case .flac, .ogg, .mp3, .adts, .mp4, .matroska: false
        }
    }

    /// The options of the muxer. Pages, fragments and clusters last a second at most, because what is in an open one is lost if
    /// the program ends.
    func options(hasTags: Bool) -> [(String, String)] {
        switch self {
        // Ogg's muxer also keeps the last complete page back, to mark it as the last if it is.
        case .ogg: [("page_duration", "500000")]
        // The header comes with the first fragment: only then is the encoder's delay known, which its edit list cuts.
        case .mp4: [("movflags", "delay_moov+default_base_moof"), ("frag_duration", "1000000")]
        case .matroska: [("cluster_time_limit", "1000")]
        case .adts: [("write_id3v2", hasTags ? "1" : "0")]
        case .mp3: [("id3v2_version", hasTags ? "4" : "0")]
        case .wave, .caf, .aiff, .raw, .flac: []
        }
    }
}
