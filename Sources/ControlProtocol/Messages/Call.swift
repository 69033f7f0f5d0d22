/// A request or notification as it stands on the line: a method by its name, and parameters that nobody has looked at.
package struct Call: Hashable, Sendable {
    /// The parameters of a call.
    package enum Parameters: Hashable, Sendable {
        /// By name; empty where the call has none.
        case named(JSONObject)
        /// By position, which this protocol has not.
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

/// Why a message is no call, and the id to answer with.
package struct InvalidCall: Error, Hashable, Sendable {
    /// The id, `null` where it could not be told.
    package let id: RequestID
    /// What is wrong: always ``ControlError/Code/invalidRequest``.
    package let error: ControlError

    init(_ message: String, id: RequestID?) {
        self.id = id ?? .null
        error = ControlError(.invalidRequest, message)
    }
}

extension Call {
    /// Takes a message apart.
    ///
    /// - Throws: ``InvalidCall`` where it is no request of JSON-RPC 2.0. Members beside those of the specification are
    ///   passed over.
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
