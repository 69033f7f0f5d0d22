package import JSON

extension Schema {
    /// Returns the schema as JSON Schema (draft 7, which OpenRPC uses).
    ///
    /// - Parameter isClosed: whether objects say that they have no other members: true for parameters, which are checked;
    ///   false for results, to which members may be added.
    package func json(isClosed: Bool) -> JSONValue {
        switch self {
        case .any: return [:]
        case .boolean: return ["type": "boolean"]
        case .integer(let minimum, let maximum):
            return ["type": "integer", "minimum": minimum.map(JSONValue.integer), "maximum": maximum.map(JSONValue.integer)]
        case .number(let minimum, let maximum):
            return ["type": "number", "minimum": minimum.map(JSONValue.number), "maximum": maximum.map(JSONValue.number)]
        case .string(let minimumLength, let maximumLength):
            return [
                "type": "string", "minLength": minimumLength > 0 ? .integer(Int64(minimumLength)) : nil,
                "maxLength": maximumLength.map { .integer(Int64($0)) },
            ]
        case .choice(let names): return ["type": "string", "enum": .array(names.map(JSONValue.string))]
        case .array(let element, let minimumCount):
            return [
                "type": "array", "items": element.json(isClosed: isClosed),
                "minItems": minimumCount > 0 ? .integer(Int64(minimumCount)) : nil,
            ]
        case .object(let fields): return Self.json(of: fields, isClosed: isClosed)
        case .map(let schema): return ["type": "object", "additionalProperties": schema.json(isClosed: isClosed)]
        case .nullable(let schema): return ["anyOf": [["type": "null"], schema.json(isClosed: isClosed)]]
        case .either(let schemas): return ["anyOf": .array(schemas.map { $0.json(isClosed: isClosed) })]
        case .reference(let name): return ["$ref": .string("#/components/schemas/\(name)")]
        }
    }

    private static func json(of fields: [Field], isClosed: Bool) -> JSONValue {
        let required = fields.filter(\.isRequired).map { JSONValue.string($0.name) }
        return [
            "type": "object",
            "properties": .object(
                JSONObject(fields.map { JSONObject.Member(name: $0.name, value: $0.propertyJSON(isClosed: isClosed)) })),
            "required": required.isEmpty ? nil : .array(required),
            "additionalProperties": isClosed ? false : nil,
        ]
    }
}

extension Schema.Field {
    /// Returns the schema of the member with its summary and default value.
    package func propertyJSON(isClosed: Bool) -> JSONValue {
        guard case .object(var object) = schema.json(isClosed: isClosed) else { return [:] }
        // JSON Schema draft 7 ignores everything next to a reference.
        if object["$ref"] == nil { object["description"] = .string(summary) }
        object["default"] = defaultValue
        return .object(object)
    }
}
