/// A value of RFC 8259.
///
/// Whole numbers that fit 64 bits stay integers, so that ids pass through a client unchanged.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number; always finite if it was read from JSON.
    case number(Double)
    /// Such a number as it was written, if it is the value of a member called `id`: a reply must carry the same id.
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
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The string, or `nil` for another kind of value.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The whole number, also from `3.0` and `3e0`, or `nil` for another value.
    public var integerValue: Int64? {
        switch self {
        case .integer(let value): value
        case .number, .numeral: numberValue.flatMap(Int64.init(exactly:))
        default: nil
        }
    }

    /// The number as a double, or `nil` for another kind of value.
    public var numberValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .numeral(let text): Double(text)
        default: nil
        }
    }

    /// The elements, or `nil` for another kind of value.
    public var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members, or `nil` for another kind of value.
    public var objectValue: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The value of the member `name`, or `nil` if this is not an object with such a member.
    public subscript(name: String) -> JSONValue? { objectValue?[name] }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object; members whose value is `nil` are left out.
    public init(dictionaryLiteral elements: (String, JSONValue?)...) { self = .object(JSONObject(present: elements)) }
}
