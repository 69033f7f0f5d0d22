import CPipeWire

/// The codecs of bursts of IEC 61937.
enum Codecs {
    /// Returns `SPA_AUDIO_IEC958_CODEC_*` for names with commas between them; `nil` if one is unknown.
    static func numbers(_ names: String) -> [UInt32]? {
        var numbers: [UInt32] = []
        for name in names.split(separator: ",") {
            switch name {
            case "ac3": numbers.append(SPA_AUDIO_IEC958_CODEC_AC3.rawValue)
            case "eac3": numbers.append(SPA_AUDIO_IEC958_CODEC_EAC3.rawValue)
            case "dts": numbers.append(SPA_AUDIO_IEC958_CODEC_DTS.rawValue)
            default: return nil
            }
        }
        return numbers
    }
}
