/// Walks through a text scalar by scalar and knows line and column.
struct TextCursor {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    /// The place of the scalar that comes next.
    private(set) var position = SourcePosition(line: 1, column: 1)

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// The scalar that comes next; nil at the end.
    var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    /// Takes one scalar.
    mutating func advance() {
        guard let scalar = peek else { return }
        index += 1
        position =
            scalar == "\n"
            ? SourcePosition(line: position.line + 1, column: 1)
            : SourcePosition(line: position.line, column: position.column + 1)
    }

    /// Takes scalars for as long as `isWanted`, and returns them. At least one is taken unless the text is over, so that a loop
    /// around this always ends.
    @discardableResult
    mutating func advance(while isWanted: (Unicode.Scalar) -> Bool) -> String {
        var taken = String.UnicodeScalarView()
        while let scalar = peek, taken.isEmpty || isWanted(scalar) {
            taken.append(scalar)
            advance()
        }
        return String(taken)
    }

    /// Skips blanks, and with `acrossLines` also line ends and comments.
    mutating func skipBlank(acrossLines: Bool) {
        while let scalar = peek {
            switch scalar {
            case " ", "\t", "\r", "\u{FEFF}": advance()
            case "\n" where acrossLines: advance()
            case "#" where acrossLines: advance(while: { $0 != "\n" })
            default: return
            }
        }
    }

    /// Takes a string of any of TOML's four kinds and returns what is between the quotes, escapes left as they are.
    mutating func readString() -> String {
        guard let quote = peek else { return "" }
        let isMultiline = starts(with: [quote, quote, quote])
        let end = isMultiline ? [quote, quote, quote] : [quote]
        for _ in end { advance() }
        var content = String.UnicodeScalarView()
        while let scalar = peek {
            if starts(with: end) {
                for _ in end { advance() }
                // Up to two more quotes belong to the content of a string that ends in them.
                while isMultiline, peek == quote { advance() }
                break
            }
            if scalar == "\\", quote == "\"" { advance() }
            if let next = peek { content.append(next) }
            advance()
        }
        return String(content)
    }

    private func starts(with pattern: [Unicode.Scalar]) -> Bool {
        index + pattern.count <= scalars.count && scalars[index..<index + pattern.count].elementsEqual(pattern)
    }
}
