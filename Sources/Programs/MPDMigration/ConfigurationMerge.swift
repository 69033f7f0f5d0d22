/// A file `config.toml` into which lines are merged: values are replaced where they stand, new keys come at the end of their section, and
/// comments, order and everything else stay. A value.
package struct ConfigurationMerge: Hashable, Sendable {
    /// A key whose value is another one afterwards.
    package struct Change: Hashable, Sendable {
        /// Section and key, with a dot between them.
        package let name: String
        /// The value as the file had it; `nil` if the key was not there.
        package let old: String?
        package let new: String
    }

    /// The file with the lines merged in.
    package private(set) var text: String
    /// What is different afterwards; empty if nothing is.
    package private(set) var changes: [Change] = []

    /// Merges lines into a file.
    /// - Parameter text: the file; an empty one gets the sections that it needs.
    package init(_ lines: [ConfigurationProposal.Line], into text: String) {
        self.text = text
        var file = Layout(text)
        for line in lines {
            let old = file.value(line.section, line.key)
            guard old.map(Self.withoutBlanks) != Self.withoutBlanks(line.value) else { continue }
            changes.append(Change(name: "\(line.section).\(line.key)", old: old, new: line.value))
            file.set(line.section, line.key, line.value)
        }
        if !changes.isEmpty { self.text = file.text }
    }

    /// How a list is broken into lines makes no difference.
    private static func withoutBlanks(_ value: String) -> String { value.filter { !$0.isWhitespace } }
}

/// The lines of a file of TOML, as far as sections, keys and values have to be told from each other.
private struct Layout {
    /// Where a value stands.
    private struct Place {
        let lines: ClosedRange<Int>
        /// What is in front of the value, up to a blank behind the equals sign.
        let head: String
        let value: String
        /// What follows the value in its last line, such as a comment.
        let tail: String
    }

    private var lines: [String]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
    }

    var text: String { lines.map { $0 + "\n" }.joined() }

    func value(_ section: String, _ key: String) -> String? { place(section, key)?.value }

    mutating func set(_ section: String, _ key: String, _ value: String) {
        if let place = place(section, key) {
            lines.replaceSubrange(place.lines, with: [place.head + value + place.tail])
        } else if let body = body(of: section) {
            // Behind the last line of the section that says something: a comment at the end may belong to the section below.
            let last = body.last { !Self.isBlank(lines[$0]) && !Self.isComment(lines[$0]) } ?? body.lowerBound - 1
            lines.insert("\(key) = \(value)", at: last + 1)
        } else {
            if let last = lines.last, !Self.isBlank(last) { lines.append("") }
            lines += ["[\(section)]", "\(key) = \(value)"]
        }
    }

    /// The lines behind the header of a section; `nil` if the file does not have it.
    private func body(of section: String) -> Range<Int>? {
        var start: Int?
        var index = 0
        while index < lines.count {
            if let name = Self.header(lines[index]) {
                if let start { return start..<index }
                if name == section { start = index + 1 }
                index += 1
            } else {
                index = end(of: index) + 1
            }
        }
        return start.map { $0..<lines.count }
    }

    private func place(_ section: String, _ key: String) -> Place? {
        guard let body = body(of: section) else { return nil }
        var index = body.lowerBound
        while index < body.upperBound {
            let last = end(of: index)
            if let (name, valueStart) = Self.key(lines[index]), name == key {
                let whole = lines[index...last].joined(separator: "\n")
                let rest = whole[whole.index(whole.startIndex, offsetBy: valueStart)...]
                let blanks = rest.prefix { $0 == " " || $0 == "\t" }
                let value = Self.value(in: rest.dropFirst(blanks.count))
                return Place(
                    lines: index...last, head: String(lines[index].prefix(valueStart)) + String(blanks), value: String(value),
                    tail: String(rest.dropFirst(blanks.count + value.count)))
            }
            index = last + 1
        }
        return nil
    }

    /// The last line of what begins at a line: a list may go over several.
    private func end(of first: Int) -> Int {
        guard let (_, start) = Self.key(lines[first]) else { return first }
        var scanner = Scanner()
        scanner.read(lines[first].dropFirst(start))
        var last = first
        while scanner.isOpen, last + 1 < lines.count {
            last += 1
            scanner.read(lines[last][...])
        }
        return last
    }

    /// The value at the beginning of a text, without blanks and a comment behind it.
    private static func value(in text: Substring) -> Substring {
        var scanner = Scanner()
        var end = text.startIndex
        for index in text.indices {
            scanner.take(text[index])
            if scanner.isComment, !scanner.isOpen { break }
            if !text[index].isWhitespace { end = text.index(after: index) }
            if text[index] == "\n", !scanner.isOpen { break }
        }
        return text[..<end]
    }

    /// The name of a section whose header a line is.
    private static func header(_ line: String) -> String? {
        let text = line.drop { $0 == " " || $0 == "\t" }
        guard text.first == "[", let end = text.firstIndex(of: "]") else { return nil }
        return String(text[text.index(after: text.startIndex)..<end].filter { $0 != " " && $0 != "\t" })
    }

    /// The key of a line, and where its value begins: behind the equals sign, in characters.
    private static func key(_ line: String) -> (name: String, start: Int)? {
        guard !isComment(line), let sign = line.firstIndex(of: "=") else { return nil }
        let name = line[..<sign].filter { $0 != " " && $0 != "\t" && $0 != "\"" && $0 != "'" }
        return (String(name), line.distance(from: line.startIndex, to: sign) + 1)
    }

    private static func isBlank(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }

    private static func isComment(_ line: String) -> Bool { line.first { $0 != " " && $0 != "\t" } == "#" }

    /// Follows strings, lists and comments.
    private struct Scanner {
        private var depth = 0
        private var quote: Character?
        private var isEscaped = false
        private(set) var isComment = false

        /// Whether a list has not ended.
        var isOpen: Bool { depth > 0 }

        mutating func read(_ line: Substring) {
            for character in line { take(character) }
            take("\n")
        }

        mutating func take(_ character: Character) {
            if character == "\n" {
                (quote, isEscaped, isComment) = (nil, false, false)
            } else if isComment {
                return
            } else if let open = quote {
                if isEscaped {
                    isEscaped = false
                } else if character == "\\", open == "\"" {
                    isEscaped = true
                } else if character == open {
                    quote = nil
                }
            } else {
                switch character {
                case "\"", "'": quote = character
                case "#": isComment = true
                case "[", "{": depth += 1
                case "]", "}": depth -= 1
                default: break
                }
            }
        }
    }
}
