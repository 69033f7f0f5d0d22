import CFFmpeg

/// The largest sample that can be meant in a codec's frame, where 1 is full scale. A larger one, or a NaN, is damage.
///
/// Only codecs that decode to floating-point numbers can exceed full scale at all.
struct SampleBound: Equatable {
    /// The bound for a frame after a good one.
    let largest: Float
    /// The bound for a frame right after a damaged one: codecs that overlap their frames carry the end of the damage into the
    /// next.
    var largestAfterDamage: Float { largest / 4 }

    /// 18 dB above full scale. From recordings at full scale the lossy codecs produce at most 3.8 at their lowest bit rates
    /// (white noise of the samples 1 and -1, encoded by LAME, FFmpeg's AAC, AC-3, WMA and Nellymoser, libvorbis and libopus);
    /// from music hardly 1.5.
    private static let ofLossyCodecs: Float = 8
    /// 36 dB: recordings in floating point have headroom, and may use a lot of it. A damaged exponent usually goes further.
    private static let ofFloats: Float = 64

    /// Makes the bound for a codec.
    init(codec: AVCodecID) {
        let properties = unsafe avcodec_descriptor_get(codec)?.pointee.props ?? 0
        largest = properties & AV_CODEC_PROP_LOSSY == 0 ? Self.ofFloats : Self.ofLossyCodecs
    }
}
