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
        (preroll, grid) =
            switch codec {
            // A packet may use up to 511 bytes before it. At 8 kbit/s and 24 kHz these are 22 packets; the overlap and the
            // synthesis window come on top.
            case AV_CODEC_ID_MP3: (28 * 1152, frameSize)
            case AV_CODEC_ID_MP1, AV_CODEC_ID_MP2: (4 * 1152, frameSize)
            // The overlap is one packet. The state of spectral band replication (at twice the rate) has faded after a few.
            case AV_CODEC_ID_AAC: (16 * 2048, frameSize)
            case AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3: (4 * 1536, 256)
            case AV_CODEC_ID_DTS: (8 * 4096, frameSize)
            // RFC 7845 asks for 80 ms. The energy prediction halves its error with each packet; after a second nothing above
            // float noise is left. Packets are multiples of 2.5 ms at 48 kHz.
            case AV_CODEC_ID_OPUS: (48_000, 120)
            case AV_CODEC_ID_VORBIS: (2 * 8192, nil)
            // A frame overlaps with the one before, and a block may hold the rest of a frame.
            case AV_CODEC_ID_WMAV1, AV_CODEC_ID_WMAV2: (8 * 2048, nil)
            // Speech codecs predict from their earlier output. After a second nothing of it is left in speech and music, but
            // more in a steady tone. This is a second at the highest rate and four at the lowest.
            case AV_CODEC_ID_AMR_NB, AV_CODEC_ID_AMR_WB, AV_CODEC_ID_SPEEX, AV_CODEC_ID_GSM_MS: (32_000, nil)
            // Scale factors may refer up to 32 packets back, and for that long FFmpeg's decoder gives nothing.
            case AV_CODEC_ID_MUSEPACK7: (40 * 1152, nil)
            // Only the synthesis window reaches back. A packet of the container has many frames and starts anew.
            case AV_CODEC_ID_MUSEPACK8: (2 * 1152, nil)
            // Overlap, gain control and filters: a few packets of at most 2048 frames.
            case AV_CODEC_ID_ATRAC1, AV_CODEC_ID_ATRAC3, AV_CODEC_ID_ATRAC3AL, AV_CODEC_ID_ATRAC3P, AV_CODEC_ID_ATRAC3PAL:
                (8 * 2048, nil)
            // Each block starts anew.
            case AV_CODEC_ID_ADPCM_IMA_WAV, AV_CODEC_ID_ADPCM_MS: (0, nil)
            // The conversion filter's memory.
            case AV_CODEC_ID_DSD_LSBF, AV_CODEC_ID_DSD_MSBF, AV_CODEC_ID_DSD_LSBF_PLANAR, AV_CODEC_ID_DSD_MSBF_PLANAR:
                (4096, nil)
            // Each packet states its own position, but Ogg pages lead to a place that is some packets off.
            case AV_CODEC_ID_FLAC: (32_768, nil)
            // Nothing is known of other lossy codecs.
            default: (Self.isIndependent(codec) ? 0 : nil, nil)
            }
    }

    /// Whether packets are coded independently, as by lossless codecs, or each sample by itself. FFmpeg's descriptors call A-law and
    /// µ-law lossy.
    private static func isIndependent(_ codec: AVCodecID) -> Bool {
        let properties = unsafe avcodec_descriptor_get(codec)?.pointee.props ?? 0
        return properties & AV_CODEC_PROP_LOSSY == 0 || av_get_exact_bits_per_sample(codec) >= 8
    }
}
