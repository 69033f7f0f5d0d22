extension Wire {
    /// For what a speed is chosen, most specific first.
    public enum SpeedScope: String, CaseIterable, Hashable, Sendable {
        /// One item.
        case item
        /// An album, or the files in a folder and below it.
        case book
        /// Everything whose address begins alike.
        case feed
        /// Everything that has no speed of its own.
        case all
    }

    /// The speed that is wanted of the current item, and from where it comes.
    public struct WantedSpeed: WireObject {
        /// How many seconds of the media are heard in a second, where nothing keeps the item at 1.
        public var speed: Double
        /// For what it was chosen.
        public var from: SpeedScope
        /// The address of the item, the title of the album, the path of the folder or the beginning of the addresses; `nil` for all.
        public var of: String?

        /// Makes a value.
        package init(speed: Double, from: SpeedScope, of: String? = nil) {
            self.speed = speed
            self.from = from
            self.of = of
        }

        /// The members of the value.
        package static let shape = WireShape(
            WantedSpeed.init(speed:from:of:),
            .of(
                \.speed,
                .required("speed", .number(minimum: 0.25, maximum: 4), "How many seconds of the item are heard in a second.")),
            .of(\.from, .required("from", .choice, "For what it was chosen.")),
            .of(
                \.of,
                .optional(
                    "of", .string,
                    "What has it: the address of the item, an album, a folder, or how addresses begin; not for all.")
            ))
    }
}
