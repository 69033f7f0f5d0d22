package import JSON

/// The schema of a value: which values are allowed. The daemon checks parameters against it, and `rpc.discover` shows it as
/// JSON Schema.
package indirect enum Schema: Hashable, Sendable {
    /// Any value.
    case any
    /// `true` or `false`.
    case boolean
    /// A whole number between bounds, inclusive.
    case integer(minimum: Int64? = nil, maximum: Int64? = nil)
    /// A finite number between bounds, inclusive.
    case number(minimum: Double? = nil, maximum: Double? = nil)
    /// A string of at least `minimumLength` and at most `maximumLength` characters.
    case string(minimumLength: Int = 0, maximumLength: Int? = nil)
    /// One of these strings.
    case choice([String])
    /// An array of at least `minimumCount` elements.
    case array(of: Schema, minimumCount: Int = 0)
    /// An object with these members and no others.
    case object([Field])
    /// An object with any names, whose values have this schema.
    case map(Schema)
    /// `null`, or a value of this schema.
    case nullable(Schema)
    /// A value of any of these schemas.
    case either([Schema])
    /// The schema of this name in ``Schema/named``.
    case reference(String)

    /// A member of an object, or a parameter.
    package struct Field: Hashable, Sendable {
        /// The name of the member.
        package let name: String
        /// The schema of its value.
        package let schema: Schema
        /// Whether it must be present.
        package let isRequired: Bool
        /// The value that counts if it is left out.
        package let defaultValue: JSONValue?
        /// One sentence for a person.
        package let summary: String

        /// Makes a member that is always present.
        package static func required(_ name: String, _ schema: Schema, _ summary: String) -> Field {
            Field(name: name, schema: schema, isRequired: true, defaultValue: nil, summary: summary)
        }

        /// Makes a member that may be left out.
        package static func optional(
            _ name: String, _ schema: Schema, _ summary: String, default defaultValue: JSONValue? = nil
        ) -> Field {
            Field(name: name, schema: schema, isRequired: false, defaultValue: defaultValue, summary: summary)
        }
    }
}

extension Schema: CustomStringConvertible {
    /// The schema as the end of the sentence "it should be …".
    package var description: String {
        switch self {
        case .any: "any value"
        case .boolean: "true or false"
        case .integer(let minimum, let maximum):
            "a whole number" + Self.bounds(minimum.map(String.init), maximum.map(String.init))
        case .number(let minimum, let maximum): "a number" + Self.bounds(minimum.map(\.shortText), maximum.map(\.shortText))
        case .string(let minimumLength, let maximumLength):
            "a string" + (minimumLength > 0 ? " that is not empty" : "")
                + (maximumLength.map { ", of at most \($0) characters" } ?? "")
        case .choice(let names): "one of " + names.joined(separator: ", ")
        case .array(let element, let minimumCount):
            (minimumCount > 0 ? "an array, not empty, each element " : "an array, each element ") + element.description
        case .object: "an object"
        case .map: "an object"
        case .nullable(let schema): "null or " + schema.description
        case .either(let schemas): schemas.map(\.description).joined(separator: ", or ")
        case .reference(let name): Self.named[name]?.description ?? name
        }
    }

    private static func bounds(_ minimum: String?, _ maximum: String?) -> String {
        switch (minimum, maximum) {
        case (nil, nil): ""
        case (let minimum?, let maximum?): minimum == maximum ? " equal to \(minimum)" : " from \(minimum) to \(maximum)"
        case (let minimum?, nil): " not below \(minimum)"
        case (nil, let maximum?): " not above \(maximum)"
        }
    }
}
