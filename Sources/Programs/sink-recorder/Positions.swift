import CPipeWire

/// The positions of loudspeakers, by PipeWire's names.
enum Positions {
    private static let byName = [
        "MONO": SPA_AUDIO_CHANNEL_MONO, "FL": SPA_AUDIO_CHANNEL_FL, "FR": SPA_AUDIO_CHANNEL_FR,
        "FC": SPA_AUDIO_CHANNEL_FC, "LFE": SPA_AUDIO_CHANNEL_LFE, "RL": SPA_AUDIO_CHANNEL_RL,
        "RR": SPA_AUDIO_CHANNEL_RR, "RC": SPA_AUDIO_CHANNEL_RC, "SL": SPA_AUDIO_CHANNEL_SL,
        "SR": SPA_AUDIO_CHANNEL_SR,
    ]

    /// Returns the numbers of names such as `FL,FR`; nil if one of them is unknown.
    static func numbers(_ names: String) -> [UInt32]? {
        var numbers: [UInt32] = []
        for name in names.split(separator: ",") {
            guard let position = byName[String(name)] else { return nil }
            numbers.append(position.rawValue)
        }
        return numbers.isEmpty ? nil : numbers
    }
}
