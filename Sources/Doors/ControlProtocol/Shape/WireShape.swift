package import JSON

/// The members of the JSON object that stands for a `Whole`. Each member is stated once: the schema, the writing and the
/// reading are all made from that.
package struct WireShape<Whole: Sendable>: Sendable {
    /// The schemas of the members, in the order in which they are written.
    let fields: [Schema.Field]
    /// Returns the object that stands for a value.
    let write: @Sendable (Whole) -> JSONObject
    /// Makes a value of an object.
    let read: @Sendable (JSONObject) throws(JSONMismatch) -> Whole

    /// Describes an object. `make` gets the values of the members, in their order.
    // Without the attributes the compiler makes a copy of this for each shape, with all that it calls: 170 KB in each program.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    init<each Value: Sendable>(
        _ make: @escaping @Sendable (repeat each Value) -> Whole, _ parts: repeat Part<each Value>
    ) {
        var fields: [Schema.Field] = []
        var writers: [@Sendable (Whole, inout JSONObject) -> Void] = []
        for part in repeat each parts {
            fields += part.fields
            writers.append(part.write)
        }
        self.fields = fields
        write = { [writers, count = fields.count] whole in
            var object = JSONObject(reserving: count)
            for write in writers { write(whole, &object) }
            return object
        }
        let readers = (repeat (each parts).read)
        read = { object throws(JSONMismatch) in make(repeat try (each readers)(object)) }
    }

    /// Describes an object whose members are known from elsewhere.
    init(
        fields: [Schema.Field], write: @escaping @Sendable (Whole) -> JSONObject,
        read: @escaping @Sendable (JSONObject) throws(JSONMismatch) -> Whole
    ) {
        self.fields = fields
        self.write = write
        self.read = read
    }

    /// A member of the object, and where its value is in a `Whole`.
    struct Part<Value: Sendable>: Sendable {
        fileprivate let fields: [Schema.Field]
        fileprivate let write: @Sendable (Whole, inout JSONObject) -> Void
        fileprivate let read: @Sendable (JSONObject) throws(JSONMismatch) -> Value

        /// Makes the part of the object that `member` describes; `value` is a key path.
        @inline(never)
        static func of(_ value: @escaping @Sendable (Whole) -> Value, _ member: WireMember<Value>) -> Part {
            Part(fields: member.fields, write: { whole, object in member.write(value(whole), &object) }, read: member.read)
        }
    }
}

/// A value of the protocol that is a JSON object with named members.
package protocol WireObject: WireValue {
    /// The members of the object.
    static var shape: WireShape<Self> { get }
}

extension WireObject {
    /// Reads the value. It ignores members that it does not know: a newer daemon may send more.
    package init(json: JSONValue) throws(JSONMismatch) {
        guard let object = json.objectValue else { throw JSONMismatch("\(Self.self)", isNo: "object") }
        self = try Self.shape.read(object)
    }

    /// The value as JSON.
    package var json: JSONValue { .object(Self.shape.write(self)) }

    /// The schema of the value.
    package static var schema: Schema { .object(shape.fields) }
}
