/// Reads the text of lyrics: as it is, or in the format LRC, which has times in front of lines and between words.
///
/// LRC has no standard. What is read here: `[mm:ss.xx]` in front of a line, several of them for a line that comes again, with any number
/// of digits behind the point, a colon in place of it, and hours in front; `<mm:ss.xx>`, or such brackets, within a line, in front of words; and
/// `[offset:±ms]`, where a positive number has the lines come sooner. Other tags in brackets are left out.
package enum LRC {
    /// Returns the lyrics in a text; `nil` if there are none.
    package static func lyrics(in text: String) -> Lyrics? {
        var (offset, lines, plain): (Double, [Lyrics.Line], [Substring]) = (0, [], [])
        for row in text.prefix(Lyrics.sourceLimit).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var rest = row.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
            let times = Self.times(from: &rest)
            guard lines.count + times.count <= 2 * Lyrics.lineLimit else { break }
            if times.isEmpty {
                if let (name, value) = tag(rest) {
                    if name == "offset", let milliseconds = Double(value), milliseconds.isFinite { offset = milliseconds / 1_000 }
                } else {
                    plain.append(rest)
                    // A row without a time goes on with the line before it.
                    if let last = lines.last, rest.contains(where: { !$0.isWhitespace }) {
                        lines.append(Lyrics.Line(start: last.start, text: String(rest)))
                    }
                }
                continue
            }
            let (words, shown) = Self.words(rest)
            // The times of words are those of the first time that the line comes.
            for time in times { lines.append(Lyrics.Line(start: time, text: shown, words: times.count == 1 ? words : [])) }
        }
        guard !lines.isEmpty else { return Lyrics(plain: plain) }
        return Lyrics(timed: offset == 0 ? lines : lines.map { $0.sooner(by: offset) })
    }

    /// Takes the times in brackets from the front of a row.
    private static func times(from rest: inout Substring) -> [Double] {
        var times: [Double] = []
        while rest.first == "[", let end = rest.firstIndex(of: "]"),
            let time = seconds(rest[rest.index(after: rest.startIndex)..<end])
        {
            times.append(time)
            rest = rest[rest.index(after: end)...].drop(while: \.isWhitespace)
        }
        return times
    }

    /// Parses `mm:ss`, `mm:ss.xx`, `mm:ss:xx` or `hh:mm:ss.xx`, in seconds; `nil` for anything else.
    private static func seconds(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts[0].count <= 4, parts[0].allSatisfy(\.isASCIIDigit),
            let first = Double(parts[0])
        else { return nil }
        func fraction(_ text: Substring) -> Double? {
            let pieces = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard text.count <= 12, pieces[0].count <= 2, !pieces[0].isEmpty, pieces.joined().allSatisfy(\.isASCIIDigit) else {
                return nil
            }
            return Double(text)
        }
        guard parts.count == 3 else { return fraction(parts[1]).map { first * 60 + $0 } }
        if parts[2].contains(".") {
            guard let minutes = fraction(parts[1]), let seconds = fraction(parts[2]) else { return nil }
            return first * 3_600 + minutes * 60 + seconds
        }
        guard let seconds = fraction(parts[1]), parts[2].count <= 3, parts[2].allSatisfy(\.isASCIIDigit),
            let part = Double("0." + parts[2])
        else { return nil }
        return first * 60 + seconds + part
    }

    /// The name and the value of a row that is a tag, such as `[ar:Somebody]`; `nil` if it is something else, such as `[Chorus]`.
    private static func tag(_ row: Substring) -> (name: String, value: String)? {
        guard row.first == "[", let end = row.firstIndex(of: "]"), row[row.index(after: end)...].allSatisfy(\.isWhitespace) else {
            return nil
        }
        let parts = row[..<end].dropFirst().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy({ $0.isASCII && $0.isLetter || $0 == "#" }) else {
            return nil
        }
        return (parts[0].lowercased(), String(parts[1].filter { !$0.isWhitespace }))
    }

    /// Takes the times out of a line: its words, and its text without them.
    private static func words(_ line: Substring) -> (words: [Lyrics.Word], text: String) {
        var (words, text, rest): ([Lyrics.Word], String, Substring) = ([], "", line)
        var time: Double?
        while !rest.isEmpty {
            let mark = rest.indices.first { rest[$0] == "<" || rest[$0] == "[" ? Self.mark(in: rest[$0...]) != nil : false }
            let piece = rest[..<(mark ?? rest.endIndex)]
            if let time, piece.contains(where: { !$0.isWhitespace }) {
                words.append(Lyrics.Word(start: time, text: String(piece)))
            }
            text += piece
            guard let mark, let (seconds, end) = Self.mark(in: rest[mark...]) else { break }
            time = seconds
            rest = rest[end...]
        }
        let blanks = text.split(whereSeparator: \.isWhitespace)
        return (words, words.isEmpty ? text : blanks.joined(separator: " "))
    }

    /// The time in angle or square brackets with which a text begins, and where it ends; `nil` if it begins with none.
    private static func mark(in text: Substring) -> (seconds: Double, end: Substring.Index)? {
        let closing: Character = text.first == "<" ? ">" : "]"
        guard let end = text.prefix(16).firstIndex(of: closing),
            let seconds = seconds(text[text.index(after: text.startIndex)..<end])
        else { return nil }
        return (seconds, text.index(after: end))
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension Lyrics.Line {
    fileprivate func sooner(by seconds: Double) -> Self {
        Self(
            start: start.map { $0 - seconds }, text: text,
            words: words.map { Lyrics.Word(start: max(0, $0.start - seconds), text: $0.text) })
    }
}
