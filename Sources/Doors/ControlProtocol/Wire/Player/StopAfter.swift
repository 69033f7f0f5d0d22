extension Wire {
    /// When playback stops by itself.
    public struct StopAfter: WireObject {
        /// What decides when that is.
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            /// The end of the item that is current by then.
            case current
            /// The end of a certain item.
            case item
            /// The end of each item.
            case each
            /// The time.
            case time
        }

        /// What decides when that is.
        public var after: Kind
        /// The id of the item, if an item decides.
        public var item: Int64?
        /// How many seconds were left at `monotonic`, if the time decides.
        public var seconds: Double?
        /// A time of CLOCK_MONOTONIC, in seconds.
        public var monotonic: Double?
        /// The length of the fade before the end, in seconds.
        public var fade: Double?

        /// Makes a value.
        package init(
            after: Kind, item: Int64? = nil, seconds: Double? = nil, monotonic: Double? = nil, fade: Double? = nil
        ) {
            self.after = after
            self.item = item
            self.seconds = seconds
            self.monotonic = monotonic
            self.fade = fade
        }

        /// The members of the value.
        package static let shape = WireShape(
            StopAfter.init(after:item:seconds:monotonic:fade:),
            .of(\.after, .required("after", .choice, "What decides: the current item, the item `item`, each item or the time.")),
            .of(\.item, .optional("item", .integer(), "The id of the item.")),
            .of(\.seconds, .optional("seconds", .number(minimum: 0, in: 0...1e9), "Seconds that were left at `monotonic`.")),
            .of(\.monotonic, .optional("monotonic", .number(in: -1e12...1e12), "A time of CLOCK_MONOTONIC, in seconds.")),
            .of(\.fade, .optional("fade", .number(minimum: 0, in: 0...1e9), "Seconds of the fade before the end.")))
    }
}
