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
                cursor.skipBlank(acrossLines: false)
                guard let scalar = cursor.peek, scalar.mayBeginName || scalar == "]" else { return cursor.position }
            }
            while let scalar = cursor.peek, scalar != "\n" { cursor.advance() }
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
