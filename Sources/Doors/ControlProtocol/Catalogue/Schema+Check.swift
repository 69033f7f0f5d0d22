package import JSON

extension Schema {
    /// Where and how a value does not match its schema.
    package struct Mismatch: Error, Hashable, Sendable, CustomStringConvertible {
        /// The path of the value, such as `format.channels` or `uris[3]`; empty for the whole.
        package let path: String
        /// What is wrong with the value.
        package let problem: Problem

        /// The kinds of mismatch.
        package enum Problem: Hashable, Sendable {
            /// The value does not match the schema, which the text describes.
            case expected(String)
            /// A required member is missing.
            case missing
            /// The object has a member that the schema does not know.
            case unknown
        }

        /// The mismatch as a sentence.
        package var description: String {
            switch problem {
            case .expected(let what): "\"\(path)\" should be \(what)"
            case .missing: "parameter \"\(path)\" is missing"
            case .unknown: "unknown parameter \"\(path)\""
            }
        }
    }

    /// Checks that `value` matches the schema. `path` is the name of the value in messages.
    package func check(_ value: JSONValue, path: String = "") throws(Mismatch) {
        switch self {
        case .object(let fields):
            guard let object = value.objectValue else { throw mismatch(path) }
            try Self.check(object, against: fields, path: path)
        case .array(let element, let minimumCount):
            guard let elements = value.arrayValue, elements.count >= minimumCount else { throw mismatch(path) }
            for (index, value) in elements.enumerated() { try element.check(value, path: "\(path)[\(index)]") }
        case .map(let schema):
            guard let object = value.objectValue else { throw mismatch(path) }
            for member in object.members { try schema.check(member.value, path: Self.join(path, member.name)) }
        case .nullable(let schema):
            if value != .null { try schema.check(value, path: path) }
        case .reference(let name):
            guard let schema = Self.named[name] else { throw mismatch(path) }
            try schema.check(value, path: path)
        default:
            if !admits(value) { throw mismatch(path) }
        }
    }

    /// Checks the members of an object, or named parameters: none may be unknown, none missing, and each must match its
    /// schema.
    package static func check(_ object: JSONObject, against fields: [Field], path: String = "") throws(Mismatch) {
        for member in object.members {
            guard let field = fields.first(where: { $0.name == member.name }) else {
                throw Mismatch(path: join(path, member.name.quotable), problem: .unknown)
            }
            try field.schema.check(member.value, path: join(path, member.name))
        }
        for field in fields where field.isRequired && object[field.name] == nil {
            throw Mismatch(path: join(path, field.name), problem: .missing)
        }
    }

    /// Returns whether `value` matches a schema that has no parts.
    private func admits(_ value: JSONValue) -> Bool {
        switch self {
        case .any: return true
        case .boolean: return value.boolValue != nil
        case .string(let minimumLength, let maximumLength):
            guard let text = value.stringValue, text.utf8.count >= minimumLength else { return false }
            guard let maximumLength, text.utf8.count > maximumLength else { return true }
            return text.unicodeScalars.prefix(maximumLength + 1).count <= maximumLength
        case .choice(let names): return value.stringValue.map(names.contains) ?? false
        case .integer(let minimum, let maximum):
            guard let number = value.integerValue else { return false }
            return number >= minimum ?? .min && number <= maximum ?? .max
        case .number(let minimum, let maximum):
            guard let number = value.numberValue else { return false }
            return number >= minimum ?? -.infinity && number <= maximum ?? .infinity
        case .either(let schemas): return schemas.contains { (try? $0.check(value)) != nil }
        case .array, .object, .map, .nullable, .reference: return false
        }
    }

    private func mismatch(_ path: String) -> Mismatch { Mismatch(path: path, problem: .expected(description)) }

    private static func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

extension String {
    /// Text from a client as messages quote it: at most the first 100 characters, which is as much as a person reads.
    var quotable: String {
        let shown = prefix(100)
        return shown.endIndex == endIndex ? self : "\(shown)…"
    }
}
