/// A container into which the packets of a codec are copied.
package enum PacketContainer: Hashable, Sendable, CaseIterable {
    /// ADTS: packets of AAC, each with a header. It has no place for times and tags besides an ID3 tag.
    case adts
    /// MP4 with sound only (M4A). Its edit list says which frames are the recording.
    case mp4
    /// Ogg. The numbers on its pages say where the recording ends; of Opus also where it begins.
    case ogg
    /// Matroska with sound only (MKA).
    case matroska
    /// Bare MPEG audio, layer 3, with tags and a first packet that states delay and padding (the header of Xing and LAME).
    case mp3
    /// Native FLAC.
    case flac
    /// Bare AC-3 or Enhanced AC-3.
    case ac3

    /// The name for people.
    package var name: String {
        switch self {
        case .adts: "ADTS"
        case .mp4: "M4A"
        case .ogg: "Ogg"
        case .matroska: "Matroska"
        case .mp3: "MP3"
        case .flac: "FLAC"
        case .ac3: "AC-3"
        }
    }

    /// FFmpeg's name of the muxer for packets of `codec`.
    func muxerName(codec: String) -> String {
        switch self {
        case .adts: "adts"
        // MP4 with the brand of files that have only sound; it has no name for Enhanced AC-3.
        case .mp4: codec == "eac3" ? "mp4" : "ipod"
        case .ogg: "ogg"
        case .matroska: "matroska"
        case .mp3: "mp3"
        case .flac: "flac"
        case .ac3: codec == "eac3" ? "eac3" : "ac3"
        }
    }

    /// The options of the muxer.
    /// - Parameter hidden: how many frames at the beginning are not heard.
    func options(
        rate: Int32, hidden: Int64, canRewrite: Bool, hasTags: Bool, layout: PacketWriter.Layout
    ) -> [(String, String)] {
        switch self {
        // The edit list is in units of the whole file, which are milliseconds if nobody says otherwise.
        case .mp4 where canRewrite && layout == .usual: [("movie_timescale", "\(rate)")]
        case .mp4:
            [
                ("movie_timescale", "\(rate)"), ("movflags", "delay_moov+default_base_moof"), ("frag_duration", "1000000"),
            ]
        case .adts: [("write_id3v2", hasTags ? "1" : "0")]
        case .mp3: [("id3v2_version", hasTags ? "4" : "0"), ("write_xing", hidden > 0 && canRewrite ? "1" : "0")]
        // Ogg's muxer also keeps the last complete page back, to mark it as the last if it is.
        case .ogg where layout == .growing: [("page_duration", "500000")]
        case .matroska where layout == .growing: [("cluster_time_limit", "1000")]
        case .ogg, .matroska, .flac, .ac3: []
        }
    }

    /// The most frames at the beginning of the packets that this container can hide from listeners.
    ///
    /// Vorbis is not among them: a decoder never gives the first packet, whatever holds it.
    package func mostHidden(codec: String, canRewrite: Bool) -> Int64 {
        switch (self, codec) {
        case (.mp4, _): Self.mostEdited
        // The pre-skip has 16 bits (RFC 7845, section 5.1).
        case (.ogg, "opus"), (.matroska, "opus"): 0xFFFF
        // LAME's delay has 12 bits, and does not count the delay of decoders. It is written when all is known.
        case (.mp3, _): canRewrite ? 0xFFF + Self.decoderDelay : 0
        default: 0
        }
    }

    /// The fewest frames at the beginning of the packets that this container can hide, if it hides any: where the header of LAME
    /// is, players drop the delay of decoders, too.
    package var leastHidden: Int64 { self == .mp3 ? Self.decoderDelay : 0 }

    /// The delay of every decoder of MP3, which LAME's header does not count, in frames.
    static let decoderDelay: Int64 = 528 + 1

    /// An edit list can say any number; more than hours of delay are a mistake.
    private static let mostEdited: Int64 = 1 << 32

    /// Whether this container can say that frames at the end of the last packet are not heard.
    /// - Parameter hidden: how many frames it hides at the beginning: MP3 says both in one header.
    package func hidesEnd(codec: String, hidden: Int64, canRewrite: Bool) -> Bool {
        switch self {
        case .mp4, .matroska: true
        // Players give all frames of a packet of FLAC, whatever the number on its page.
        case .ogg: codec != "flac"
        case .mp3: hidden > 0 && canRewrite
        case .adts, .flac, .ac3: false
        }
    }

    /// Whether chapters can be stored.
    package var holdsChapters: Bool {
        switch self {
        case .mp4, .ogg, .matroska, .mp3, .flac: true
        case .adts, .ac3: false
        }
    }

    /// Whether tags can be stored.
    package var holdsTags: Bool { self != .ac3 }
}
