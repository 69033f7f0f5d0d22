package import JSON

/// The result of `rpc.discover`: a description of the protocol, made from ``Methods`` and ``EventType``.
///
/// OpenRPC has no place for events; they are listed under the extension `x-events`.
public enum OpenRPCDocument {
    /// The version of the protocol, as `server.info` reports it.
    public static let protocolVersion = 1

    /// The document.
    package static let json: JSONValue = [
        "openrpc": "1.3.2",
        "info": [
            "title": "Fermata control protocol",
            "version": .string("\(protocolVersion).0.0"),
            "description":
                "JSON-RPC 2.0 over a Unix stream socket, one message a line, or over WebSocket. Parameters are passed by name.",
        ],
        "methods": .array(Methods.all.map { $0.openRPC }),
        "components": [
            "schemas": .object(
                JSONObject(
                    Schema.named.sorted { $0.key < $1.key }.map {
                        JSONObject.Member(name: $0.key, value: $0.value.json(isClosed: false))
                    }))
        ],
        "x-events": .array(EventType.all.map(\.openRPC)),
    ]
}

extension AnyMethod {
    /// The method object of OpenRPC.
    fileprivate var openRPC: JSONValue {
        [
            "name": .string(name),
            "summary": .string(summary),
            "paramStructure": "by-name",
            "params": .array(
                fields.map { field in
                    [
                        "name": .string(field.name), "summary": .string(field.summary), "required": .bool(field.isRequired),
                        "schema": field.propertyJSON(isClosed: true),
                    ]
                }),
            "result": ["name": "result", "schema": result.json(isClosed: false)],
            "errors": .array(
                errors.map { code in
                    [
                        "code": .integer(Int64(code.number)), "message": .string(code.name),
                        "data": ["code": .string(code.name)],
                    ]
                }),
            "x-role": .string(role.rawValue), "x-mayBeOvertaken": waitsForMedia ? true : nil,
        ]
    }
}

extension EventType {
    /// The event in the form of a method object, as a method that the daemon calls.
    fileprivate var openRPC: JSONValue {
        [
            "name": .string(name),
            "summary": .string(summary),
            "paramStructure": "by-name",
            "params": .array(
                (Self.commonFields + fields).map { field in
                    [
                        "name": .string(field.name), "summary": .string(field.summary), "required": .bool(field.isRequired),
                        "schema": field.propertyJSON(isClosed: false),
                    ]
                }),
        ]
    }
}
