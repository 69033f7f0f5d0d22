import ControlProtocol
import JSON

/// Chapters as people read them.
enum ChapterText {
    /// Returns a line for each chapter: number, beginning, title.
    static func list(_ value: JSONValue) -> String {
        guard let list = try? Wire.Chapters(json: value) else { return "" }
        guard !list.chapters.isEmpty else { return "there are no chapters" }
        return list.chapters.map { chapter in
            (chapter.index == list.current ? "> " : "  ") + line(chapter)
        }.joined(separator: "\n")
    }

    /// Returns a chapter in one line.
    static func line(_ chapter: Wire.Chapter) -> String {
        let title = chapter.title.map { "  " + Terminal.harmless($0) } ?? ""
        return "\(chapter.index + 1)  \(TimeText.text(chapter.start))\(title)"
    }
}
