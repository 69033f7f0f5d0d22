import CFFmpeg

/// The largest sample that a codec's frame can mean, full scale being 1. What is larger, or no number, is damage.
///
/// Only codecs that decode to floating-point numbers can go past full scale at all.
struct SampleBound: Equatable {
    /// What samples may come to.
    let largest: Float
    /// What they may come to right behind a frame that was damaged: the codecs that overlap their frames carry the end of the
    /// damage into the next.
    var largestAfterDamage: Float { largest / 4 }

    /// 18 dB above full scale. Of recordings at full scale the lossy codecs give back at most 3.8 at their lowest bit rates (white
    /// noise of the samples 1 and -1, encoded by LAME, FFmpeg's AAC, AC-3, WMA and Nellymoser, libvorbis and libopus), music
    /// hardly 1.5.
    private static let ofLossyCodecs: Float = 8
    /// 36 dB: recordings in floating point have headroom, and nobody need have used it sparingly. A damaged exponent goes further,
    /// as a rule.
    private static let ofFloats: Float = 64

    /// The bound for a codec.
    init(codec: AVCodecID) {
        let properties = unsafe avcodec_descriptor_get(codec)?.pointee.props ?? 0
        largest = properties & AV_CODEC_PROP_LOSSY == 0 ? Self.ofFloats : Self.ofLossyCodecs
    }
}
