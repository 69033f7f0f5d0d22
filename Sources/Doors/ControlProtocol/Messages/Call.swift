package import JSON

/// A request or notification as the client wrote it: the name of a method, and parameters that have not been checked.
package struct Call: Hashable, Sendable {
    /// The parameters of a call.
    package enum Parameters: Hashable, Sendable {
        /// Parameters by name; empty if the call has none.
        case named(JSONObject)
        /// Parameters by position, which this protocol does not take.
        case positional
    }

    /// The id; `nil` for a notification, which gets no reply.
    package let id: RequestID?
    /// The name of the method.
    package let method: String
    /// The parameters.
    package let parameters: Parameters

    /// Makes a call with named parameters.
    package init(id: RequestID?, method: String, parameters: JSONObject = [:]) {
        self.id = id
        self.method = method
        self.parameters = .named(parameters)
    }

    /// The call as a message.
    package var json: JSONValue {
        var object: JSONObject = ["jsonrpc": "2.0", "id": id?.json, "method": .string(method)]
        if case .named(let parameters) = parameters, !parameters.isEmpty { object["params"] = .object(parameters) }
        return .object(object)
    }
}

/// Why a message is not a call, and the id for the reply.
package struct InvalidCall: Error, Hashable, Sendable {
    /// The id of the message; `null` if it could not be read.
    package let id: RequestID
    /// What is wrong: always ``ControlError/Code/invalidRequest``.
    package let error: ControlError

    init(_ message: String, id: RequestID?) {
        self.id = id ?? .null
        error = ControlError(.invalidRequest, message)
    }
}

extension Call {
    /// Reads a call from a message.
    ///
    /// - Throws: ``InvalidCall`` if the message is not a request of JSON-RPC 2.0. Members that the specification does not name
    ///   are ignored.
    package init(json: JSONValue) throws(InvalidCall) {
        guard let object = json.objectValue else {
            throw InvalidCall("a request must be an object with \"method\", \"params\" and \"id\"", id: nil)
        }
        let idValue = object["id"]
        let id = idValue.flatMap { RequestID(json: $0) }
        if idValue != nil, id == nil {
            throw InvalidCall("\"id\" must be a string, a number or null", id: nil)
        }
        if let version = object["jsonrpc"], version != "2.0" {
            throw InvalidCall("\"jsonrpc\" must be \"2.0\" or be left out", id: id)
        }
        guard let method = object["method"]?.stringValue else {
            throw InvalidCall("\"method\" is missing or is not a string", id: id)
        }
        switch object["params"] {
        case nil: parameters = .named([:])
        case .object(let named)?: parameters = .named(named)
        case .array?: parameters = .positional
        default: throw InvalidCall("\"params\" must be an object", id: id)
        }
        self.id = id
        self.method = method
    }
}
