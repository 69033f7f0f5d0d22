extension ReplayGain {
    /// The largest gain that is accepted, up or down, in decibels. A larger one is damaged or a joke, and applying it would be
    /// audible.
    private static let largestGain = 64.0
    /// The largest peak that is accepted: a lossy codec overshoots full scale, but not a hundredfold.
    private static let largestPeak = 100.0
    /// The decibels to add to a gain of EBU R 128, which aims at -23 LUFS, to make it one of ReplayGain.
    private static let referenceDifference = 5.0

    /// Reads gains from tags, whose keys are in lower case: `replaygain_*` as text in decibels, `r128_*` (RFC 7845) as whole
    /// numbers of 1/256 dB. A text that cannot be understood counts as absent.
    ///
    /// For Opus, `r128_*` takes precedence, because it is the newer one if both exist. For all other codecs `replaygain_*`
    /// does.
    package init(tags: [String: String], codec: String) {
        let usual = ReplayGain(track: Self.level("track", of: tags), album: Self.level("album", of: tags))
        let broadcast = ReplayGain(
            track: Self.broadcastLevel("track", of: tags, peak: usual.track?.peak),
            album: Self.broadcastLevel("album", of: tags, peak: usual.album?.peak))
        self = codec == "opus" ? broadcast.completed(by: usual) : usual.completed(by: broadcast)
    }

    private static func level(_ kind: String, of tags: [String: String]) -> Level? {
        guard let decibels = tags["replaygain_\(kind)_gain"].flatMap({ number($0, unit: "db") }) else { return nil }
        return level(decibels: decibels, peak: tags["replaygain_\(kind)_peak"].flatMap { number($0, unit: nil) })
    }

    /// Makes a level; `nil` if the gain is implausible. An implausible peak is left out.
    package static func level(decibels: Double, peak: Double?) -> Level? {
        guard abs(decibels) <= largestGain else { return nil }
        return Level(decibels: decibels, peak: peak.flatMap { $0 > 0 && $0 <= largestPeak ? $0 : nil })
    }

    private static func broadcastLevel(_ kind: String, of tags: [String: String], peak: Double?) -> Level? {
        guard let text = tags["r128_\(kind)_gain"], let number = number(text, unit: nil), let steps = Int16(exactly: number)
        else { return nil }
        let decibels = Double(steps) / 256 + referenceDifference
        return abs(decibels) <= largestGain ? Level(decibels: decibels, peak: peak) : nil
    }

    /// Parses a decimal number as people and programs write it: with or without a sign, with a point or a comma, with blanks
    /// around it, and with `unit` after it if there is one. Rejects everything else, such as exponents and "nan".
    private static func number(_ text: String, unit: String?) -> Double? {
        var rest = trimmed(Substring(text.lowercased()))
        if let unit, rest.hasSuffix(unit) { rest = trimmed(rest.dropLast(unit.count)) }
        let digits = rest.first == "+" || rest.first == "-" ? rest.dropFirst() : rest
        let parts = digits.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard digits.utf8.count <= 24, parts.count <= 2, parts.contains(where: { !$0.isEmpty }),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        let magnitude = Double(parts.map { $0.isEmpty ? "0" : String($0) }.joined(separator: "."))
        return magnitude.map { rest.first == "-" ? -$0 : $0 }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let head = text.drop { $0.isWhitespace || $0 == "\0" }
        guard let last = head.lastIndex(where: { !$0.isWhitespace && $0 != "\0" }) else { return head.prefix(0) }
        return head[...last]
    }
}
