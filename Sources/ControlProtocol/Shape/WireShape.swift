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
    init<each Value: Sendable>(
        _ make: @escaping @Sendable (repeat each Value) -> Whole, _ parts: repeat Part<each Value>
    ) {
        var fields: [Schema.Field] = []
        for part in repeat each parts { fields += part.member.fields }
        self.fields = fields
        let known = (repeat each parts)
        write = { whole in
            var object = JSONObject()
            for part in repeat each known { part.member.write(whole[keyPath: part.path], &object) }
            return object
        }
        read = { object throws(JSONMismatch) in make(repeat try (each known).member.read(object)) }
    }

    /// A member of the object, and where its value is in a `Whole`.
    struct Part<Value: Sendable>: Sendable {
        let path: any KeyPath<Whole, Value> & Sendable
        let member: WireMember<Value>

        /// Makes the part of the object that `member` describes.
        static func of(_ path: any KeyPath<Whole, Value> & Sendable, _ member: WireMember<Value>) -> Part {
            Part(path: path, member: member)
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
