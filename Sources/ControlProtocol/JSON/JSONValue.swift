/// A value of RFC 8259.
///
/// Whole numbers that fit stay integers, so that identifiers survive the way through a client unchanged.
package enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number; always finite when it was read.
    case number(Double)
    /// Such a number as it was written, where it stands in a member called `id`: ids are sent back the same.
    case numeral(String)
    /// A string; valid Unicode, U+0000 included.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)
}

extension JSONValue {
    /// The boolean, or `nil` for another kind of value.
    package var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The string, or `nil` for another kind of value.
    package var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The whole number, also of `3.0` and `3e0`, or `nil`.
    package var integerValue: Int64? {
        switch self {
        case .integer(let value): value
        case .number, .numeral: numberValue.flatMap(Int64.init(exactly:))
        default: nil
        }
    }

    /// The number as a double, or `nil` for another kind of value.
    package var numberValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .numeral(let text): Double(text)
        default: nil
        }
    }

    /// The elements, or `nil` for another kind of value.
    package var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members, or `nil` for another kind of value.
    package var objectValue: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The member of that name where the value is an object that has it.
    package subscript(name: String) -> JSONValue? { objectValue?[name] }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A string.
    package init(stringLiteral value: String) { self = .string(value) }
    /// `true` or `false`.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An integer.
    package init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number.
    package init(floatLiteral value: Double) { self = .number(value) }
    /// An array.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object; members whose value is `nil` are left out.
    package init(dictionaryLiteral elements: (String, JSONValue?)...) { self = .object(JSONObject(present: elements)) }
}
