import FermataKit
import Glibc

/// Standard output and standard error, and the abilities of the terminal behind them.
enum Terminal {
    /// Whether standard output is a terminal.
    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether to use colours, bold and faint text: on a terminal that supports it, unless `NO_COLOR` is set.
    static var hasColours: Bool {
        guard isInteractive else { return false }
        if let value = getenv("NO_COLOR"), value[0] != 0 { return false }
        guard let kind = getenv("TERM") else { return false }
        return String(cString: kind) != "dumb"
    }

    /// How many columns the terminal has; 80 if that is not known.
    static var columns: Int {
        var size = winsize()
        return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// How many lines the terminal has; 24 if that is not known.
    static var rows: Int {
        var size = winsize()
        return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0 ? Int(size.ws_row) : 24
    }

    /// Writes a line to standard output. Ends the program if the output cannot be written any more.
    static func write(_ line: String) {
        if !put(line + "\n", to: STDOUT_FILENO) { exit(ClientFailure.Status.refused.rawValue) }
    }

    /// Writes text that is not a whole line to standard output.
    static func draw(_ text: String) { _ = put(text, to: STDOUT_FILENO) }

    /// Does the same on standard error.
    static func drawError(_ text: String) { _ = put(text, to: STDERR_FILENO) }

    /// Writes a line to standard error.
    static func writeError(_ line: String) { _ = put(line + "\n", to: STDERR_FILENO) }

    /// Writes a warning to standard error.
    static func warn(_ sentence: String) { writeError("fermata: " + harmless(SentenceText.forPeople(sentence))) }

    private static func put(_ text: String, to descriptor: CInt) -> Bool { put(Array(text.utf8), to: descriptor) }

    /// Writes bytes; returns whether all could be written. The reason why not is in `errno`.
    static func put(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return false }
            bytes = bytes.dropFirst(max(0, count))
        }
        return true
    }

    /// Returns the text in bold if the terminal supports it.
    static func bold(_ text: String) -> String { hasColours ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    /// Returns the text in the colour of headings if the terminal supports it.
    static func accent(_ text: String) -> String { hasColours ? "\u{1B}[36m\(text)\u{1B}[0m" : text }

    /// Returns the text in faint if the terminal supports it.
    static func faint(_ text: String) -> String { hasColours ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
