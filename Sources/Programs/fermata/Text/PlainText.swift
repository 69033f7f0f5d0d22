import JSON

/// Any reply, for people: one member per line, with nested members indented.
enum PlainText {
    static func text(_ value: JSONValue) -> String { lines(value, indent: "").joined(separator: "\n") }

    private static func lines(_ value: JSONValue, indent: String) -> [String] {
        switch value {
        case .object(let object):
            object.members.flatMap { member -> [String] in
                let name = indent + Terminal.harmless(member.name) + ":"
                if let short = short(member.value) { return ["\(name) \(short)"] }
                return [name] + lines(member.value, indent: indent + "  ")
            }
        case .array(let elements):
            elements.flatMap { element -> [String] in
                if let short = short(element) { return ["\(indent)- \(short)"] }
                let inner = lines(element, indent: indent + "  ")
                return inner.prefix(1).map { indent + "- " + $0.dropFirst(indent.count + 2) } + inner.dropFirst()
            }
        default: [indent + (short(value) ?? "")]
        }
    }

    /// Returns the text of a value that fits behind a name; `nil` for an object or array that is not empty.
    private static func short(_ value: JSONValue) -> String? {
        switch value {
        case .null: "none"
        case .bool(let value): value ? "yes" : "no"
        case .integer(let value): "\(value)"
        case .number(let value): Int64(exactly: value).map { "\($0)" } ?? "\(value)"
        case .numeral(let text): text
        case .string(let text): Terminal.harmless(text)
        case .array(let elements): elements.isEmpty ? "none" : nil
        case .object(let object): object.isEmpty ? "none" : nil
        }
    }
}
