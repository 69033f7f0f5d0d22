package import AudioTypes

extension Wire {
    /// The outputs that sound goes to and the inputs that it comes from.
    package struct Route: WireObject {
        /// The outputs that the sound goes to; more than one with `multiRoute`.
        package var outputs: [Port]
        /// The inputs that sound comes from.
        package var inputs: [Input]

        /// Makes a route.
        package init(outputs: [Port], inputs: [Input] = []) {
            self.outputs = outputs
            self.inputs = inputs
        }

        /// The members of a route.
        package static let shape = WireShape(
            Route.init(outputs:inputs:),
            .of(\.outputs, .required("outputs", .values(), "The outputs that the sound goes to.")),
            .of(\.inputs, .required("inputs", .values(), "The inputs that sound comes from.")))
    }

    /// One end of a route.
    package struct Port: WireObject {
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

        /// The members of a port.
        package static let shape = WireShape(
            Port.init(uid:name:type:channels:),
            .of(\.uid, Output.uid), .of(\.name, Output.name), .of(\.type, Output.type),
            .of(\.channels, .required("channels", .integer(minimum: 0), "How many channels.")))
    }
}
