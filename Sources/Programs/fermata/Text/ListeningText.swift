import ControlProtocol

/// What the sound of outputs goes through, in the words of a person.
enum ListeningText {
    /// Returns what is chosen for all outputs, or for the one that is `shown`, and what is in force.
    static func all(_ filters: Wire.OutputFilters, shown: String?) -> String {
        let choices = filters.choices.filter { shown == nil || $0.output == shown || $0.output == filters.curve?.rule }
        var lines = choices.flatMap { choice in
            ["\(Terminal.harmless(choice.output)):\(choice.configured ? " (configuration)" : "")"]
                + words(choice).map { "  " + $0 }
        }
        if lines.isEmpty { lines.append("nothing is chosen") }
        lines += filters.active.filter { !$0.parts.isEmpty || $0.problem != nil }.map { "playing: " + active($0) }
        return lines.joined(separator: "\n")
    }

    /// Returns what is chosen, a line for each part.
    static func words(_ choice: Wire.FilterChoice) -> [String] {
        let parts = choice.parts
        var lines: [String] = choice.equalizer == "off" ? [] : ["equalizer"]
        if let impulse = parts.impulse { lines.append("impulse \(Terminal.harmless(impulse))") }
        if let limiter = parts.limiter { lines.append("limiter \(FilterText.decibels(limiter))") }
        if parts.nightMode { lines.append("night on") }
        if parts.mono { lines.append("mono on") }
        if parts.swap { lines.append("swap on") }
        if let balance = parts.balance { lines.append("balance \(FilterText.decibels(balance))") }
        if let crossfeed = parts.crossfeed {
            lines.append("crossfeed \(number(crossfeed.cutoff)) Hz, \(FilterText.decibels(crossfeed.feed))")
        }
        if let loudness = parts.loudness {
            lines.append(
                "loudness below \(FilterText.decibels(loudness.reference))\(loudness.attenuating ? ", attenuating" : "")")
        }
        if !parts.delays.isEmpty { lines.append("delays \(parts.delays.map(number).joined(separator: " ")) ms") }
        if !parts.matrix.isEmpty { lines.append("matrix \(parts.matrix.map(number).joined(separator: " "))") }
        if let crossover = parts.crossover {
            lines.append(
                "crossover \(number(crossover.frequency)) Hz \(crossover.sides.map(Terminal.harmless).joined(separator: " "))")
        }
        return lines.isEmpty ? ["off"] : lines
    }

    /// Returns what runs at an output that plays.
    static func active(_ filters: Wire.ActiveFilters) -> String {
        var words = "\(Terminal.harmless(filters.output)), \(filters.parts.map(Terminal.harmless).joined(separator: ", "))"
        if filters.latency > 0 { words += ", \(Int((min(filters.latency, 100) * 1_000).rounded())) ms late" }
        if filters.bypassed != nil { words += ", not heard: the output gets the sound as it is" }
        if let problem = filters.problem { words += "; \(Terminal.harmless(problem))" }
        return words
    }

    /// A number with at most two digits behind the point.
    private static func number(_ value: Double) -> String {
        let hundredths = Int((max(-1e9, min(1e9, value)) * 100).rounded())
        let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
        let fraction = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : ".\(rest < 10 ? "0" : "")\(rest)"
        return "\(hundredths < 0 ? "-" : "")\(whole)\(fraction)"
    }
}
