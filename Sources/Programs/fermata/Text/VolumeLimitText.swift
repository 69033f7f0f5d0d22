import ControlProtocol

/// What outputs have of their own about the volume, in the words of a person.
enum VolumeLimitText {
    /// Returns what is chosen, a line for each name.
    static func all(_ limits: [Wire.VolumeLimits]) -> String {
        if limits.isEmpty { return "every output allows all volumes" }
        return limits.map {
            line($0.output, $0.maximum, $0.atStart, $0.control) + ($0.configured ? " (configuration)" : "")
        }.joined(separator: "\n")
    }

    /// Returns what is chosen for an output.
    static func line(_ output: String, _ maximum: Double?, _ atStart: Double?, _ control: Wire.VolumeControl?) -> String {
        let parts = [
            maximum.map { $0 < 1 ? "at most \(percent($0))" : "no ceiling" },
            atStart.map { "begins with \(percent($0))" },
            control.map { $0 == .sink ? "set at the output, for all programs" : "set for the player alone" },
        ].compactMap { $0 }
        return "\(Terminal.harmless(output)): \(parts.isEmpty ? "nothing is chosen any more" : parts.joined(separator: ", "))"
    }

    private static func percent(_ level: Double) -> String { "\(Int((level * 100).rounded()))%" }
}
