package import AudioTypes

/// The path of an impulse response, in which `%r` may stand for the sample rate: `room-%r.wav` means `room-44100.wav`, `room-48000.wav` and so on.
/// `%%` is a percent sign.
package struct ImpulsePattern: Hashable, Sendable, CustomStringConvertible {
    /// The pattern as it was given.
    package let description: String
    /// What stands before, between and behind the rates.
    private let parts: [String]

    /// The rates for which people make files, in hertz.
    static let rates = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000, 352_800, 384_000, 705_600, 768_000]

    /// Takes a pattern; `nil` if it is empty, longer than 4,096 bytes, has a zero byte, or has a percent sign before anything but `r` or `%`.
    package init?(_ pattern: String) {
        guard (1...4_096).contains(pattern.utf8.count), !pattern.utf8.contains(0) else { return nil }
        var parts = [""]
        var isAfterPercent = false
        for character in pattern.unicodeScalars {
            switch (isAfterPercent, character) {
            case (false, "%"): isAfterPercent = true
            case (true, "r"):
                parts.append("")
                isAfterPercent = false
            case (true, "%"):
                parts[parts.count - 1].append("%")
                isAfterPercent = false
            case (true, _): return nil
            case (false, _): parts[parts.count - 1].unicodeScalars.append(character)
            }
        }
        if isAfterPercent { return nil }
        self.parts = parts
        description = pattern
    }

    /// Whether there is a file for each rate.
    package var hasRates: Bool { parts.count > 1 }

    /// The paths to try for a sample rate, the best first: what was made for it; then what was made for higher rates, beginning with whole
    /// multiples of it, because they have all that can be heard; then the lower ones from the highest. What is not for this rate is
    /// ``ImpulseResponse/resampled(to:)``.
    package func candidates(for rate: SampleRate) -> [String] {
        if !hasRates { return [parts[0]] }
        let hertz = Int(rate.hertz)
        let higher = Self.rates.filter { $0 > hertz }
        let order =
            [hertz] + higher.filter { $0 % hertz == 0 } + higher.filter { $0 % hertz != 0 }
            + Self.rates.filter { $0 < hertz }.reversed()
        return order.map { parts.joined(separator: String($0)) }
    }
}
