extension SongFilter {
    /// How deeply expressions may nest.
    private static let depthLimit = 32

    /// Makes the condition that the arguments of a command state: expressions in parentheses, and the older pairs of a type and
    /// a value.
    /// - Parameter isSearch: whether case does not matter, and whether a pair asks for a part of the text.
    package init(_ arguments: ArraySlice<String>, isSearch: Bool) throws(MPDFailure) {
        var conditions: [SongFilter] = []
        var rest = arguments
        repeat {
            guard let first = rest.popFirst() else { throw Self.incomplete }
            if first.hasPrefix("(") {
                conditions.append(try Self.expression(first, isSearch))
            } else {
                guard let value = rest.popFirst() else { throw Self.incomplete }
                if first.lowercased() == "base" {
                    conditions.append(.below(value))
                    continue
                }
                if first.lowercased() == "modified-since" {
                    conditions.append(try Self.modified(since: value))
                    continue
                }
                guard let subject = Subject(name: first) else { throw MPDFailure(.argument, "Unknown filter type") }
                conditions.append(.matches(subject, isSearch ? .contains : .equals, value, foldsCase: isSearch))
            }
        } while !rest.isEmpty
        self = conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    fileprivate static func modified(since text: String) throws(MPDFailure) -> SongFilter {
        guard let time = Timestamp.seconds(text) else { throw MPDFailure(.argument, "Failed to parse date") }
        return .modifiedSince(time)
    }

    private static let incomplete = MPDFailure(.argument, "Incorrect number of filter arguments")

    private static func expression(_ text: String, _ isSearch: Bool) throws(MPDFailure) -> SongFilter {
        var parser = ExpressionParser(rest: text.unicodeScalars[...], foldsCase: isSearch)
        let filter = try parser.expression(depth: depthLimit)
        guard parser.isAtEnd else { throw MPDFailure(.argument, "Unparsed garbage after expression") }
        return filter
    }
}

extension SongFilter.Subject {
    /// Makes the subject with a name; `nil` if there is none.
    init?(name: String) {
        switch name.lowercased() {
        case "any": self = .any
        case "file", "filename": self = .file
        default:
            guard let tag = TagType(name: name) else { return nil }
            self = .tag(tag)
        }
    }
}

/// Reads one expression from its beginning on.
private struct ExpressionParser {
    var rest: Substring.UnicodeScalarView
    let foldsCase: Bool

    var isAtEnd: Bool { rest.allSatisfy(\.isBlank) }

    mutating func expression(depth: Int) throws(MPDFailure) -> SongFilter {
        guard depth > 0 else { throw MPDFailure(.argument, "Too many nested expressions") }
        try expect("(")
        skipBlanks()
        switch rest.first {
        case "(":
            let first = try expression(depth: depth - 1)
            return try conjunction(after: first, depth: depth - 1)
        case "!":
            rest.removeFirst()
            skipBlanks()
            let inner = try expression(depth: depth - 1)
            try expect(")")
            return .not(inner)
        default: return try comparison()
        }
    }

    private mutating func conjunction(after first: SongFilter, depth: Int) throws(MPDFailure) -> SongFilter {
        var filters = [first]
        skipBlanks()
        while rest.first != ")" {
            guard word() == "AND" else { throw MPDFailure(.argument, "'AND' expected") }
            skipBlanks()
            filters.append(try expression(depth: depth))
            skipBlanks()
        }
        try expect(")")
        return filters.count == 1 ? first : .all(filters)
    }

    private mutating func comparison() throws(MPDFailure) -> SongFilter {
        let name = word()
        guard !name.isEmpty else { throw MPDFailure(.argument, "Word expected") }
        skipBlanks()
        if name.lowercased() == "base" {
            let directory = try quoted()
            try expect(")")
            return .below(directory)
        }
        if name.lowercased() == "modified-since" {
            let text = try quoted()
            try expect(")")
            return try .modified(since: text)
        }
        guard let subject = SongFilter.Subject(name: name) else { throw MPDFailure(.argument, "Unknown filter type: \(name)") }
        let (comparison, isNegated) = try comparisonOperator()
        let value = try quoted()
        try expect(")")
        let filter = SongFilter.matches(subject, comparison, value, foldsCase: foldsCase)
        return isNegated ? .not(filter) : filter
    }

    private mutating func comparisonOperator() throws(MPDFailure) -> (SongFilter.Comparison, isNegated: Bool) {
        let operators: [(String, SongFilter.Comparison, Bool)] = [
            ("==", .equals, false), ("!=", .equals, true), ("contains ", .contains, false), ("!contains ", .contains, true),
            ("starts_with ", .startsWith, false), ("!starts_with ", .startsWith, true),
        ]
        for (name, comparison, isNegated) in operators where rest.starts(with: name.unicodeScalars) {
            rest = rest.dropFirst(name.unicodeScalars.count)
            skipBlanks()
            return (comparison, isNegated)
        }
        if rest.starts(with: "=~".unicodeScalars) || rest.starts(with: "!~".unicodeScalars) {
            throw MPDFailure(.argument, "Regular expressions are not supported: use 'contains'")
        }
        throw MPDFailure(.argument, "'==' or '!=' expected")
    }

    private mutating func word() -> String {
        let word = rest.prefix { $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0) || $0 == "_" || $0 == "-" }
        rest = rest.dropFirst(word.count)
        return String(word)
    }

    private mutating func quoted() throws(MPDFailure) -> String {
        guard let quote = rest.first, quote == "'" || quote == "\"" else {
            throw MPDFailure(.argument, "Quoted string expected")
        }
        rest.removeFirst()
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == quote {
                skipBlanks()
                return String(text)
            }
            if scalar == "\\" {
                guard let escaped = rest.popFirst() else { break }
                text.append(escaped)
            } else {
                text.append(scalar)
            }
        }
        throw MPDFailure(.argument, "Closing quote not found")
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws(MPDFailure) {
        skipBlanks()
        guard rest.popFirst() == scalar else { throw MPDFailure(.argument, "'\(scalar)' expected") }
    }

    private mutating func skipBlanks() { rest = rest.drop(while: \.isBlank) }
}

extension Unicode.Scalar {
    /// Whether the character separates words.
    fileprivate var isBlank: Bool { value <= 0x20 }
}
