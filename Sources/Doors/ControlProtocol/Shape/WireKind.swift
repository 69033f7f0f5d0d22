import AudioTypes
import JSON

/// A schema together with the Swift type of its values, and how these are written and read.
//
// Nothing here is inlined: the shapes call it some 150 times.
struct WireKind<Value: Sendable>: Sendable {
    let schema: Schema
    /// Returns the value as JSON.
    let write: @Sendable (Value) -> JSONValue
    /// Returns the value of the member with this name.
    let read: @Sendable (JSONObject, String) throws(JSONMismatch) -> Value
    /// Returns the value of the member with this name, or `nil` if there is none.
    let readIfPresent: @Sendable (JSONObject, String) throws(JSONMismatch) -> Value?

    /// Makes the kind of a single value. Where such a value may be missing, one of another type counts as missing.
    @inline(never)
    init(
        _ schema: Schema, write: @escaping @Sendable (Value) -> JSONValue,
        read: @escaping @Sendable (JSONObject, String) throws(JSONMismatch) -> Value
    ) {
        self.schema = schema
        self.write = write
        self.read = read
        readIfPresent = { object, name in try? read(object, name) }
    }
}

extension WireKind where Value == Bool {
    /// `true` or `false`.
    @inline(never)
    static var boolean: Self {
        Self(.boolean, write: JSONValue.bool) { object, name throws(JSONMismatch) in try object.bool(name) }
    }
}

extension WireKind where Value == Double {
    /// A number between bounds. The reader accepts the numbers in `sensible`: the other side may be any program.
    @inline(never)
    static func number(minimum: Double? = nil, maximum: Double? = nil, in sensible: ClosedRange<Double>? = nil) -> Self {
        Self(.number(minimum: minimum, maximum: maximum), write: JSONValue.number) { object, name throws(JSONMismatch) in
            if let sensible { try object.number(name, in: sensible) } else { try object.number(name) }
        }
    }

    /// 0, or a number between bounds.
    @inline(never)
    static func zero(or range: ClosedRange<Double>) -> Self {
        let schemas: [Schema] = [
            .number(minimum: 0, maximum: 0), .number(minimum: range.lowerBound, maximum: range.upperBound),
        ]
        return Self(.either(schemas), write: JSONValue.number) { object, name throws(JSONMismatch) in try object.number(name) }
    }
}

extension WireKind where Value == Double? {
    /// A number between bounds, or null.
    @inline(never)
    static func nullableNumber(minimum: Double, maximum: Double) -> Self {
        Self(.nullable(.number(minimum: minimum, maximum: maximum)), write: { $0.map(JSONValue.number) ?? .null }) {
            object, name throws(JSONMismatch) in
            object[name] == .null ? nil : try object.number(name)
        }
    }
}

extension WireKind where Value: FixedWidthInteger {
    /// A whole number of 64 bits.
    @inline(never)
    static func integer(minimum: Int? = nil) -> Self { integer(.integer(minimum: minimum.map(Int64.init))) }

    /// A whole number in `range`.
    @inline(never)
    static func integer(in range: ClosedRange<Int>) -> Self {
        integer(.integer(minimum: Int64(range.lowerBound), maximum: Int64(range.upperBound)))
    }

    @inline(never)
    private static func integer(_ schema: Schema) -> Self {
        Self(schema, write: { .integer(Int64($0)) }) { object, name throws(JSONMismatch) in
            let value = try object.integer(name)
            guard let number = Value(exactly: value) else { throw JSONMismatch(name, isNo: "number of this size") }
            return number
        }
    }
}

extension WireKind where Value == Int {
    /// A count or an index: a whole number, not below 0.
    @inline(never)
    static var index: Self { integer(in: 0...Int(Int32.max)) }
}

extension WireKind where Value == UInt8 {
    /// A whole number from 0 to 255.
    @inline(never)
    static var byte: Self { integer(in: 0...255) }
}

extension WireKind where Value == Int64 {
    /// An id that the daemon has given out.
    @inline(never)
    static var identifier: Self { integer() }
}

extension WireKind where Value == String {
    /// Any string.
    @inline(never)
    static var string: Self { string(.string()) }

    /// A string that is one of these, or that a newer daemon knows.
    @inline(never)
    static func choice(_ names: [String]) -> Self { string(.choice(names)) }

    /// A string that is not empty, of at most 1,024 characters.
    @inline(never)
    static var text: Self { string(.string(minimumLength: 1, maximumLength: 1_024)) }

    /// A string that is not empty, of at most 256 characters.
    @inline(never)
    static var shortText: Self { string(.string(minimumLength: 1, maximumLength: 256)) }

    /// A string of so many characters.
    @inline(never)
    static func string(minimumLength: Int, maximumLength: Int) -> Self {
        string(.string(minimumLength: minimumLength, maximumLength: maximumLength))
    }

    /// An absolute path or a URL.
    @inline(never)
    static var address: Self { string(.address) }

    @inline(never)
    private static func string(_ schema: Schema) -> Self {
        Self(schema, write: JSONValue.string) { object, name throws(JSONMismatch) in try object.string(name) }
    }
}

extension WireKind where Value == String? {
    /// A string of at most so many characters, or null.
    @inline(never)
    static func nullableString(maximumLength: Int) -> Self {
        Self(.nullable(.string(maximumLength: maximumLength)), write: { $0.map(JSONValue.string) ?? .null }) {
            object, name throws(JSONMismatch) in
            object[name] == .null ? nil : try object.string(name)
        }
    }

    /// A string that is not empty, or null.
    @inline(never)
    static var nullableText: Self {
        Self(.nullable(.string(minimumLength: 1)), write: { $0.map(JSONValue.string) ?? .null }) {
            object, name throws(JSONMismatch) in
            object[name] == .null ? nil : try object.string(name)
        }
    }
}

extension WireKind where Value: RawRepresentable<String> & CaseIterable {
    /// A case by its name.
    @inline(never)
    static var choice: Self {
        Self(.choice(of: Value.self), write: { .string($0.rawValue) }) { object, name throws(JSONMismatch) in
            try object.choice(name, of: Value.self)
        }
    }
}

extension WireKind where Value == OutputType {
    /// The type of an output; `unknown` for one that only a newer daemon knows.
    @inline(never)
    static var outputType: Self {
        Self(.choice(of: OutputType.self), write: { .string($0.rawValue) }) { object, name throws(JSONMismatch) in
            OutputType(rawValue: try object.string(name)) ?? .unknown
        }
    }
}

extension WireKind where Value == InputType {
    /// The type of an input; `unknown` for one that only a newer daemon knows.
    @inline(never)
    static var inputType: Self {
        Self(.choice(of: InputType.self), write: { .string($0.rawValue) }) { object, name throws(JSONMismatch) in
            InputType(rawValue: try object.string(name)) ?? .unknown
        }
    }
}

extension WireKind where Value == [Double] {
    /// Numbers. The reader leaves out what is none.
    @inline(never)
    static var numbers: Self {
        Self(.array(of: .number()), write: { .array($0.map(JSONValue.number)) }) { object, name throws(JSONMismatch) in
            try object.array(name).compactMap(\.numberValue)
        }
    }
}

extension WireKind where Value == [String] {
    /// Strings.
    @inline(never)
    static var strings: Self { strings(.string()) }

    /// Strings that are among these, or that a newer daemon knows.
    @inline(never)
    static func choices(_ names: [String]) -> Self { strings(.choice(names)) }

    /// Strings that are not empty.
    @inline(never)
    static func texts(minimumCount: Int) -> Self { strings(.string(minimumLength: 1), minimumCount: minimumCount) }

    /// Paths and URLs.
    @inline(never)
    static func addresses(minimumCount: Int) -> Self { strings(.address, minimumCount: minimumCount) }

    @inline(never)
    private static func strings(_ element: Schema, minimumCount: Int = 0) -> Self {
        Self(.array(of: element, minimumCount: minimumCount), write: \.json) { object, name throws(JSONMismatch) in
            try object.strings(name)
        }
    }
}

extension WireKind where Value == [Int64] {
    /// Ids. The reader leaves out what is no whole number.
    @inline(never)
    static func identifiers(minimumCount: Int = 0) -> Self {
        Self(.array(of: .integer(), minimumCount: minimumCount), write: { .array($0.map(JSONValue.integer)) }) {
            object, name throws(JSONMismatch) in
            try object.array(name).compactMap(\.integerValue)
        }
    }
}

extension WireKind where Value == [String: String] {
    /// An object of strings, sorted by name, so that the same tags always give the same text.
    @inline(never)
    static func texts(maximumLength: Int? = nil) -> Self {
        Self(.map(.string(maximumLength: maximumLength)), write: JSONValue.init(sorting:)) { object, name throws(JSONMismatch) in
            try object.dictionary(name)
        }
    }
}

extension WireKind where Value == [String: [String]] {
    /// An object of lists of strings, sorted by name.
    @inline(never)
    static var lists: Self {
        Self(
            .map(.array(of: .string())),
            write: { lists in
                var object = JSONObject()
                for (name, values) in lists.sorted(by: { $0.key < $1.key }) {
                    object.append(JSONObject.Member(name: name, value: values.json))
                }
                return .object(object)
            }
        ) { object, name throws(JSONMismatch) in
            var lists: [String: [String]] = [:]
            let inner = try object.object(name)
            for member in inner.members { lists[member.name] = try inner.strings(member.name) }
            return lists
        }
    }
}

extension WireKind where Value: WireValue {
    /// A value of the protocol, with its schema in place.
    @inline(never)
    static var value: Self { Self(value: Value.schema) }

    /// A value of the protocol, whose schema is referred to by name.
    @inline(never)
    static var reference: Self { Self(value: Value.reference) }

    @inline(never)
    private init(value schema: Schema) {
        self.schema = schema
        write = \.json
        read = { object, name throws(JSONMismatch) in try Value(json: object[name] ?? .null) }
        readIfPresent = { object, name throws(JSONMismatch) in
            guard let json = object[name], json != .null else { return nil }
            return try Value(json: json)
        }
    }
}

extension WireKind {
    /// Values of the protocol, with their schema in place.
    @inline(never)
    static func values<Element: WireValue>() -> Self where Value == [Element] { array(of: Element.schema) }

    /// Values of the protocol, whose schema is referred to by name.
    @inline(never)
    static func references<Element: WireValue>() -> Self where Value == [Element] { array(of: Element.reference) }

    @inline(never)
    private static func array<Element: WireValue>(of schema: Schema) -> Self where Value == [Element] {
        Self(.array(of: schema), write: \.json) { object, name throws(JSONMismatch) in
            try object.array(name).map { element throws(JSONMismatch) in try Element(json: element) }
        }
    }
}

extension Schema {
    /// A path or a URL. Each item of the queue holds one, and so does each status and event about the item; so its length is
    /// limited.
    static let address = Schema.string(minimumLength: 1, maximumLength: 16_384)
}
