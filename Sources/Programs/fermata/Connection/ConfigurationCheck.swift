/// Asks the daemon's program whether its configuration has a mistake, if no daemon answers: a daemon with a mistake in it does not start.
enum ConfigurationCheck {
    /// Returns the sentence that names the mistake; `nil` if there is none, or the program is not found, or cannot run.
    /// - Parameter instance: the name of one of several daemons.
    static func mistake(instance: String? = nil) -> String? {
        let words = ["fermatad", "--check-config"] + (instance.map { ["--instance", $0] } ?? [])
        guard let output = ProgramOutput.of(words), output.status != 0, let line = output.firstLine, line.hasPrefix("Error: ")
        else { return nil }
        return String(line.dropFirst(7))
    }
}
