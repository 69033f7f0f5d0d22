/// The words of a command that somebody types behind the colon, as a shell would take them: blanks between them, quotation marks around
/// what has blanks, and a backslash in front of a single character. Nothing is expanded.
enum CommandWords {
    /// Returns the words; `nil` if a quotation mark is open.
    static func of(_ line: String) -> [String]? {
        let (words, isOpen) = read(line)
        return isOpen ? nil : words
    }

    private static func read(_ line: String) -> (words: [String], isOpen: Bool) {
        var words: [String] = []
        var (word, isWord, isEscaped) = ("", false, false)
        var mark: Character?
        for character in line {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\", mark != "'" {
                (isEscaped, isWord) = (true, true)
            } else if character == mark {
                mark = nil
            } else if mark == nil, character == "'" || character == "\"" {
                (mark, isWord) = (character, true)
            } else if mark == nil, character == " " {
                if isWord { words.append(word) }
                (word, isWord) = ("", false)
            } else {
                word.append(character)
                isWord = true
            }
        }
        if isWord { words.append(word) }
        return (words, mark != nil || isEscaped)
    }

    /// Completes the last word of a line.
    /// - Parameter candidates: returns the words that may follow others.
    /// - Returns: the line, as far as all candidates agree, and the candidates if there are several.
    static func completed(_ line: String, _ candidates: ([String]) -> [String]) -> (line: String, others: [String]) {
        var before = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        let word = line.hasSuffix(" ") || before.isEmpty ? "" : before.removeLast()
        let fitting = candidates(before).filter { $0.hasPrefix(word) }
        guard let first = fitting.first else { return (line, []) }
        let head = line.dropLast(word.count)
        if fitting.count == 1 { return (head + first + " ", []) }
        let common = fitting.dropFirst().reduce(first) { common, next in
            String(zip(common, next).prefix { $0 == $1 }.map(\.0))
        }
        return (head + common, fitting)
    }
}
