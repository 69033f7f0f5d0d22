/// The words of a song, line by line, with the times at which they are sung where somebody has written these down.
package struct Lyrics: Hashable, Sendable {
    /// A word, or a part of one, and when it is sung.
    package struct Word: Hashable, Sendable {
        /// In seconds from the first audible frame.
        package let start: Double
        package let text: String

        package init(start: Double, text: String) {
            self.start = start
            self.text = text
        }
    }

    /// A line. Its text has several rows if the source states several lines for one time, such as a translation.
    package struct Line: Hashable, Sendable {
        /// When it is sung, in seconds from the first audible frame; `nil` in lyrics without times.
        package let start: Double?
        /// Empty where nothing is sung from then on.
        package let text: String
        /// Its words, if they have times of their own.
        package let words: [Word]

        package init(start: Double?, text: String, words: [Word] = []) {
            self.start = start
            self.text = text
            self.words = words
        }
    }

    /// Either each line has a time, and they are in the order of these, or none has one.
    package let lines: [Line]

    /// Whether the lines have times.
    package var isSynchronised: Bool { lines.first?.start != nil }

    /// The text alone.
    package var text: String { lines.map(\.text).joined(separator: "\n") }

    /// Returns the index of the line that is sung at a position, in seconds; `nil` in front of the first one, and without times.
    package func index(at seconds: Double) -> Int? {
        guard isSynchronised else { return nil }
        return lines.lastIndex { ($0.start ?? 0) <= seconds }
    }
}

extension Lyrics {
    /// The most lines; a long opera has some three thousand.
    package static let lineLimit = 5_000
    /// The most words with times of all lines together.
    package static let wordLimit = 20_000
    /// The most bytes of a source that are looked at.
    package static let sourceLimit = 1 << 20
    /// The longest text of a line, in bytes, and of a word.
    private static let (textLimit, shortLimit) = (1_024, 256)
    /// Later than this nothing is sung, in seconds: two days.
    private static let latest = 172_800.0

    /// Makes lyrics with times of what a source states, which may be anything; `nil` if there is no line with a text.
    ///
    /// Lines come into the order of their times. Those of one time become one with several rows. Times that are no numbers are left out,
    /// and those before the beginning become the beginning.
    package init?(timed stated: [Line]) {
        let usable = stated.enumerated().compactMap { place, line -> (start: Double, place: Int, line: Line)? in
            guard let start = line.start, start.isFinite, start <= Self.latest else { return nil }
            return (max(0, start), place, line)
        }
        var lines: [Line] = []
        var words = 0
        for (start, _, line) in usable.sorted(by: { ($0.start, $0.place) < ($1.start, $1.place) }) {
            let text = Self.shown(line.text)
            if let last = lines.last, last.start == start {
                // As long as one line at most: what has a million rows for one time is no song.
                guard !text.isEmpty, last.text.utf8.count + 1 + text.utf8.count <= Self.textLimit,
                    !last.text.split(separator: "\n").contains(text[...])
                else { continue }
                lines[lines.count - 1] = Line(
                    start: start, text: last.text.isEmpty ? text : last.text + "\n" + text, words: last.words)
                continue
            }
            if lines.count == Self.lineLimit { break }
            let kept = Self.shown(line.words).prefix(max(0, Self.wordLimit - words))
            words += kept.count
            lines.append(Line(start: start, text: text, words: Array(kept)))
        }
        guard lines.contains(where: { !$0.text.isEmpty }) else { return nil }
        self.lines = lines
    }

    /// Makes lyrics without times of the lines of a text; `nil` if there is no text.
    package init?(plain texts: [some StringProtocol]) {
        let shown = texts.prefix(Self.lineLimit).map { Self.shown($0) }
        guard let first = shown.firstIndex(where: { !$0.isEmpty }), let last = shown.lastIndex(where: { !$0.isEmpty }) else {
            return nil
        }
        lines = shown[first...last].map { Line(start: nil, text: $0) }
    }

    /// A line as it may be shown, without blanks around it.
    private static func shown(_ text: some StringProtocol) -> String {
        QueueText.shown(text.trimmed, limit: textLimit) ?? ""
    }

    /// Words as they may be shown, with the blanks between them: those tell where a word ends that has several times.
    private static func shown(_ words: [Word]) -> [Word] {
        words.filter { $0.start.isFinite && (0...latest).contains($0.start) }.compactMap { word in
            QueueText.shown(word.text.trimmed, limit: shortLimit).map { text in
                Word(start: word.start, text: word.text.last?.isWhitespace == true ? text + " " : text)
            }
        }
    }
}

extension StringProtocol {
    /// The text without blanks around it.
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
            return ""
        }
        return String(self[first...last])
    }
}
