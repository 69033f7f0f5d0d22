import JSON

/// A parameter of a method: its schema, and how it becomes a Swift value.
package struct Parameter<Value: Sendable>: Sendable {
    /// The name, schema and summary.
    package let field: Schema.Field
    private let read: @Sendable (JSONValue?) -> Value?

    /// Returns the value of this parameter among the `parameters` of a call.
    func value(in parameters: JSONObject) throws(ControlError) -> Value {
        guard let value = read(parameters[field.name]) else {
            // The caller has checked the schema, so a failure here means that the schema allows more than the Swift type can
            // hold.
            throw ControlError(.invalidParams, "\"\(field.name)\" should be \(field.schema)")
        }
        return value
    }

    /// Makes a parameter that must be given.
    static func required(_ name: String, _ kind: ParameterKind<Value>, _ summary: String) -> Parameter {
        Parameter(field: .required(name, kind.schema, summary)) { $0.flatMap(kind.read) }
    }

    /// Makes a parameter that is `nil` if it is left out.
    static func optional<Wrapped: Sendable>(
        _ name: String, _ kind: ParameterKind<Wrapped>, _ summary: String
    ) -> Parameter where Value == Wrapped? {
        Parameter(field: .optional(name, kind.schema, summary)) { json in
            guard let json else { return .some(nil) }
            return kind.read(json).map(Optional.some)
        }
    }

    /// Makes a parameter that has the value `value` if it is left out.
    static func optional(
        _ name: String, _ kind: ParameterKind<Value>, default value: Value, _ summary: String
    ) -> Parameter where Value: JSONRepresentable {
        Parameter(field: .optional(name, kind.schema, summary, default: value.json)) { $0.map(kind.read) ?? value }
    }

    private init(field: Schema.Field, read: @escaping @Sendable (JSONValue?) -> Value?) {
        self.field = field
        self.read = read
    }
}

/// A schema together with the Swift type of its values.
struct ParameterKind<Value: Sendable>: Sendable {
    let schema: Schema
    let read: @Sendable (JSONValue) -> Value?

    init(_ schema: Schema, read: @escaping @Sendable (JSONValue) -> Value?) {
        self.schema = schema
        self.read = read
    }
}

extension ParameterKind where Value == Bool {
    /// `true` or `false`.
    static var boolean: Self { Self(.boolean) { $0.boolValue } }
}

extension ParameterKind where Value == Double {
    /// A number between bounds.
    static func number(minimum: Double? = nil, maximum: Double? = nil) -> Self {
        Self(.number(minimum: minimum, maximum: maximum)) { $0.numberValue }
    }

    /// 0, or a number between bounds.
    static func zero(or range: ClosedRange<Double>) -> Self {
        Self(.either([.number(minimum: 0, maximum: 0), .number(minimum: range.lowerBound, maximum: range.upperBound)])) {
            $0.numberValue
        }
    }
}

extension ParameterKind where Value == Int {
    /// A count or an index: a whole number, not below 0.
    static var index: Self { Self(.integer(minimum: 0, maximum: Int64(Int32.max))) { $0.integerValue.map(Int.init) } }

    /// How many there are to be at most.
    static func count(upTo maximum: Int) -> Self {
        Self(.integer(minimum: 1, maximum: Int64(maximum))) { $0.integerValue.map(Int.init) }
    }
}

extension ParameterKind where Value == UInt8 {
    /// A whole number from 0 to 255.
    static var byte: Self { Self(.integer(minimum: 0, maximum: 255)) { $0.integerValue.flatMap(UInt8.init(exactly:)) } }
}

extension ParameterKind where Value == [Wire.QueueTag: String] {
    /// Texts by the names of tags that a client can set.
    static var queueTags: Self {
        Self(.object(Wire.QueueTag.allCases.map { .optional($0.rawValue, .string(maximumLength: 4_096), $0.summary) })) { json in
            json.objectValue.map { object in
                var tags: [Wire.QueueTag: String] = [:]
                for tag in Wire.QueueTag.allCases { tags[tag] = object[tag.rawValue]?.stringValue }
                return tags
            }
        }
    }
}

extension ParameterKind where Value == Int64 {
    /// An id that the daemon has given out.
    static var identifier: Self { Self(.integer()) { $0.integerValue } }
}

extension ParameterKind where Value == Request.StopTarget {
    /// `current`, `each`, or the id of a queue item.
    static var wordOrIdentifier: Self {
        Self(.either([.choice(["current", "each"]), .integer()])) { json in
            switch json.stringValue {
            case "current": .current
            case "each": .each
            default: json.integerValue.map { .item($0) }
            }
        }
    }
}

extension ParameterKind where Value == [Int64] {
    /// Ids of queue items, at least one.
    static var identifiers: Self {
        Self(.array(of: .integer(), minimumCount: 1)) { $0.arrayValue?.compactMap(\.integerValue) }
    }
}

extension ParameterKind where Value == String {
    /// A string that is not empty, of at most 1,024 characters.
    static var text: Self { Self(.string(minimumLength: 1, maximumLength: 1_024)) { $0.stringValue } }

    /// A string that is not empty, of at most 256 characters.
    static var shortText: Self { Self(.string(minimumLength: 1, maximumLength: 256)) { $0.stringValue } }

    /// An absolute path or a URL. Linux accepts paths of 4,096 bytes, and a URL may escape each of them.
    static var address: Self { Self(.address) { $0.stringValue } }

    /// One of these strings.
    static func choice(_ names: [String]) -> Self { Self(.choice(names)) { $0.stringValue } }
}

extension ParameterKind where Value == String? {
    /// A string that is not empty, or null.
    static var nullableText: Self { Self(.nullable(.string(minimumLength: 1))) { .some($0.stringValue) } }
}

extension ParameterKind where Value == Double? {
    /// A number between bounds, or null.
    static func nullableNumber(minimum: Double, maximum: Double) -> Self {
        Self(.nullable(.number(minimum: minimum, maximum: maximum))) { .some($0.numberValue) }
    }
}

extension ParameterKind where Value == [String] {
    /// Strings that are not empty.
    static func texts(minimumCount: Int) -> Self {
        Self(.array(of: .string(minimumLength: 1), minimumCount: minimumCount)) { $0.arrayValue?.compactMap(\.stringValue) }
    }

    /// Paths and URLs, at least one.
    static var addresses: Self { Self(.array(of: .address, minimumCount: 1)) { $0.arrayValue?.compactMap(\.stringValue) } }

    /// Paths and URLs, perhaps none.
    static var addressesIfAny: Self { Self(.array(of: .address)) { $0.arrayValue?.compactMap(\.stringValue) } }

    /// Some of these strings.
    static func choices(_ names: [String]) -> Self {
        Self(.array(of: .choice(names))) { $0.arrayValue?.compactMap(\.stringValue) }
    }
}

extension ParameterKind where Value == [String: String] {
    /// Strings by name.
    static var texts: Self {
        Self(.map(.string(maximumLength: 4_096))) { json in
            json.objectValue.map { object in
                Dictionary(object.members.compactMap { member in member.value.stringValue.map { (member.name, $0) } }) { $1 }
            }
        }
    }
}

extension ParameterKind where Value: WireValue {
    /// A value of the protocol.
    static var wire: Self { Self(Value.schema) { try? Value(json: $0) } }
}

extension ParameterKind where Value: RawRepresentable<String> & CaseIterable {
    /// A case by its name.
    static var named: Self {
        Self(.choice(Value.allCases.map(\.rawValue))) { $0.stringValue.flatMap(Value.init(rawValue:)) }
    }
}

extension Schema {
    /// A path or a URL. Each item of the queue holds one, and so does each status and event about the item; so its length is
    /// limited.
    static let address = Schema.string(minimumLength: 1, maximumLength: 16_384)
}
