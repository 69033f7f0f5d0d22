public import JSON

/// Why a request failed: a sentence for a person, and a code for programs, which never changes.
public struct ControlError: Error, Hashable, Sendable {
    /// The kind of the failure.
    public var code: Code
    /// What failed, and on what, for a person.
    public var message: String
    /// More data for programs in addition to the name of the code, such as `uri`.
    public var details: JSONObject

    /// Makes an error.
    package init(_ code: Code, _ message: String, details: JSONObject = [:]) {
        self.code = code
        self.message = message
        self.details = details
    }

    /// Makes an error about the media at `uri`.
    package init(_ code: Code, _ message: String, uri: String) {
        self.init(code, message, details: ["uri": .string(uri)])
    }
}

extension ControlError {
    /// The error for a request that came too late, or still waited, when the daemon ends.
    public static let shuttingDown = ControlError(.shuttingDown, "fermatad is about to end")
}

extension ControlError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

extension ControlError: WireValue {
    /// The error object of a reply: `{"code", "message", "data":{"code", …}}`.
    public var json: JSONValue {
        var data: JSONObject = ["code": .string(code.name)]
        data.append(contentsOf: details)
        return ["code": .integer(Int64(code.number)), "message": .string(message), "data": .object(data)]
    }

    /// Reads an error object. A code of a newer daemon that this program does not know keeps its name and number.
    package init(json: JSONValue) throws(JSONMismatch) {
        guard let object = json.objectValue else { throw JSONMismatch("error", isNo: "object") }
        var details = object["data"]?.objectValue ?? [:]
        let number = try object.int("code")
        let name = details["code"]?.stringValue
        details["code"] = nil
        let code = name.map { Code(number: number, name: $0) } ?? Code.known(number: number)
        self.init(code, try object.string("message"), details: details)
    }

    /// `Error`.
    package static var schemaName: String { "Error" }

    /// The schema of an error object.
    package static var schema: Schema {
        .object([
            .required("code", .integer(), "The number of the error in the protocol's table of errors."),
            .required("message", .string(), "What failed, and on what, for a person."),
            .required("data", .map(.any), "For programs: `code`, which never changes, and details of the failure."),
        ])
    }
}
