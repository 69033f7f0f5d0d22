import Glibc
import SystemSupport
import TerminalCells

/// The terminal as long as it belongs to the player: keys come at once, and the screen is the program's own. However the program ends, the
/// terminal is as it was before.
struct RawTerminal: ~Copyable {
    private var before = termios()
    private let isPlain: Bool
    private let hasMouse: Bool
    private var isEntered = false

    /// - Throws: if standard input is no terminal.
    init(isPlain: Bool, hasMouse: Bool) throws(ClientFailure) {
        (self.isPlain, self.hasMouse) = (isPlain, hasMouse)
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw .refused("the terminal cannot be used: \(systemReason())") }
    }

    deinit { if isEntered { Self.restore(before, isPlain: isPlain) } }

    /// Takes the terminal.
    mutating func enter() {
        var raw = before
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR)
        withUnsafeMutableBytes(of: &raw.c_cc) { (bytes: UnsafeMutableRawBufferPointer) in
            bytes[Int(VMIN)] = 1
            bytes[Int(VTIME)] = 0
        }
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        isEntered = true
        // Texts are pasted as texts in either case.
        var bytes = "\u{1B}[?2004h"
        if !isPlain { bytes += "\u{1B}[?1049h\u{1B}[?7l" + (hasMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "") }
        _ = Terminal.put(Array(bytes.utf8) + (isPlain ? [] : TerminalQuestions.bytes), to: STDOUT_FILENO)
    }

    /// Gives the terminal back.
    mutating func leave() {
        guard isEntered else { return }
        isEntered = false
        Self.restore(before, isPlain: isPlain)
    }

    private static func restore(_ before: termios, isPlain: Bool) {
        let bytes =
            isPlain
            ? "\u{1B}[?2004l\r\n" : "\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
        _ = Terminal.put(Array(bytes.utf8), to: STDOUT_FILENO)
        var before = before
        // What was typed and not read stays for the shell.
        tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
    }

    /// The rows and columns of the terminal, at least 1 each.
    static var size: (rows: Int, columns: Int) { (max(1, Terminal.rows), max(1, Terminal.columns)) }

    /// How large a character is by the size of the window, if that says so.
    static var cell: (width: Int, height: Int)? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0, size.ws_xpixel > 0 else {
            return nil
        }
        let (width, height) = (Int(size.ws_xpixel / size.ws_col), Int(size.ws_ypixel / size.ws_row))
        return (2...64).contains(width) && (4...128).contains(height) ? (width, height) : nil
    }
}
