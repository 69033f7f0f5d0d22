import CFFmpeg

/// How far before a target decoding must begin so that the target's samples are the same as in a decode from the start, or, if
/// a decoder forgets only slowly, practically the same.
struct SeekPolicy: Equatable {
    /// How many frames before the target to begin; `nil` if only a decode from the start is right.
    let preroll: Int?
    /// The number that the position of every packet, counted from the first packet, is a multiple of. It gives the exact frame
    /// for a rounded timestamp. `nil` if there is none.
    let grid: Int?

    /// Makes the policy for a codec. `frameSize` is the constant number of frames in its packets, or `nil`.
    init(codec: AVCodecID, frameSize: Int?) {
        switch codec {
        case AV_CODEC_ID_MP3:
            // A packet may use up to 511 bytes before it. At 8 kbit/s and 24 kHz these are 22 packets; the overlap and the
            // synthesis window come on top.
            preroll = 28 * 1152
            grid = frameSize
        case AV_CODEC_ID_MP1, AV_CODEC_ID_MP2:
            preroll = 4 * 1152
            grid = frameSize
        case AV_CODEC_ID_AAC:
            // The overlap is one packet. The state of spectral band replication (at twice the rate) has faded after a few.
            preroll = 16 * 2048
            grid = frameSize
        case AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3:
            preroll = 4 * 1536
            grid = 256
        case AV_CODEC_ID_DTS:
            preroll = 8 * 4096
            grid = frameSize
        case AV_CODEC_ID_OPUS:
            // RFC 7845 asks for 80 ms. The energy prediction halves its error with each packet; after a second nothing above
            // float noise is left. Packets are multiples of 2.5 ms at 48 kHz.
            preroll = 48_000
            grid = 120
        case AV_CODEC_ID_VORBIS:
            preroll = 2 * 8192
            grid = nil
        case AV_CODEC_ID_WMAV1, AV_CODEC_ID_WMAV2:
            // A frame overlaps with the one before, and a block may hold the rest of a frame.
            preroll = 8 * 2048
            grid = nil
        case AV_CODEC_ID_AMR_NB, AV_CODEC_ID_AMR_WB, AV_CODEC_ID_SPEEX, AV_CODEC_ID_GSM_MS:
            // Speech codecs predict from their earlier output. After a second nothing of it is left in speech and music, but
            // more in a steady tone. This is a second at the highest rate and four at the lowest.
            preroll = 32_000
            grid = nil
        case AV_CODEC_ID_MUSEPACK7:
            // Scale factors may refer up to 32 packets back, and for that long FFmpeg's decoder gives nothing.
            preroll = 40 * 1152
            grid = nil
        case AV_CODEC_ID_MUSEPACK8:
            // Only the synthesis window reaches back. A packet of the container has many frames and starts anew.
            preroll = 2 * 1152
            grid = nil
        case AV_CODEC_ID_ATRAC1, AV_CODEC_ID_ATRAC3, AV_CODEC_ID_ATRAC3AL, AV_CODEC_ID_ATRAC3P, AV_CODEC_ID_ATRAC3PAL:
            // Overlap, gain control and filters: a few packets of at most 2048 frames.
            preroll = 8 * 2048
            grid = nil
        case AV_CODEC_ID_ADPCM_IMA_WAV, AV_CODEC_ID_ADPCM_MS:
            // Each block starts anew.
            preroll = 0
            grid = nil
        case AV_CODEC_ID_DSD_LSBF, AV_CODEC_ID_DSD_MSBF, AV_CODEC_ID_DSD_LSBF_PLANAR, AV_CODEC_ID_DSD_MSBF_PLANAR:
            // The conversion filter's memory.
            preroll = 4096
            grid = nil
        case AV_CODEC_ID_FLAC:
            // Each packet states its own position, but Ogg pages lead to a place that is some packets off.
            preroll = 32_768
            grid = nil
        default:
            let properties = unsafe avcodec_descriptor_get(codec)?.pointee.props ?? 0
            // Lossless codecs and plain samples code packets independently. For other lossy codecs nothing is known.
            preroll = properties & AV_CODEC_PROP_LOSSY == 0 || Self.isPlain(codec) ? 0 : nil
            grid = nil
        }
    }

    /// Whether the codec codes each sample by itself. FFmpeg's descriptors call A-law and µ-law lossy.
    private static func isPlain(_ codec: AVCodecID) -> Bool { av_get_exact_bits_per_sample(codec) >= 8 }
}
