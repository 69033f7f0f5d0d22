import Glibc

/// Standard output and standard error, and what the terminal behind them can do.
enum Terminal {
    /// Whether standard output is a terminal.
    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether to use colours: on a terminal that has them, unless `NO_COLOR` says otherwise.
    static var hasColours: Bool {
        guard isInteractive else { return false }
        if let value = getenv("NO_COLOR"), value[0] != 0 { return false }
        guard let kind = getenv("TERM") else { return false }
        return String(cString: kind) != "dumb"
    }

    /// How many columns the terminal has; 80 where nobody knows.
    static var columns: Int {
        var size = winsize()
        return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Writes a line to standard output. Ends the program where nobody reads it any more.
    static func write(_ line: String) {
        if !put(line + "\n", to: STDOUT_FILENO) { exit(ClientFailure.Status.refused.rawValue) }
    }

    /// Writes text that is no whole line to standard output.
    static func draw(_ text: String) { _ = put(text, to: STDOUT_FILENO) }

    /// Writes a line to standard error.
    static func writeError(_ line: String) { _ = put(line + "\n", to: STDERR_FILENO) }

    /// Tells a person what went otherwise than wanted.
    static func warn(_ sentence: String) { writeError("fermata: " + harmless(sentence)) }

    private static func put(_ text: String, to descriptor: CInt) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return false }
            bytes = bytes.dropFirst(max(0, count))
        }
        return true
    }

    /// Bold text where the terminal has such a thing.
    static func bold(_ text: String) -> String { hasColours ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    /// Faint text where the terminal has such a thing.
    static func faint(_ text: String) -> String { hasColours ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
