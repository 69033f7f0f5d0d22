/// Asks the daemon's program whether its configuration has a mistake, if no daemon answers: a daemon with a mistake in it does not start.
enum ConfigurationCheck {
    /// Returns the sentence that names the mistake; `nil` if there is none, or the program is not found.
    static func mistake() -> String? {
        guard let output = ProgramOutput.of(["fermatad", "--check-config"]), output.status != 0 else { return nil }
        return output.firstLine.map { $0.hasPrefix("Error: ") ? String($0.dropFirst(7)) : $0 }
    }
}
