import ControlProtocol
import Glibc
import TerminalPictures

/// Equalisers in the words of a person, and as curves.
enum FilterText {
    /// Returns an event about an output.
    static func change(_ output: String, _ choice: Wire.FilterWord) -> String {
        let words =
            switch choice {
            case .equalizer: "another equaliser"
            case .parts: "something else is chosen for its sound"
            case .off: "no equaliser"
            case .inherited: "nothing is chosen any more"
            }
        return "\(Terminal.harmless(output)): \(words)"
    }

    /// Returns what is chosen, what is in force, and the curve of the output `shown`: as a picture if `cell` says how large a character is on a
    /// terminal that draws such, which is asked only if there is a curve to draw.
    static func all(
        _ filters: Wire.OutputFilters, shown: String?, columns: Int, cell: () -> TerminalAnswer.Cell? = { nil }
    ) -> String {
        var lines = filters.choices.map { choice in
            let what = choice.equalizer == "off" ? "off" : bands(bands(in: choice.equalizer), of: choice.equalizer)
            let level = choice.automaticLevel || choice.equalizer == "off" ? "" : ", level as in the file"
            return "\(Terminal.harmless(choice.output)): \(what)\(level)\(choice.configured ? " (configuration)" : "")"
        }
        if lines.isEmpty { lines.append("no equaliser is chosen") }
        /// The text of the equaliser that was chosen by a rule.
        func text(of rule: String?) -> String? { filters.choices.first { $0.output == rule }?.equalizer }
        lines += filters.active.filter { $0.bands > 0 || $0.level != 0 || $0.parts.contains("equalizer") }.map {
            "playing: " + active($0, of: text(of: $0.rule))
        }
        if let curve = filters.curve, let shown {
            lines += ["", "\(Terminal.harmless(shown)): \(summary(curve, of: text(of: curve.rule)))"]
            if !isFlat(curve) {
                lines +=
                    cell().map { FilterPicture.sixels(of: curve, columns: columns, cell: $0) }
                    ?? FilterPicture.blocks(of: curve, columns: columns)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns what the equaliser of an output does that plays. `text` is what was chosen.
    private static func active(_ filters: Wire.ActiveFilters, of text: String?) -> String {
        var words = "\(Terminal.harmless(filters.output)), \(bands(filters.bands, of: text)), level \(decibels(filters.level))"
        if let reason = filters.bypassed { words += ", not heard: \(bypass(reason))" }
        if filters.clippedSamples > 0 { words += ", \(filters.clippedSamples) samples beyond full scale" }
        return words
    }

    private static func bypass(_ word: String) -> String {
        switch word {
        case "passthrough": "the output decodes the sound itself"
        case "dsd": "DSD is given to the output as it is"
        default: Terminal.harmless(word)
        }
    }

    private static func summary(_ curve: Wire.FilterCurve, of text: String?) -> String {
        guard let rule = curve.rule else { return "no equaliser" }
        if isFlat(curve) { return "no equaliser, chosen for \(Terminal.harmless(rule))" }
        return "\(bands(curve.bands, of: text)), level \(decibels(curve.level)), chosen for \(Terminal.harmless(rule))"
    }

    /// Returns how many bands there are, or points of the curve that `text` has instead.
    private static func bands(_ count: Int, of text: String?) -> String {
        let curve = "GraphicEQ:"
        if count == 0, let line = text?.split(separator: "\n").first(where: { $0.hasPrefix(curve) }) {
            let points = line.dropFirst(curve.count).split(separator: ";").count
            return points == 1 ? "a curve of 1 point" : "a curve of \(points) points"
        }
        return count == 1 ? "1 band" : "\(count) bands"
    }

    private static func isFlat(_ curve: Wire.FilterCurve) -> Bool {
        curve.bands == 0 && curve.level == 0 && (curve.left + curve.right).allSatisfy { $0 == 0 }
    }

    /// The bands of a text as the daemon writes it.
    private static func bands(in text: String) -> Int { text.split(separator: "\n").count { $0.hasPrefix("Filter ") } }

    /// Returns decibels with one digit behind the point.
    static func decibels(_ value: Double) -> String {
        let tenths = Int((max(-1_000, min(1_000, value)) * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10) dB"
    }
}
