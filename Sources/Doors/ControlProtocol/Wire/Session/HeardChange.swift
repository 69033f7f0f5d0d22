extension Wire {
    /// A change of what is heard, with its reason and whoever is behind it.
    public struct HeardChange: WireObject {
        /// The words of ``change``.
        public static let changes = [
            "playing", "paused", "stopped", "softer", "asBefore", "roomMuted", "roomHeard", "over", "staysPaused", "output",
            "volume", "muted", "unmuted",
        ]

        /// When it happened, in seconds since 1970.
        public var time: Double
        /// What changed: one of ``changes``, or a word that only a newer daemon knows.
        public var change: String
        /// Why: of a state, the reason that a status gives; of an output, that of the route; of a volume or a mute switch, who has set
        /// it, or `output` if it is that of the output.
        public var reason: String
        /// Who is behind it: a program, a player, an output; `nil` if nobody knows.
        public var source: String?
        /// The reason of the interruption that is behind it; `nil` if none is.
        public var interruption: String?
        /// Whether that reason is the word of a client, which may say anything.
        public var byClient: Bool
        /// Whether playback was to go on by itself after that.
        public var resumes: Bool
        /// Whether the interruption behind it is over, if this is the cause in a status.
        public var over: Bool
        /// Of the cause in a status: the name of what else keeps playback from going on by itself; `nil` if nothing does.
        public var heldBy: String?
        /// The reason of its interruption; `nil` if it is a client's.
        public var heldFor: String?
        /// The new volume, if that changed.
        public var volume: Volume?

        /// Makes a change.
        package init(
            time: Double, change: String, reason: String, source: String? = nil, interruption: String? = nil,
            byClient: Bool = false, resumes: Bool = false, over: Bool = false, heldBy: String? = nil, heldFor: String? = nil,
            volume: Volume? = nil
        ) {
            self.time = time
            self.change = change
            self.reason = reason
            self.source = source
            self.interruption = interruption
            self.byClient = byClient
            self.resumes = resumes
            self.over = over
            self.heldBy = heldBy
            self.heldFor = heldFor
            self.volume = volume
        }

        /// The members of a change.
        package static let shape = WireShape(
            HeardChange.init(time:change:reason:source:interruption:byClient:resumes:over:heldBy:heldFor:volume:),
            .of(\.time, .required("time", .number(), "When it happened, in seconds since 1970.")),
            .of(\.change, .required("change", .choice(changes), "What changed.")),
            .of(
                \.reason,
                .required(
                    "reason", .string,
                    """
                    Why: the reason of a status for a state, the reason of the route for an output, `client`, `system` or `output` for a \
                    volume or a mute switch.
                    """
                )),
            .of(\.source, .optional("source", .string, "Who is behind it: a program, a player, an output.")),
            .of(\.interruption, .optional("interruption", .string, "The reason of the interruption that is behind it.")),
            .of(\.byClient, .mark("byClient", "Whether that reason is the word of a client.")),
            .of(\.resumes, .mark("resumes", "Whether playback was to go on by itself after that.")),
            .of(\.over, .mark("over", "In the cause of a status: whether the interruption behind it is over.")),
            .of(\.heldBy, .optional("heldBy", .string, "In the cause of a status: what else keeps playback from going on.")),
            .of(\.heldFor, .optional("heldFor", .string, "The reason of that interruption.")),
            .of(\.volume, .optional("volume", .value, "The new volume.")))
    }
}
