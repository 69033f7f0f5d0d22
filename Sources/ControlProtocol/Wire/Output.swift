package import AudioTypes

extension Wire {
    /// An output that a client can choose.
    package struct Output: WireValue {
        /// The sink, or one port of it.
        package var port: Port
        /// Whether the sound goes to this output now.
        package var current: Bool
        /// Whether it is the system's default output.
        package var `default`: Bool

        /// Makes an output.
        package init(port: Port, current: Bool, default: Bool) {
            self.port = port
            self.current = current
            self.default = `default`
        }

        /// Reads an output.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(
                port: try Port(json: json), current: try object.bool("current"), default: try object.bool("default"))
        }

        /// The output as JSON.
        package var json: JSONValue {
            var object = port.object
            object["current"] = .bool(current)
            object["default"] = .bool(self.default)
            return .object(object)
        }

        /// The schema of an output.
        package static var schema: Schema {
            .object(
                Port.fields + [
                    .required("current", .boolean, "Whether the sound goes to this output now."),
                    .required("default", .boolean, "Whether it is the system's default output."),
                ])
        }
    }

    /// The output that the sound goes to, as `status` shows it.
    package struct OutputSummary: WireValue {
        /// The id of the output, which stays the same across restarts.
        package var uid: String
        /// The name of the output, for people.
        package var name: String
        /// What kind of output it is.
        package var type: OutputType

        /// Makes a summary.
        package init(uid: String, name: String, type: OutputType) {
            self.uid = uid
            self.name = name
            self.type = type
        }

        /// Reads a summary.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(uid: try object.string("uid"), name: try object.string("name"), type: try object.outputType())
        }

        /// The summary as JSON.
        package var json: JSONValue {
            ["uid": .string(uid), "name": .string(name), "type": .string(type.rawValue)]
        }

        static let fields: [Schema.Field] = [
            .required("uid", .string(), "Its id, which stays the same across restarts."),
            .required("name", .string(), "Its name, for people."),
            .required("type", .choice(of: OutputType.self), "What kind of output it is."),
        ]

        /// The schema of a summary.
        package static var schema: Schema { .object(fields) }
    }
}
