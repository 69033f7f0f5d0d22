import JSON

/// A member of a JSON object: its name and schema, and how its value is written and read. Several members are one if they
/// hold the parts of one value.
//
// Nothing here is inlined: the shapes call it some 150 times.
struct WireMember<Value: Sendable>: Sendable {
    /// The schema of the member, or of each part.
    let fields: [Schema.Field]
    /// Adds the value to an object.
    let write: @Sendable (Value, inout JSONObject) -> Void
    /// Returns the value that an object has.
    let read: @Sendable (JSONObject) throws(JSONMismatch) -> Value

    @inline(never)
    private init(
        _ fields: [Schema.Field], write: @escaping @Sendable (Value, inout JSONObject) -> Void,
        read: @escaping @Sendable (JSONObject) throws(JSONMismatch) -> Value
    ) {
        self.fields = fields
        self.write = write
        self.read = read
    }

    /// Makes a member that is always present.
    @inline(never)
    static func required(_ name: String, _ kind: WireKind<Value>, _ summary: String) -> WireMember {
        WireMember([.required(name, kind.schema, summary)]) { value, object in
            object.append(JSONObject.Member(name: name, value: kind.write(value)))
        } read: { object throws(JSONMismatch) in
            try kind.read(object, name)
        }
    }

    /// Makes a member that is `null` if there is no value.
    @inline(never)
    static func nullable<Wrapped: Sendable>(
        _ name: String, _ kind: WireKind<Wrapped>, _ summary: String
    ) -> WireMember where Value == Wrapped? {
        WireMember([.required(name, .nullable(kind.schema), summary)]) { value, object in
            object.append(JSONObject.Member(name: name, value: value.map(kind.write) ?? .null))
        } read: { object throws(JSONMismatch) in
            try kind.readIfPresent(object, name)
        }
    }

    /// Makes a member that is left out if there is no value.
    @inline(never)
    static func optional<Wrapped: Sendable>(
        _ name: String, _ kind: WireKind<Wrapped>, _ summary: String
    ) -> WireMember where Value == Wrapped? {
        WireMember([.optional(name, kind.schema, summary)]) { value, object in
            if let value { object.append(JSONObject.Member(name: name, value: kind.write(value))) }
        } read: { object throws(JSONMismatch) in
            try kind.readIfPresent(object, name)
        }
    }

    /// Makes a member that is left out for what stays as it is, and `null` for what is taken out.
    @inline(never)
    static func settable<Wrapped: Sendable>(
        _ name: String, _ kind: WireKind<Wrapped>, _ summary: String
    ) -> WireMember where Value == Wrapped?? {
        WireMember([.optional(name, .nullable(kind.schema), summary)]) { value, object in
            if let value { object.append(JSONObject.Member(name: name, value: value.map(kind.write) ?? .null)) }
        } read: { object throws(JSONMismatch) in
            if object[name] == nil { return nil }
            return object[name] == .null ? .some(nil) : try kind.read(object, name)
        }
    }

    /// Makes a member that is left out if there is no value, and may also be null then.
    @inline(never)
    static func optionalOrNull<Wrapped: Sendable>(
        _ name: String, _ kind: WireKind<Wrapped>, _ summary: String
    ) -> WireMember where Value == Wrapped? {
        WireMember([.optional(name, .nullable(kind.schema), summary)]) { value, object in
            if let value { object.append(JSONObject.Member(name: name, value: kind.write(value))) }
        } read: { object throws(JSONMismatch) in
            try kind.readIfPresent(object, name)
        }
    }

    /// Makes a member that has the value `value` if it is left out.
    @inline(never)
    static func optional(_ name: String, _ kind: WireKind<Value>, default value: Value, _ summary: String) -> WireMember
    where Value: Equatable {
        WireMember([.optional(name, kind.schema, summary, default: kind.write(value))]) { written, object in
            if written != value { object.append(JSONObject.Member(name: name, value: kind.write(written))) }
        } read: { object throws(JSONMismatch) in
            object[name] == nil ? value : try kind.read(object, name)
        }
    }

    /// Makes a member that this daemon always writes, and that older daemons did not have; its value is `nil` then.
    @inline(never)
    static func newer<Wrapped: Sendable>(
        _ name: String, _ kind: WireKind<Wrapped>, _ summary: String
    ) -> WireMember where Value == Wrapped? {
        WireMember([.required(name, kind.schema, summary)]) { value, object in
            if let value { object.append(JSONObject.Member(name: name, value: kind.write(value))) }
        } read: { object throws(JSONMismatch) in
            object[name] == nil ? nil : try kind.read(object, name)
        }
    }

    /// Makes a member that is left out if the array is empty.
    @inline(never)
    static func unlessEmpty<Element: Sendable>(
        _ name: String, _ kind: WireKind<Value>, _ summary: String
    ) -> WireMember where Value == [Element] {
        WireMember([.optional(name, kind.schema, summary)]) { value, object in
            if !value.isEmpty { object.append(JSONObject.Member(name: name, value: kind.write(value))) }
        } read: { object throws(JSONMismatch) in
            object[name] == nil ? [] : try kind.read(object, name)
        }
    }

    /// Makes a member that is present, and `true`, only if the value is.
    @inline(never)
    static func mark(_ name: String, _ summary: String) -> WireMember where Value == Bool {
        WireMember([.optional(name, .boolean, summary)]) { value, object in
            if value { object.append(JSONObject.Member(name: name, value: true)) }
        } read: { object in
            object[name] == true
        }
    }
}

extension WireMember {
    /// The members of the value itself, which stand beside the others and not in an object of their own.
    @inline(never)
    static func inline(_ shape: WireShape<Value>) -> WireMember {
        WireMember(shape.fields) { value, object in
            object.append(contentsOf: shape.write(value))
        } read: { object throws(JSONMismatch) in
            try shape.read(object)
        }
    }
}

extension WireMember where Value: WireObject {
    /// The members of the value itself, which stand beside the others and not in an object of their own.
    static var inline: WireMember { inline(Value.shape) }
}
