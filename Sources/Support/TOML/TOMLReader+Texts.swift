// Reading keys, and strings in TOML's four kinds of quotes.
extension TOMLReader {
    /// Reads a key, dotted or not, and the blanks behind it. Returns its parts.
    mutating func readKey() throws(TOMLMistake) -> [TOMLKey] {
        var path: [TOMLKey] = []
        repeat {
            cursor.skipBlanks()
            let position = cursor.position
            path.append(TOMLKey(name: try readName(), position: position))
            cursor.skipBlanks()
        } while cursor.take(".")
        return path
    }

    private mutating func readName() throws(TOMLMistake) -> String {
        if let quote = cursor.peek, quote == "\"" || quote == "'" { return try readText(quote, isMultiline: false) }
        let name = cursor.take { $0.mayStandInName }
        guard !name.isEmpty else { throw unexpected("a name was expected") }
        return name
    }

    /// Reads a string, from its first quote to its last.
    mutating func readText() throws(TOMLMistake) -> String {
        guard let quote = cursor.peek else { return "" }
        return try readText(quote, isMultiline: cursor.starts(with: "\(quote)\(quote)\(quote)"))
    }

    private mutating func readText(_ quote: Unicode.Scalar, isMultiline: Bool) throws(TOMLMistake) -> String {
        let quotes = String(repeating: Character(quote), count: isMultiline ? 3 : 1)
        var text = String.UnicodeScalarView()
        for _ in quotes.unicodeScalars { cursor.advance() }
        // A line end directly behind the opening quotes is not part of the string.
        if isMultiline { _ = cursor.takeLineEnd() }
        while !cursor.starts(with: quotes) {
            if isMultiline, cursor.takeLineEnd() {
                text.append("\n")
            } else if quote == "\"", cursor.take("\\") {
                if let scalar = try readEscape(isMultiline: isMultiline) { text.append(scalar) }
            } else if let scalar = cursor.peek, scalar.mayStandInText {
                text.append(scalar)
                cursor.advance()
            } else {
                throw unexpected("the string has to go on or to end with \(quotes)")
            }
        }
        for _ in quotes.unicodeScalars { cursor.advance() }
        // Up to two more quotes belong to a string of several lines.
        for _ in 0..<2 where isMultiline && cursor.take(quote) { text.append(quote) }
        return String(text)
    }

    /// Reads the escape behind a backslash. Returns `nil` for the end of a line, which is left out with all blanks and line
    /// ends that follow.
    private mutating func readEscape(isMultiline: Bool) throws(TOMLMistake) -> Unicode.Scalar? {
        guard let scalar = cursor.peek else { throw unexpected("an escape has to follow \"\\\"") }
        switch scalar {
        case "u", "U":
            cursor.advance()
            return try readCodePoint(digits: scalar == "u" ? 4 : 8)
        case " ", "\t", "\r", "\n":
            cursor.skipBlanks()
            guard isMultiline, cursor.takeLineEnd() else { throw unexpected("an escape has to follow \"\\\" directly") }
            repeat { cursor.skipBlanks() } while cursor.takeLineEnd()
            return nil
        default:
            guard let meant = Self.escapes[scalar] else { throw unexpected("a known escape has to follow \"\\\"") }
            cursor.advance()
            return meant
        }
    }

    private mutating func readCodePoint(digits: Int) throws(TOMLMistake) -> Unicode.Scalar {
        let position = cursor.position
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let scalar = cursor.peek, let digit = UInt32(String(scalar), radix: 16) else {
                throw unexpected("\(digits) hexadecimal digits have to follow")
            }
            // Eight digits are 32 bits.
            value = value << 4 | digit
            cursor.advance()
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw TOMLMistake(position: position, message: "no character has this number")
        }
        return scalar
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{C}", "r": "\r", "\"": "\"", "\\": "\\",
    ]
}

extension Unicode.Scalar {
    /// Whether the scalar may stand in a name without quotes.
    fileprivate var mayStandInName: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }
}
