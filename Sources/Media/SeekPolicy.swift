import CFFmpeg

/// How far before a target decoding must begin for the target's samples to come out as in a decode from the start, or, where a
/// decoder forgets but slowly, as good as.
struct SeekPolicy: Equatable {
    /// Frames before the target at which to begin; `nil` where only a decode from the start will do.
    let preroll: Int?
    /// The number that every position of a packet is a multiple of, counted from the first packet: tells the exact frame from a
    /// rounded timestamp. `nil` where there is none.
    let grid: Int?

    /// The policy for a codec. `frameSize` is the constant number of frames in its packets, where there is one.
    init(codec: AVCodecID, frameSize: Int?) {
        switch codec {
        case AV_CODEC_ID_MP3:
            // A packet may lean on 511 bytes before it: at 8 kbit/s and 24 kHz these are 22 packets, and then come the overlap
            // and the synthesis window.
            preroll = 28 * 1152
            grid = frameSize
        case AV_CODEC_ID_MP1, AV_CODEC_ID_MP2:
            preroll = 4 * 1152
            grid = frameSize
        case AV_CODEC_ID_AAC:
            // Overlap is one packet; what spectral band replication keeps (at twice the rate) has faded after a few.
            preroll = 16 * 2048
            grid = frameSize
        case AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3:
            preroll = 4 * 1536
            grid = 256
        case AV_CODEC_ID_DTS:
            preroll = 8 * 4096
            grid = frameSize
        case AV_CODEC_ID_OPUS:
            // RFC 7845 asks for 80 ms; the energy prediction halves its error each packet, and a second leaves nothing above
            // float noise. Packets are multiples of 2.5 ms at 48 kHz.
            preroll = 48_000
            grid = 120
        case AV_CODEC_ID_VORBIS:
            preroll = 2 * 8192
            grid = nil
        case AV_CODEC_ID_WMAV1, AV_CODEC_ID_WMAV2:
            // A frame is overlapped with the one before, and a block may hold the rest of one.
            preroll = 8 * 2048
            grid = nil
        case AV_CODEC_ID_AMR_NB, AV_CODEC_ID_AMR_WB, AV_CODEC_ID_SPEEX, AV_CODEC_ID_GSM_MS:
            // Speech codecs predict from what they made before: of speech and music a second leaves nothing, of a steady tone more.
            // At the highest rate it is a second, at the lowest four.
            preroll = 32_000
            grid = nil
        case AV_CODEC_ID_MUSEPACK7:
            // Scale factors refer to earlier ones for up to 32 packets, and FFmpeg's decoder gives nothing that long.
            preroll = 40 * 1152
            grid = nil
        case AV_CODEC_ID_MUSEPACK8:
            // Only the synthesis window reaches back. A packet of the container has many frames, and begins anew.
            preroll = 2 * 1152
            grid = nil
        case AV_CODEC_ID_ATRAC1, AV_CODEC_ID_ATRAC3, AV_CODEC_ID_ATRAC3AL, AV_CODEC_ID_ATRAC3P, AV_CODEC_ID_ATRAC3PAL:
            // Overlap, gain control and filters: a few packets of at most 2048 frames.
            preroll = 8 * 2048
            grid = nil
        case AV_CODEC_ID_ADPCM_IMA_WAV, AV_CODEC_ID_ADPCM_MS:
            // Each block begins anew.
            preroll = 0
            grid = nil
        case AV_CODEC_ID_DSD_LSBF, AV_CODEC_ID_DSD_MSBF, AV_CODEC_ID_DSD_LSBF_PLANAR, AV_CODEC_ID_DSD_MSBF_PLANAR:
            // The conversion filter's memory.
            preroll = 4096
            grid = nil
        case AV_CODEC_ID_FLAC:
            // Each packet says where it belongs, but Ogg pages lead to a place some packets off.
            preroll = 32_768
            grid = nil
        default:
            let properties = unsafe avcodec_descriptor_get(codec)?.pointee.props ?? 0
            // Lossless codecs and plain samples code packets independently; of other lossy ones nothing is known.
            preroll = properties & AV_CODEC_PROP_LOSSY == 0 || Self.isPlain(codec) ? 0 : nil
            grid = nil
        }
    }

    /// Sample by sample coding. The descriptors call A-law and µ-law lossy.
    private static func isPlain(_ codec: AVCodecID) -> Bool { av_get_exact_bits_per_sample(codec) >= 8 }
}
