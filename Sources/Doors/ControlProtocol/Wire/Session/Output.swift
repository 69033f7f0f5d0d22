public import AudioTypes

extension Wire {
    /// An output that a client can choose.
    public struct Output: WireObject {
        /// The sink, or one port of it.
        public var port: Port
        /// Whether the sound goes to this output now.
        public var current: Bool
        /// Whether it is the system's default output.
        public var `default`: Bool

        /// Makes an output.
        package init(port: Port, current: Bool, default: Bool) {
            self.port = port
            self.current = current
            self.default = `default`
        }

        /// The members that every description of an output begins with.
        static let uid = WireMember<String>.required("uid", .string, "Its id, which stays the same across restarts.")
        static let name = WireMember<String>.required("name", .string, "Its name, for people.")
        static let type = WireMember<OutputType>.required("type", .outputType, "What kind of output it is.")

        /// The members of an output.
        package static let shape = WireShape(
            Output.init(port:current:default:),
            .of(\.port, .inline),
            .of(\.current, .required("current", .boolean, "Whether the sound goes to this output now.")),
            .of(\.default, .required("default", .boolean, "Whether it is the system's default output.")))
    }

    /// The output that the sound goes to, as `status` shows it.
    public struct OutputSummary: WireObject {
        /// The id of the output, which stays the same across restarts.
        public var uid: String
        /// The name of the output, for people.
        public var name: String
        /// What kind of output it is.
        public var type: OutputType

        /// Makes a summary.
        package init(uid: String, name: String, type: OutputType) {
            self.uid = uid
            self.name = name
            self.type = type
        }

        /// The members of a summary.
        package static let shape = WireShape(
            OutputSummary.init(uid:name:type:), .of(\.uid, Output.uid), .of(\.name, Output.name), .of(\.type, Output.type))
    }
}
