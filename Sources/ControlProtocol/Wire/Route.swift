package import AudioTypes

extension Wire {
    /// The outputs that sound goes to and the inputs that it comes from.
    package struct Route: WireValue {
        /// The outputs that the sound goes to; more than one with `multiRoute`.
        package var outputs: [Port]
        /// The inputs that sound comes from.
        package var inputs: [Port]

        /// Makes a route.
        package init(outputs: [Port], inputs: [Port] = []) {
            self.outputs = outputs
            self.inputs = inputs
        }

        /// Reads a route.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(outputs: try object.wires("outputs", as: Port.self), inputs: try object.wires("inputs", as: Port.self))
        }

        /// The route as JSON.
        package var json: JSONValue {
            ["outputs": .array(outputs.map(\.json)), "inputs": .array(inputs.map(\.json))]
        }

        /// The schema of a route.
        package static var schema: Schema {
            .object([
                .required("outputs", .array(of: Port.schema), "The outputs that the sound goes to."),
                .required("inputs", .array(of: Port.schema), "The inputs that sound comes from."),
            ])
        }
    }

    /// One end of a route.
    package struct Port: WireValue {
        /// The id of the port, which stays the same across restarts.
        package var uid: String
        /// The name of the port, for people.
        package var name: String
        /// What kind of output it is.
        package var type: OutputType
        /// How many channels there are.
        package var channels: Int

        /// Makes a port.
        package init(uid: String, name: String, type: OutputType, channels: Int) {
            self.uid = uid
            self.name = name
            self.type = type
            self.channels = channels
        }

        /// Makes a port of `device`.
        package init(_ device: OutputDevice) {
            self.init(uid: device.uid, name: device.name, type: device.type, channels: device.channelCount)
        }

        /// Reads a port.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(
                uid: try object.string("uid"), name: try object.string("name"), type: try object.outputType(),
                channels: try object.int("channels"))
        }

        var object: JSONObject {
            [
                "uid": .string(uid), "name": .string(name), "type": .string(type.rawValue),
                "channels": .integer(Int64(channels)),
            ]
        }

        /// The port as JSON.
        package var json: JSONValue { .object(object) }

        static let fields: [Schema.Field] =
            OutputSummary.fields + [.required("channels", .integer(minimum: 0), "How many channels.")]

        /// The schema of a port.
        package static var schema: Schema { .object(fields) }
    }
}

extension JSONObject {
    /// Returns the `type` of an output; `unknown` for one that only a newer daemon knows.
    func outputType() throws(JSONMismatch) -> OutputType { OutputType(rawValue: try string("type")) ?? .unknown }
}
