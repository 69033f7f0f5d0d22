import AudioTypes
import CPipeWire

extension PassthroughCodec {
    /// PipeWire's constant for what bursts of IEC 61937 carry; `nil` for DSD, which looks like sound.
    var number: spa_audio_iec958_codec? {
        switch self {
        case .ac3: SPA_AUDIO_IEC958_CODEC_AC3
        case .eac3: SPA_AUDIO_IEC958_CODEC_EAC3
        case .dts: SPA_AUDIO_IEC958_CODEC_DTS
        case .dop: nil
        }
    }

    /// Makes the codec for PipeWire's constant; `nil` for others.
    init?(number: UInt32) {
        guard let codec = Self.allCases.first(where: { $0.number?.rawValue == number }) else { return nil }
        self = codec
    }
}
