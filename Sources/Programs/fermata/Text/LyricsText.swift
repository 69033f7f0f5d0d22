import ControlProtocol
import JSON

/// Lyrics as people read them.
enum LyricsText {
    /// Returns the lines, the one that is heard with a mark in front.
    static func list(_ lyrics: Wire.Lyrics) -> String {
        guard !lyrics.lines.isEmpty else { return "there are no lyrics" }
        let isTimed = lyrics.lines.first?.start != nil
        return lyrics.lines.map { line in
            let rows = rows(of: line)
            guard isTimed else { return rows.joined(separator: "\n") }
            let mark = line.index == lyrics.current ? "> " : "  "
            return rows.map { ($0.isEmpty ? mark : mark + $0).trimmingEnd }.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// Returns the text of an event, a line that is heard; `nil` for any other message.
    static func line(_ message: String) -> String? {
        guard case .playerLyricLine(let line?)? = EventText.event(in: message) else { return nil }
        return rows(of: line).joined(separator: "\n")
    }

    /// Returns a line in one row.
    static func short(_ line: Wire.LyricLine) -> String { rows(of: line).joined(separator: " / ") }

    private static func rows(of line: Wire.LyricLine) -> [String] {
        line.text.split(separator: "\n", omittingEmptySubsequences: false).map { Terminal.harmless(String($0)) }
    }
}

extension String {
    /// The text without blanks at its end.
    fileprivate var trimmingEnd: String { String(prefix(count - reversed().prefix { $0 == " " }.count)) }
}
