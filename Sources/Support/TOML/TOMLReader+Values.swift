extension TOMLReader {
    /// Reads a value. `depth` is how many tables and arrays it is nested in, itself included if it is one.
    mutating func readValue(depth: Int) throws(TOMLMistake) -> TOMLValue {
        switch cursor.peek {
        case "\"", "'": return .text(try readText())
        case "[": return .list(try readList(depth: depth))
        case "{": return .table(try readInlineTable(depth: depth))
        default:
            let position = cursor.position
            let word = cursor.take { $0.mayStandInWord }
            guard !word.isEmpty else { throw unexpected("a value was expected") }
            return try value(of: word, at: position)
        }
    }

    private mutating func readList(depth: Int) throws(TOMLMistake) -> [TOMLValue] {
        try check(depth: depth, at: cursor.position)
        cursor.advance()
        var list: [TOMLValue] = []
        while true {
            try skipLines()
            if cursor.take("]") { return list }
            list.append(try readValue(depth: depth + 1))
            try skipLines()
            guard cursor.take(",") || cursor.peek == "]" else { throw unexpected("\",\" or \"]\" has to follow in an array") }
        }
    }

    /// Skips blanks, line ends and comments, which an array may have between its values.
    private mutating func skipLines() throws(TOMLMistake) {
        repeat {
            cursor.skipBlanks()
            try skipComment()
        } while cursor.takeLineEnd()
    }

    private mutating func readInlineTable(depth: Int) throws(TOMLMistake) -> TOMLTable {
        try check(depth: depth, at: cursor.position)
        cursor.advance()
        let table = TOMLTable(.inline, depth: depth)
        cursor.skipBlanks()
        if cursor.take("}") { return table }
        while true {
            try readPair(into: table)
            cursor.skipBlanks()
            if cursor.take("}") { return table }
            guard cursor.take(",") else { throw unexpected("\",\" or \"}\" has to follow in an inline table") }
        }
    }

    /// Returns the value of a word without quotes: a number, `true` or `false`.
    private func value(of word: String, at position: SourcePosition) throws(TOMLMistake) -> TOMLValue {
        let message: String
        switch word {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case _ where TOMLNumber.isDate(word): message = "no key takes a date or a time"
        default:
            switch TOMLNumber(word) {
            case .integer(let number): return .integer(number)
            case .number(let number): return .number(number)
            case .tooLarge: message = "\"\(word)\" does not fit in 64 bits"
            case nil: message = "\"\(word)\" is not a value: a string needs quotes"
            }
        }
        throw TOMLMistake(position: position, message: message)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar may stand in a number, a date or another value without quotes.
    fileprivate var mayStandInWord: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "+", "-", ".", "_", ":": true
        default: false
        }
    }
}
