/// Finds the line and column at which a key stands in a TOML text.
///
/// The parser keeps no places for keys that it accepted, and an error about a value must name one. So this reads the text again,
/// only as far as it takes to tell keys from values: it relies on the text being valid TOML and never judges it.
struct KeyLocator {
    private var positions: [[String]: SourcePosition] = [:]

    /// Where the key with that path stands; for a section, where its header does.
    func position(of path: [String]) -> SourcePosition? { positions[path] }

    /// Reads `text`, which must be valid TOML, once from start to end.
    init(text: String) {
        var cursor = TextCursor(text)
        var section: [String] = []
        while true {
            cursor.skipBlank(acrossLines: true)
            guard let scalar = cursor.peek else { break }
            if scalar == "[" {
                cursor.advance(while: { $0 == "[" })
                section = readKey(&cursor, below: [])
                cursor.advance(while: { $0 == "]" })
            } else {
                readPair(&cursor, below: section)
            }
        }
    }

    private mutating func readPair(_ cursor: inout TextCursor, below section: [String]) {
        let path = readKey(&cursor, below: section)
        cursor.advance(while: { $0 == "=" })
        skipValue(&cursor, below: path)
    }

    /// Reads a key, dotted or not, and the blanks around it. Every part of the path is noted at its first place.
    private mutating func readKey(_ cursor: inout TextCursor, below section: [String]) -> [String] {
        var path = section
        cursor.skipBlank(acrossLines: false)
        let start = cursor.position
        while let scalar = cursor.peek, scalar != "=", scalar != "]", scalar != "\n" {
            if scalar == "." {
                cursor.advance()
            } else if scalar == "\"" || scalar == "'" {
                path.append(cursor.readString())
            } else {
                path.append(cursor.advance { !".=] \t\r\n\"'".unicodeScalars.contains($0) })
            }
            if path.count > section.count, positions[path] == nil { positions[path] = start }
            cursor.skipBlank(acrossLines: false)
        }
        return path
    }

    private mutating func skipValue(_ cursor: inout TextCursor, below path: [String]) {
        cursor.skipBlank(acrossLines: true)
        switch cursor.peek {
        case "\"", "'": _ = cursor.readString()
        case "[": skipList(&cursor, until: "]") { locator, cursor in locator.skipValue(&cursor, below: path) }
        case "{": skipList(&cursor, until: "}") { locator, cursor in locator.readPair(&cursor, below: path) }
        default: cursor.advance { !",]}#\n".unicodeScalars.contains($0) }
        }
    }

    /// Skips an array or an inline table; `element` reads one of its elements.
    private mutating func skipList(
        _ cursor: inout TextCursor, until end: Unicode.Scalar, element: (inout KeyLocator, inout TextCursor) -> Void
    ) {
        cursor.advance()
        while true {
            cursor.skipBlank(acrossLines: true)
            guard let scalar = cursor.peek else { return }
            if scalar == end || scalar == "," {
                cursor.advance()
                if scalar == end { return }
            } else {
                element(&self, &cursor)
            }
        }
    }
}
