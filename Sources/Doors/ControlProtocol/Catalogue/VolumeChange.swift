extension Wire {
    /// How a volume is to change. What is `nil` stays as it is.
    public struct VolumeChange: Hashable, Sendable {
        /// The new level: 0 is silence, 1 is full.
        public var level: Double?
        /// What to add to the level, in its place.
        public var delta: Double?
        /// Whether to mute it.
        public var muted: Bool?

        /// Makes a change.
        public init(level: Double? = nil, delta: Double? = nil, muted: Bool? = nil) {
            self.level = level
            self.delta = delta
            self.muted = muted
        }

        /// The members of a change of the volume of `what`.
        static func shape(of what: String) -> WireShape<VolumeChange> {
            WireShape(
                VolumeChange.init(level:delta:muted:),
                .of(\.level, .optional("level", .number(), "The new level: 0 is silence, 1 is full.")),
                .of(\.delta, .optional("delta", .number(), "What to add to the level.")),
                .of(\.muted, .optional("muted", .boolean, "Whether to mute \(what).")))
        }

        /// Throws if the level is to change in two ways.
        func requireOneWay(in method: String) throws(ControlError) {
            if level != nil, delta != nil {
                throw ControlError(.invalidParams, "\(method): give \"level\" or \"delta\", not both")
            }
        }

        /// Throws unless something is to change, in one way.
        func requireChange(in method: String) throws(ControlError) {
            try requireOneWay(in: method)
            if level == nil, delta == nil, muted == nil {
                throw ControlError(.invalidParams, "\(method): give \"level\", \"delta\" or \"muted\"")
            }
        }
    }
}
