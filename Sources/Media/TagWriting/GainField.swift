package import MediaTypes

/// One tag of loudness: its name in capitals, and its text.
package struct GainField: Hashable, Sendable {
    package let name: String
    package let value: String

    /// Makes one as a file has it.
    init(name: some Sequence<UInt8>, value: some Sequence<UInt8>) {
        self.name = String(decoding: Array(name), as: UTF8.self).uppercased()
        self.value = String(decoding: Array(value), as: UTF8.self)
    }

    private init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

    /// All names under which files state gains: when they are written, all that were there go.
    private static let names: Set<String> = [
        "REPLAYGAIN_TRACK_GAIN", "REPLAYGAIN_TRACK_PEAK", "REPLAYGAIN_ALBUM_GAIN", "REPLAYGAIN_ALBUM_PEAK",
        "REPLAYGAIN_REFERENCE_LOUDNESS", "R128_TRACK_GAIN", "R128_ALBUM_GAIN",
    ]
    private static let longestName = 32

    /// Whether a name, in any case, is that of a tag of loudness.
    static func isGain(_ name: some Collection<UInt8>) -> Bool {
        name.count <= longestName && names.contains(String(decoding: Array(name), as: UTF8.self).uppercased())
    }

    /// The tags of ReplayGain 2.0 that say a gain.
    package static func replayGain(_ gain: ReplayGain) -> [GainField] {
        var fields: [GainField] = []
        for (kind, level) in [("TRACK", gain.track), ("ALBUM", gain.album)] {
            guard let level else { continue }
            fields.append(GainField("REPLAYGAIN_\(kind)_GAIN", "\(decimal(level.decibels, digits: 2)) dB"))
            if let peak = level.peak { fields.append(GainField("REPLAYGAIN_\(kind)_PEAK", decimal(peak, digits: 6))) }
        }
        return fields
    }

    /// How far the loudness of RFC 7845, -23 LUFS, is below that of ReplayGain 2.0, in decibels.
    private static let opusOffset = 5.0

    /// The tags of Opus that say a gain (RFC 7845, section 5.2.1): decibels to -23 LUFS in steps of 1/256, and no peak.
    package static func opus(_ gain: ReplayGain) -> [GainField] {
        [("TRACK", gain.track), ("ALBUM", gain.album)].compactMap { kind, level in
            level.map { level in
                let steps = ((level.decibels - opusOffset) * 256).rounded()
                return GainField("R128_\(kind)_GAIN", "\(Int(min(32_767, max(-32_768, steps))))")
            }
        }
    }

    /// A number with so many digits behind the point.
    private static func decimal(_ value: Double, digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        // Gains and peaks are within what tags may state; anything else would not fit an integer.
        let parts = Int((min(1e6, max(-1e6, value)) * Double(scale)).rounded())
        let rest = "\(parts.magnitude % UInt(scale))"
        let sign = parts < 0 ? "-" : ""
        return "\(sign)\(parts.magnitude / UInt(scale))." + String(repeating: "0", count: digits - rest.count) + rest
    }
}
