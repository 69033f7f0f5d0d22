/// Reads a TOML 1.0 text and keeps the position of each entry (decision 25). It refuses dates and times.
///
/// No text can crash the process: the nesting is limited, and a number that does not fit is refused. The time grows with the
/// length of the text.
package struct TOMLReader {
    /// How deeply tables and arrays may nest.
    package static let mostLevels = 32

    var cursor: TextCursor
    private let root = TOMLTable(.header, depth: 0)
    /// The table that the last header named.
    private var current: TOMLTable

    private init(_ text: String) {
        cursor = TextCursor(text)
        current = root
    }

    /// Reads a whole text as a table.
    ///
    /// - Throws: the first mistake.
    package static func table(in text: String) throws(TOMLMistake) -> TOMLTable {
        var reader = TOMLReader(text)
        // A byte order mark may stand in front.
        _ = reader.cursor.take("\u{FEFF}")
        while reader.cursor.peek != nil { try reader.readLine() }
        return reader.root
    }

    private mutating func readLine() throws(TOMLMistake) {
        cursor.skipBlanks()
        if cursor.peek == "[" {
            try readHeader()
        } else if cursor.peek != "#", cursor.peek != nil, !cursor.isAtLineEnd {
            try readPair(into: current)
        }
        cursor.skipBlanks()
        try skipComment()
        guard cursor.takeLineEnd() || cursor.peek == nil else { throw unexpected("the line has to end here") }
    }

    /// Reads `[name]` or `[[name]]`.
    private mutating func readHeader() throws(TOMLMistake) {
        cursor.advance()
        let isList = cursor.take("[")
        cursor.skipBlanks()
        let path = try readKey()
        for _ in 0..<(isList ? 2 : 1) {
            guard cursor.take("]") else { throw unexpected("the section's name has to end with \"\(isList ? "]]" : "]")\"") }
        }
        let last = path[path.count - 1]
        var table = root
        for key in path.dropLast() { table = try self.table(key, in: table, by: .implied) }
        switch table[last.name]?.value {
        case nil:
            current = try newTable(.header, in: table, at: last)
            table.set(isList ? .tables(last: current) : .table(current), for: last)
        case .tables where isList:
            current = try newTable(.header, in: table, at: last)
            table.set(.tables(last: current), for: last)
        case .table(let found) where !isList && found.origin == .implied:
            found.origin = .header
            current = found
        default: throw repeated(last, in: table)
        }
    }

    /// Reads `key = value`.
    mutating func readPair(into table: TOMLTable) throws(TOMLMistake) {
        let path = try readKey()
        guard cursor.take("=") else { throw unexpected("\"=\" has to follow a key") }
        cursor.skipBlanks()
        let last = path[path.count - 1]
        var table = table
        for key in path.dropLast() { table = try self.table(key, in: table, by: .dotted) }
        guard table[last.name] == nil else { throw repeated(last, in: table) }
        table.set(try readValue(depth: table.depth + 1), for: last)
    }

    /// Returns the table `key` on the way to a name, and makes it if there is none.
    private func table(_ key: TOMLKey, in table: TOMLTable, by origin: TOMLTable.Origin) throws(TOMLMistake) -> TOMLTable {
        switch table[key.name]?.value {
        case nil:
            let new = try newTable(origin, in: table, at: key)
            table.set(.table(new), for: key)
            return new
        case .table(let found) where origin == .implied && found.origin != .inline: return found
        case .table(let found) where origin == .dotted && (found.origin == .dotted || found.origin == .implied):
            found.origin = .dotted
            return found
        case .tables(let found) where origin == .implied: return found
        default: throw repeated(key, in: table)
        }
    }

    private func newTable(
        _ origin: TOMLTable.Origin, in table: TOMLTable, at key: TOMLKey
    ) throws(TOMLMistake) -> TOMLTable {
        try check(depth: table.depth + 1, at: key.position)
        return TOMLTable(origin, depth: table.depth + 1)
    }

    /// Throws if `depth` is over the limit.
    func check(depth: Int, at position: SourcePosition) throws(TOMLMistake) {
        guard depth > Self.mostLevels else { return }
        throw TOMLMistake(position: position, message: "this nests more than \(Self.mostLevels) levels deep")
    }

    private func repeated(_ key: TOMLKey, in table: TOMLTable) -> TOMLMistake {
        let line = table[key.name]?.position.line ?? 0
        return TOMLMistake(position: key.position, message: "\"\(key.name.quotable)\" is set already, in line \(line)")
    }
}

extension TOMLReader {
    /// Takes a comment up to the end of its line.
    mutating func skipComment() throws(TOMLMistake) {
        guard cursor.peek == "#" else { return }
        while let scalar = cursor.peek, !cursor.isAtLineEnd {
            guard scalar.mayStandInText else { throw unexpected("a comment must not have control characters") }
            cursor.advance()
        }
    }

    /// Makes the mistake of unexpected text at the cursor: what was expected, and what is there.
    func unexpected(_ expectation: String) -> TOMLMistake {
        let found =
            if let scalar = cursor.peek {
                cursor.isAtLineEnd ? "the line ends" : "\(scalar.inWords) stands there"
            } else {
                "the file ends"
            }
        return TOMLMistake(position: cursor.position, message: "\(expectation), but \(found)")
    }
}

extension Unicode.Scalar {
    /// Whether TOML allows the scalar in strings and comments: all but control characters other than the tab.
    var mayStandInText: Bool { self == "\t" || value >= 0x20 && value != 0x7F }

    /// The scalar in quotes, or its number if a person could not see it.
    fileprivate var inWords: String {
        if isASCII, mayStandInText, self != "\t" { return "\"\(self)\"" }
        let number = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
    }
}
