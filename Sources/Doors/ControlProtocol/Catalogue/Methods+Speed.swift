import JSON

extension Wire {
    /// What ``Methods/Player/setSpeed`` keeps.
    public struct SpeedChoice: Hashable, Sendable {
        /// How many seconds of the media are heard in a second; `nil` forgets the speed that was kept.
        public var speed: Double?
        /// For what it is.
        public var scope: SpeedScope
        /// The folder or the address that it is for; `nil`: that of the current item.
        public var of: String?

        /// Makes a choice.
        public init(speed: Double?, for scope: SpeedScope, of name: String? = nil) {
            (self.speed, self.scope, of) = (speed, scope, name)
        }
    }
}

extension Methods.Player {
    /// Keeps a speed for an item, a book or a feed, or sets the general one.
    public static let setSpeed = Method(
        "player.setSpeed", .control,
        """
        Keeps a speed for the current item, for its book (its album, or the folder of a file) or for its feed (what its address begins \
        with), or sets the general one. Of several speeds, that of the item counts before that of the book, the feed, and all. What plays \
        changes at once.
        """,
        .nullable(
            "speed", .number(minimum: 0.25, maximum: 4),
            "Seconds of the media in a second, in steps of 0.05; null forgets the speed that was kept."),
        .required("for", .choice, "For what it is."),
        .optional(
            "of", .string,
            "For a book, the absolute path of a folder; for a feed, how its addresses begin. Without it, those of the current item."
        ),
        answer: .value(Wire.Status.self), errors: [.nothingToPlay, .uriNotAllowed, .rangeNotAllowed]
    ) { speed, scope, name throws(ControlError) -> Wire.SpeedChoice in
        if name != nil, scope == .item || scope == .all {
            throw ControlError(
                .invalidParams, "player.setSpeed: \"of\" goes with \"book\" and \"feed\"", details: ["parameter": "of"])
        }
        if speed == nil, scope == .all {
            throw ControlError(
                .invalidParams, "player.setSpeed: give a \"speed\" for all: there always is one", details: ["parameter": "speed"])
        }
        return Wire.SpeedChoice(speed: speed, for: scope, of: name)
    } take: { choice in
        (choice.speed, choice.scope, choice.of)
    }
}
