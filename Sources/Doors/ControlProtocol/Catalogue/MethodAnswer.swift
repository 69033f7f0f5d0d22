package import JSON

/// What a method answers with: its schema, and how it is written and read.
public struct MethodAnswer<Answer: Sendable>: Sendable {
    /// The schema of the result.
    package let schema: Schema
    private let write: @Sendable (Answer) -> JSONValue
    private let read: @Sendable (JSONValue) throws(JSONMismatch) -> Answer

    private init(
        _ schema: Schema, write: @escaping @Sendable (Answer) -> JSONValue,
        read: @escaping @Sendable (JSONValue) throws(JSONMismatch) -> Answer
    ) {
        self.schema = schema
        self.write = write
        self.read = read
    }

    /// Returns the result of a reply.
    package func json(of answer: Answer) -> JSONValue { write(answer) }

    /// Reads the result of a reply.
    package func value(of result: JSONValue) throws(JSONMismatch) -> Answer { try read(result) }

    /// An object with these members.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    static func object<each Value: Sendable>(_ members: repeat WireMember<each Value>) -> Self
    where Answer == (repeat each Value) {
        var fields: [Schema.Field] = []
        for member in repeat each members { fields += member.fields }
        let all = (repeat each members)
        return Self(
            .object(fields),
            write: { values in
                var object = JSONObject()
                repeat (each all).write(each values, &object)
                return .object(object)
            },
            read: { json throws(JSONMismatch) in
                guard let object = json.objectValue else { throw JSONMismatch("result", isNo: "object") }
                return (repeat try (each all).read(object))
            })
    }
}

extension MethodAnswer where Answer == Void {
    /// An object without members: the method has nothing to tell.
    static var nothing: Self { .object() }
}

extension MethodAnswer where Answer == JSONValue {
    /// An object with any members.
    static var anyObject: Self {
        Self(.map(.any), write: { $0 }, read: { json throws(JSONMismatch) in json })
    }
}

extension MethodAnswer where Answer: WireValue {
    /// A value of the protocol, whose schema is referred to by name.
    static func value(_ type: Answer.Type) -> Self {
        Self(type.reference, write: \.json, read: { json throws(JSONMismatch) in try Answer(json: json) })
    }
}

extension MethodAnswer {
    /// An array of values of the protocol, whose schema is referred to by name.
    static func list<Element: WireValue>(of type: Element.Type) -> Self where Answer == [Element] {
        Self(
            .array(of: type.reference), write: \.json,
            read: { json throws(JSONMismatch) in
                guard let elements = json.arrayValue else { throw JSONMismatch("result", isNo: "array") }
                return try elements.map { element throws(JSONMismatch) in try Element(json: element) }
            })
    }
}
