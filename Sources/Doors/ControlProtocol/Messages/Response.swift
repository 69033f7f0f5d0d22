package import JSON

/// The reply to a request.
package struct Response: Hashable, Sendable {
    /// The id of the request; null for errors about a message without one.
    package let id: RequestID
    /// The result, or the error.
    package let result: Result<JSONValue, ControlError>

    /// Makes a reply.
    package init(id: RequestID, result: Result<JSONValue, ControlError>) {
        self.id = id
        self.result = result
    }

    /// Makes an error reply to a message that could not be read as a request; its id is null.
    package init(error: ControlError) { self.init(id: .null, result: .failure(error)) }

    /// The reply as a message.
    package var json: JSONValue {
        switch result {
        case .success(let value): ["jsonrpc": "2.0", "id": id.json, "result": value]
        case .failure(let error): ["jsonrpc": "2.0", "id": id.json, "error": error.json]
        }
    }

    /// Reads a reply.
    package init(json: JSONValue) throws(JSONMismatch) {
        guard let object = json.objectValue, let id = object["id"].flatMap({ RequestID(json: $0) }) else {
            throw JSONMismatch("id", isNo: "id of a reply")
        }
        self.id = id
        if let error = object["error"] {
            result = .failure(try ControlError(json: error))
        } else if let value = object["result"] {
            result = .success(value)
        } else {
            throw JSONMismatch("result", isNo: "result")
        }
    }
}
