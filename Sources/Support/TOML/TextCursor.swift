/// Moves through a text scalar by scalar, and counts lines and columns.
struct TextCursor {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    /// The position of the next scalar.
    private(set) var position = SourcePosition(line: 1, column: 1)

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// The next scalar; `nil` at the end.
    var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    /// Whether a line ends here: `\n`, or `\r` in front of one.
    var isAtLineEnd: Bool { peek == "\n" || starts(with: "\r\n") }

    /// Takes one scalar.
    mutating func advance() {
        guard let scalar = peek else { return }
        index += 1
        position =
            scalar == "\n"
            ? SourcePosition(line: position.line + 1, column: 1)
            : SourcePosition(line: position.line, column: position.column + 1)
    }

    /// Takes one scalar if it is `wanted`.
    mutating func take(_ wanted: Unicode.Scalar) -> Bool {
        guard peek == wanted else { return false }
        advance()
        return true
    }

    /// Takes the end of a line, if one comes next.
    mutating func takeLineEnd() -> Bool {
        guard isAtLineEnd else { return false }
        if peek == "\r" { advance() }
        advance()
        return true
    }

    /// Takes scalars as long as `isWanted` returns true, and returns them.
    mutating func take(while isWanted: (Unicode.Scalar) -> Bool) -> String {
        let start = index
        while let scalar = peek, isWanted(scalar) { advance() }
        return String(String.UnicodeScalarView(scalars[start..<index]))
    }

    /// Takes spaces and tabs.
    mutating func skipBlanks() {
        while let scalar = peek, scalar == " " || scalar == "\t" { advance() }
    }

    /// Returns whether the rest of the text starts with `pattern`.
    func starts(with pattern: String) -> Bool {
        var place = index
        for scalar in pattern.unicodeScalars {
            guard place < scalars.count, scalars[place] == scalar else { return false }
            place += 1
        }
        return true
    }
}
