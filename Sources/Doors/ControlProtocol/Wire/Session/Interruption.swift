extension Wire {
    /// An interruption of playback.
    public struct Interruption: WireObject {
        /// The id of the interruption.
        public var interruption: Int64
        /// Why it interrupts: `communication`, `alarm`, `corked`, `otherPlayer`, `systemSleep`, `routeDisconnected`, or a
        /// client's own word.
        public var reason: String
        /// Who interrupts: an application, a player or a client.
        public var source: String
        /// Whether playback goes on softly instead of pausing.
        public var ducked: Bool
        /// Whether playback goes on in the other rooms, and only the room of this machine is mute.
        public var localRoomMuted: Bool

        /// Makes an interruption.
        package init(interruption: Int64, reason: String, source: String, ducked: Bool, localRoomMuted: Bool = false) {
            self.interruption = interruption
            self.reason = reason
            self.source = source
            self.ducked = ducked
            self.localRoomMuted = localRoomMuted
        }

        /// The members of an interruption.
        package static let shape = WireShape(
            Interruption.init(interruption:reason:source:ducked:localRoomMuted:),
            .of(\.interruption, .required("interruption", .integer(), "The id of the interruption.")),
            .of(\.reason, .required("reason", .string, "Why it interrupts.")),
            .of(\.source, .required("source", .string, "Who interrupts: an application, a player or a client.")),
            .of(\.ducked, .required("ducked", .boolean, "Whether playback goes on softly instead of pausing.")),
            .of(
                \.localRoomMuted,
                .required(
                    "localRoomMuted", .boolean,
                    "Whether playback goes on in the other rooms, and only the room of this machine is mute.")))
    }
}
