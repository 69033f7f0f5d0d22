extension Wire {
    /// Where the volume of an output is set.
    public enum VolumeControl: String, CaseIterable, Hashable, Sendable {
        /// In the stream of the player.
        case software
        /// At the sink, where other mixers set it.
        case sink
    }

    /// What an output or several have of their own about the volume.
    public struct VolumeLimits: WireObject {
        /// The uid of an output, a pattern for uids, or `default`.
        public var output: String
        /// The greatest volume of the player, 0…1; `nil` if it is inherited.
        public var maximum: Double?
        /// The volume that the player begins with, 0…1; `nil` if it is inherited.
        public var atStart: Double?
        /// Where the volume is set; `nil` if it is inherited.
        public var control: VolumeControl?
        /// Whether the configuration gives all of it.
        public var configured: Bool

        /// Makes a description.
        package init(output: String, maximum: Double?, atStart: Double?, control: VolumeControl?, configured: Bool) {
            self.output = output
            self.maximum = maximum
            self.atStart = atStart
            self.control = control
            self.configured = configured
        }

        /// The members of a description.
        package static let shape = WireShape(
            VolumeLimits.init(output:maximum:atStart:control:configured:),
            .of(\.output, .required("output", .string, "The uid of an output, a pattern for uids, or `default`.")),
            .of(\.maximum, .optional("maximum", .number(minimum: 0, maximum: 1), "The greatest volume of the player.")),
            .of(\.atStart, .optional("atStart", .number(minimum: 0, maximum: 1), "The volume that the player begins with.")),
            .of(\.control, .optional("control", .choice, "Where the volume is set.")),
            .of(\.configured, .required("configured", .boolean, "Whether the configuration gives it, and no client.")))
    }
}
