import ControlProtocol

/// What a look at the surroundings has shown, for people.
enum FindingText {
    /// Returns a line for each finding, below it what helps, and at the end how much is wrong.
    static func list(_ findings: [Wire.Finding]) -> String {
        let width = findings.map { name(of: $0.part).count }.max() ?? 0
        let lines = findings.flatMap { finding in
            let name = name(of: finding.part)
            let head = state(finding.state) + "  " + name + String(repeating: " ", count: width - name.count) + "  "
            let message = Terminal.harmless(head + finding.message)
            let help = finding.remedy.map { Terminal.harmless(String(repeating: " ", count: width + 9) + "→ " + $0) }
            return [finding.state == .fault ? Terminal.bold(message) : message] + (help.map { [$0] } ?? [])
        }
        return (lines + ["", summary(findings)]).joined(separator: "\n")
    }

    /// Returns whether something does not work.
    static func isWrong(_ findings: [Wire.Finding]) -> Bool { findings.contains { $0.state == .fault } }

    private static func summary(_ findings: [Wire.Finding]) -> String {
        let (faults, warnings) = (findings.count { $0.state == .fault }, findings.count { $0.state == .warning })
        return switch (faults, warnings) {
        case (0, 0): "nothing is wrong"
        case (0, 1): "nothing is wrong, and one thing could be better"
        case (0, _): "nothing is wrong, and \(warnings) things could be better"
        case (1, _): "one thing is wrong"
        default: "\(faults) things are wrong; mend the first one first, since others may follow from it"
        }
    }

    private static func state(_ state: Wire.FindingState) -> String {
        switch state {
        case .good: "ok   "
        case .off: "off  "
        case .warning: "poor "
        case .fault: "wrong"
        }
    }

    /// Returns the name of a part in words: of `soundServer`, `sound server`.
    static func name(of part: String) -> String {
        if part == "mpd" { return "MPD" }
        return part.reduce(into: "") { words, letter in
            if letter.isUppercase { words += " " }
            words += letter.lowercased()
        }
    }
}
