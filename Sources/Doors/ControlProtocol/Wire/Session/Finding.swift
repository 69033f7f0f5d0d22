extension Wire {
    /// What a look at the surroundings of the daemon has shown about one part of them.
    public struct Finding: WireObject {
        /// What was looked at, as in `soundServer`.
        public var part: String
        /// How it is.
        public var state: FindingState
        /// What is so, as a sentence for a person.
        public var message: String
        /// What helps, as a command or a sentence; `nil` if nothing has to be done.
        public var remedy: String?

        /// Makes a finding.
        package init(part: String, state: FindingState, message: String, remedy: String? = nil) {
            self.part = part
            self.state = state
            self.message = message
            self.remedy = remedy
        }

        /// The members of a finding.
        package static let shape = WireShape(
            Finding.init(part:state:message:remedy:),
            .of(
                \.part,
                .required(
                    "part", .string,
                    "What was looked at: `soundServer`, `sessionManager`, `output`, `volume`, `realTime`, `sessionBus`, `systemBus`, `sandbox`, "
                        + "`library`, `mpd`, `remote`, `disk`, `icecast` or `scrobbling`; others may come.")),
            .of(\.state, .required("state", .choice, "How it is.")),
            .of(\.message, .required("message", .string, "What is so, as a sentence for a person.")),
            .of(\.remedy, .optional("remedy", .string, "What helps, as a command or a sentence.")))
    }

    /// How a part of the surroundings is.
    public enum FindingState: String, CaseIterable, Sendable {
        /// As it should be.
        case good
        /// Nobody has switched it on.
        case off
        /// It works, but not as well as it could.
        case warning
        /// It does not work.
        case fault
    }
}
