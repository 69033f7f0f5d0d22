/// Reads a ``StatusFormat``.
struct StatusFormatParser {
    private var rest: Substring
    private var depth = 0

    init(_ text: String) throws(FormatError) {
        guard text.count <= StatusFormat.longest else {
            throw FormatError(message: "a format has at most \(StatusFormat.longest) characters")
        }
        rest = text[...]
    }

    /// Reads the whole text.
    mutating func parse() throws(FormatError) -> StatusFormat.Choice {
        let choice = try parseChoice()
        guard rest.isEmpty else { throw FormatError(message: "the format has a ] without its [ (write #] for the character)") }
        return choice
    }

    /// Reads up to the end, or up to the bracket that closes a group.
    private mutating func parseChoice() throws(FormatError) -> StatusFormat.Choice {
        var choice: StatusFormat.Choice = [[[]]]
        var literal = ""
        func add(_ part: StatusFormat.Part?) {
            let (alternative, section) = (choice.count - 1, (choice.last?.count ?? 1) - 1)
            if !literal.isEmpty { choice[alternative][section].append(.text(literal)) }
            literal = ""
            if let part { choice[alternative][section].append(part) }
        }
        while let character = rest.first, character != "]" {
            rest.removeFirst()
            switch character {
            case "[": add(.group(try parseGroup()))
            case "|":
                add(nil)
                choice.append([[]])
            case "&":
                add(nil)
                choice[choice.count - 1].append([])
            case "%":
                if let field = try parseField() { add(.field(field)) } else { literal.append("%") }
            case "#":
                if let next = rest.popFirst() { literal.append(next) }
            case "\\":
                switch rest.popFirst() {
                case "n": literal.append("\n")
                case "t": literal.append("\t")
                case let next?: literal.append(next)
                case nil: literal.append("\\")
                }
            default: literal.append(character)
            }
        }
        add(nil)
        return choice
    }

    private mutating func parseGroup() throws(FormatError) -> StatusFormat.Choice {
        depth += 1
        guard depth <= StatusFormat.deepest else {
            throw FormatError(message: "the groups of a format are at most \(StatusFormat.deepest) deep")
        }
        let choice = try parseChoice()
        guard rest.popFirst() == "]" else { throw FormatError(message: "the format has a [ without its ]") }
        depth -= 1
        return choice
    }

    /// Reads the name of a field up to its second percent sign; `nil` if there is nothing in between.
    private mutating func parseField() throws(FormatError) -> FormatField? {
        guard let end = rest.firstIndex(of: "%") else {
            throw FormatError(message: "a % in the format has no second % (write %% for the character)")
        }
        let name = String(rest[..<end])
        rest = rest[rest.index(after: end)...]
        if name.isEmpty { return nil }
        guard let field = FormatField.named(name) else {
            let names = FormatField.all.map { "%\($0.name)%" }.joined(separator: " ")
            throw FormatError(message: "there is no field %\(Terminal.harmless(name))%; there are \(names)")
        }
        return field
    }
}
