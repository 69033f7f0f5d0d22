/// A parameter of a method: what it may be, and the Swift value that it becomes.
package struct Parameter<Value: Sendable>: Sendable {
    /// Name, schema and text.
    package let field: Schema.Field
    private let read: @Sendable (JSONValue?) -> Value?

    /// The value among the parameters of a call.
    func value(in parameters: JSONObject) throws(ControlError) -> Value {
        guard let value = read(parameters[field.name]) else {
            // The schema has been checked before, so this is a schema that takes more than its Swift type.
            throw ControlError(.invalidParams, "\"\(field.name)\" should be \(field.schema)")
        }
        return value
    }

    /// A parameter that must be given.
    static func required(_ name: String, _ kind: ParameterKind<Value>, _ summary: String) -> Parameter {
        Parameter(field: .required(name, kind.schema, summary)) { $0.flatMap(kind.read) }
    }

    /// A parameter that is `nil` when it is left out.
    static func optional<Wrapped: Sendable>(
        _ name: String, _ kind: ParameterKind<Wrapped>, _ summary: String
    ) -> Parameter where Value == Wrapped? {
        Parameter(field: .optional(name, kind.schema, summary)) { json in
            guard let json else { return .some(nil) }
            return kind.read(json).map(Optional.some)
        }
    }

    /// A parameter that has a value of its own when it is left out.
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
    /// A count or a place: a whole number from 0 on.
    static var index: Self { Self(.integer(minimum: 0, maximum: Int64(Int32.max))) { $0.integerValue.map(Int.init) } }
}

extension ParameterKind where Value == Int64 {
    /// The id of something that the daemon named.
    static var identifier: Self { Self(.integer()) { $0.integerValue } }
}

extension ParameterKind where Value == [Int64] {
    /// Ids of queue items, at least one.
    static var identifiers: Self {
        Self(.array(of: .integer(), minimumCount: 1)) { $0.arrayValue?.compactMap(\.integerValue) }
    }
}

extension ParameterKind where Value == String {
    /// A string that is not empty, and no book.
    static var text: Self { Self(.string(minimumLength: 1, maximumLength: 1_024)) { $0.stringValue } }

    /// An absolute path, of which Linux takes 4,096 bytes, each escaped perhaps, or an URL.
    static var address: Self { Self(.address) { $0.stringValue } }

    /// One of these strings.
    static func choice(_ names: [String]) -> Self { Self(.choice(names)) { $0.stringValue } }
}

extension ParameterKind where Value == String? {
    /// A string that is not empty, or null.
    static var nullableText: Self { Self(.nullable(.string(minimumLength: 1))) { .some($0.stringValue) } }
}

extension ParameterKind where Value == [String] {
    /// Strings that are not empty.
    static func texts(minimumCount: Int) -> Self {
        Self(.array(of: .string(minimumLength: 1), minimumCount: minimumCount)) { $0.arrayValue?.compactMap(\.stringValue) }
    }

    /// Paths and URLs, at least one.
    static var addresses: Self { Self(.array(of: .address, minimumCount: 1)) { $0.arrayValue?.compactMap(\.stringValue) } }

    /// Some of these strings.
    static func choices(_ names: [String]) -> Self {
        Self(.array(of: .choice(names))) { $0.arrayValue?.compactMap(\.stringValue) }
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
    /// A path or an URL. Each item of the queue has one, and each status and event of the item: so there is a bound.
    static let address = Schema.string(minimumLength: 1, maximumLength: 16_384)
}
