import TextPatterns

extension SongFilter {
    /// How deeply expressions may nest.
    private static let depthLimit = 32
    /// How many regular expressions one condition may have. Each may take 64 KiB when it is compiled.
    private static let patternLimit = 16
    /// How many comparisons one condition may have: each may look at every text of a library. Clients send three or four.
    private static let comparisonLimit = 64

    /// Makes the condition that the arguments of a command state: expressions in parentheses, and the older pairs of a type and
    /// a value.
    /// - Parameters:
    ///   - isSearch: whether case does not matter, and whether a pair asks for a part of the text.
    ///   - stripsMarks: whether marks over and under letters do not matter.
    package init(_ arguments: ArraySlice<String>, isSearch: Bool, stripsMarks: Bool = false) throws(MPDFailure) {
        let folding: TextFolding = isSearch ? (stripsMarks ? [.letterCase, .marks] : .letterCase) : []
        var conditions: [SongFilter] = []
        var rest = arguments
        var left = Left(comparisons: Self.comparisonLimit, patterns: Self.patternLimit)
        repeat {
            guard let first = rest.popFirst() else { throw Self.incomplete }
            if first.hasPrefix("(") {
                conditions.append(try Self.expression(first, folding, &left))
            } else {
                try left.takeComparison()
                guard let value = rest.popFirst() else { throw Self.incomplete }
                conditions.append(try Self.pair(first, value, isSearch ? .contains : .equals, folding))
            }
        } while !rest.isEmpty
        self = conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    /// Makes the condition of a type and a value.
    private static func pair(
        _ name: String, _ value: String, _ comparison: Comparison, _ folding: TextFolding
    ) throws(MPDFailure) -> SongFilter {
        switch name {
        case "base":
            guard isPlace(value) else { throw MPDFailure(.argument, "Bad URI") }
            return .below(value)
        case "modified-since": return .modifiedSince(try time(value))
        case "added-since": return .addedSince(try time(value))
        default:
            // For MPD, these are tags that no song has.
            if ["audioformat", "prio"].contains(name.lowercased()) { return .not(.all([])) }
            guard let subject = Subject(name: name) else { throw MPDFailure(.argument, "Unknown filter type") }
            return .matches(subject, comparison, value, folding)
        }
    }

    /// Whether a text may be the place of a directory in the library: names with a slash between them.
    private static func isPlace(_ text: String) -> Bool {
        text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !["", ".", ".."].contains($0) }
    }

    fileprivate static func time(_ text: String) throws(MPDFailure) -> Double {
        guard let time = Timestamp.seconds(text) else { throw MPDFailure(.argument, "Failed to parse date") }
        return time
    }

    private static let incomplete = MPDFailure(.argument, "Incorrect number of filter arguments")

    private static func expression(
        _ text: String, _ folding: TextFolding, _ left: inout Left
    ) throws(MPDFailure) -> SongFilter {
        var parser = ExpressionParser(rest: text.unicodeScalars[...], folding: folding, left: left)
        let filter = try parser.expression(depth: depthLimit)
        guard parser.isAtEnd else { throw MPDFailure(.argument, "Unparsed garbage after expression") }
        left = parser.left
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

/// How many comparisons and regular expressions a condition may still have. A value.
private struct Left {
    var comparisons: Int
    var patterns: Int

    mutating func takeComparison() throws(MPDFailure) {
        guard comparisons > 0 else { throw MPDFailure(.argument, "Too many conditions") }
        comparisons -= 1
    }

    mutating func takePattern() throws(MPDFailure) {
        guard patterns > 0 else { throw MPDFailure(.argument, "Too many regular expressions") }
        patterns -= 1
    }
}

/// Reads one expression from its beginning on.
private struct ExpressionParser {
    var rest: Substring.UnicodeScalarView
    let folding: TextFolding
    var left: Left

    /// A value with so many bytes is too long.
    private static let valueLimit = TextPattern.lengthLimit + 1

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
        try left.takeComparison()
        let name = word()
        guard !name.isEmpty else { throw MPDFailure(.argument, "Word expected") }
        skipBlanks()
        switch name {
        case "base": return .below(try lastQuoted())
        case "modified-since": return .modifiedSince(try SongFilter.time(try lastQuoted()))
        case "added-since": return .addedSince(try SongFilter.time(try lastQuoted()))
        default: break
        }
        if name.lowercased() == "audioformat" { return try format() }
        if name.lowercased() == "prio" { return try priority() }
        guard let subject = SongFilter.Subject(name: name) else { throw MPDFailure(.argument, "Unknown filter type: \(name)") }
        let filter = try condition(on: subject)
        try expect(")")
        return filter
    }

    /// Reads an operator and a value.
    private mutating func condition(on subject: SongFilter.Subject) throws(MPDFailure) -> SongFilter {
        for (name, isNegated) in [("=~", false), ("!~", true)] where take(name) {
            let filter = SongFilter.fits(subject, try pattern())
            return isNegated ? .not(filter) : filter
        }
        for row in Self.operators where take(row.name) {
            var folding = folding
            switch row.foldsCase {
            case true?: folding.insert(.letterCase)
            case false?: folding.remove(.letterCase)
            case nil: break
            }
            let filter = SongFilter.matches(subject, row.comparison, try quoted(), folding)
            return row.isNegated ? .not(filter) : filter
        }
        throw .wrong("Unknown filter operator: \(String(rest))")
    }

    private struct Operator {
        let name: String
        let comparison: SongFilter.Comparison
        let isNegated: Bool
        /// Whether case does not matter; `nil` if the command decides that.
        let foldsCase: Bool?
    }

    /// Those of words, each with and without a word on case, and the signs.
    private static let operators: [Operator] = {
        let words: [(String, SongFilter.Comparison)] = [
            ("contains", .contains), ("starts_with", .startsWith), ("eq", .equals),
        ]
        let ends: [(String, Bool?)] = [("_cs ", false), ("_ci ", true), (" ", nil)]
        let named = words.flatMap { word, comparison in
            ends.filter { word != "eq" || $0.1 != nil }.flatMap { end, foldsCase in
                [false, true].map {
                    Operator(name: ($0 ? "!" : "") + word + end, comparison: comparison, isNegated: $0, foldsCase: foldsCase)
                }
            }
        }
        let signs = [("==", false), ("!=", true)].map {
            Operator(name: $0, comparison: .equals, isNegated: $1, foldsCase: nil)
        }
        return named + signs
    }()

    private mutating func pattern() throws(MPDFailure) -> TextPattern {
        let source = try quoted()
        try left.takePattern()
        do throws(TextPatternError) {
            return try TextPattern(source, foldsCase: folding.contains(.letterCase))
        } catch {
            throw MPDFailure(.argument, error.message)
        }
    }

    /// Reads the least priority that a song has to have.
    private mutating func priority() throws(MPDFailure) -> SongFilter {
        guard take(">=") else { throw MPDFailure(.argument, "'>=' expected") }
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest.removeFirst() }
        let digits = rest.prefix { ("0"..."9").contains($0) }
        guard !digits.isEmpty else { throw MPDFailure(.argument, "Number expected") }
        rest = rest.dropFirst(digits.count)
        guard let priority = UInt8(String(digits)), !isNegative || priority == 0 else {
            throw MPDFailure(.argument, "Invalid priority value")
        }
        guard rest.first == ")" else { throw MPDFailure(.argument, "')' expected") }
        rest.removeFirst()
        return .hasPriority(priority)
    }

    private mutating func format() throws(MPDFailure) -> SongFilter {
        let isMask = take("=~")
        guard isMask || take("==") else { throw MPDFailure(.argument, "'==' or '=~' expected") }
        let format = try SoundFormat(try quoted(), isMask: isMask)
        try expect(")")
        return .hasFormat(format)
    }

    /// Takes an operator and the blanks behind it, if it is there, whatever its case.
    private mutating func take(_ name: String) -> Bool {
        let count = name.unicodeScalars.count
        guard String(rest.prefix(count)).lowercased() == name else { return false }
        rest = rest.dropFirst(count)
        skipBlanks()
        return true
    }

    private mutating func word() -> String {
        let word = rest.prefix { $0.isASCII && $0.properties.isAlphabetic || $0 == "_" || $0 == "-" }
        rest = rest.dropFirst(word.count)
        return String(word)
    }

    private mutating func quoted() throws(MPDFailure) -> String {
        guard let quote = rest.first, quote == "'" || quote == "\"" else {
            throw MPDFailure(.argument, "Quoted string expected")
        }
        rest.removeFirst()
        var text = String.UnicodeScalarView()
        var count = 0
        while var scalar = rest.popFirst() {
            if scalar == quote {
                skipBlanks()
                return String(text)
            }
            if scalar == "\\" {
                guard let escaped = rest.popFirst() else { break }
                scalar = escaped
            }
            text.append(scalar)
            count += UTF8.width(scalar)
            guard count < Self.valueLimit else { throw MPDFailure(.argument, "Quoted value is too long") }
        }
        throw MPDFailure(.argument, "Closing quote not found")
    }

    /// Reads a value with which the expression ends.
    private mutating func lastQuoted() throws(MPDFailure) -> String {
        let text = try quoted()
        try expect(")")
        return text
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
