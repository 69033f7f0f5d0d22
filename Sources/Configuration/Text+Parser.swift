// The parser checks with an assertion, which ends the process, that a name begins behind `[`. So that is checked before it.
extension String {
    /// The place where a section's name had to begin and does not; `nil` where each `[` at the beginning of a line has one.
    ///
    /// A line within a string or an array counts as well: no key takes a text of several lines or an array of arrays.
    var positionOfMissingSectionName: SourcePosition? {
        var cursor = TextCursor(self)
        while cursor.peek != nil {
            cursor.skipBlank(acrossLines: false)
            if cursor.peek == "[" {
                cursor.advance()
                if cursor.peek == "[" { cursor.advance() }
                while cursor.peek == " " || cursor.peek == "\t" { cursor.advance() }
                guard let scalar = cursor.peek, scalar.mayBeginName || scalar == "]" else { return cursor.position }
            }
            while let scalar = cursor.peek, scalar != "\n" { cursor.advance() }
            cursor.advance()
        }
        return nil
    }
}

// It also does so where an array holds what no value begins with, and in a date that is none.
extension String {
    /// The place outside of texts and comments of a `}` without its `{`, of what is not ASCII, or of what makes a value a date or a
    /// time, which no key takes; `nil` where there is none.
    var positionOfStrayScalar: SourcePosition? {
        var cursor = TextCursor(self)
        var open: [Unicode.Scalar] = []
        var (isValue, isBehindDigit) = (false, false)
        // A mark of the byte order may stand in front.
        if cursor.peek == "\u{FEFF}" { cursor.advance() }
        while let scalar = cursor.peek {
            defer { isBehindDigit = ("0"..."9").contains(scalar) }
            switch scalar {
            case "\"", "'":
                _ = cursor.readString()
                continue
            case "#":
                cursor.advance(while: { $0 != "\n" })
                continue
            case "[", "{": open.append(scalar)
            case "]": if open.last == "[" { open.removeLast() }
            case "}":
                guard open.last == "{" else { return cursor.position }
                open.removeLast()
            case "=": isValue = true
            case "\n": isValue = isValue && !open.isEmpty
            case ":" where isValue: return cursor.position
            case "-" where isValue && isBehindDigit: return cursor.position
            default: guard scalar.isASCII else { return cursor.position }
            }
            cursor.advance()
        }
        return nil
    }
}

extension Unicode.Scalar {
    /// Whether TOML lets a name begin with it: a letter or digit of ASCII, `-`, `_`, or a quote around any other name.
    fileprivate var mayBeginName: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", "\"", "'": true
        default: false
        }
    }
}
