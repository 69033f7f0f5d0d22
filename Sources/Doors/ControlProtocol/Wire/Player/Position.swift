extension Wire {
    /// A position in an item and when it was heard, from which a client computes the position now.
    public struct Position: WireObject {
        /// Seconds from the start of the item.
        public var seconds: Double
        /// When that position was heard, in seconds of CLOCK_MONOTONIC.
        public var monotonic: Double
        /// Seconds of media played per second: 0 while playback stands still, 1 while it plays.
        public var rate: Double

        /// Makes a position.
        package init(seconds: Double, monotonic: Double, rate: Double) {
            self.seconds = seconds
            self.monotonic = monotonic
            self.rate = rate
        }

        /// Returns the position at `monotonic` (CLOCK_MONOTONIC), in seconds from the start of the item; never negative.
        public func seconds(at monotonic: Double) -> Double {
            max(0, seconds + (monotonic - self.monotonic) * rate)
        }

        /// Wide enough for every real value, narrow enough to calculate with.
        private static let times = -1e12...1e12

        /// The members of a position.
        package static let shape = WireShape(
            Position.init(seconds:monotonic:rate:),
            .of(\.seconds, .required("seconds", .number(in: times), "Seconds from the start of the item.")),
            .of(
                \.monotonic,
                .required("monotonic", .number(in: times), "When that position was heard, in seconds of CLOCK_MONOTONIC.")),
            .of(
                \.rate,
                .required(
                    "rate", .number(in: 0...1_000), "Seconds of media played per second; 0 while playback stands still.")))
    }

    /// A level, and whether the sound is muted.
    public struct Volume: WireObject {
        /// The level on the cubic scale that desktop mixers show: 0 is silence, 1 is full; a mixer may set more than 1.
        public var level: Double
        /// Whether the sound is muted, whatever the level.
        public var muted: Bool
        /// The greatest level that the output allows; `nil` if it allows all.
        public var maximum: Double?

        /// The levels that a client accepts.
        static let levels = 0.0...1_000

        /// Makes a volume.
        package init(level: Double, muted: Bool, maximum: Double? = nil) {
            self.level = level
            self.muted = muted
            self.maximum = maximum
        }

        /// The members of a volume.
        package static let shape = WireShape(
            Volume.init(level:muted:maximum:),
            .of(\.level, .required("level", .number(minimum: 0, in: levels), "0 is silence, 1 is full.")),
            .of(\.muted, .required("muted", .boolean, "Whether the sound is muted.")),
            .of(
                \.maximum,
                .optional(
                    "maximum", .number(minimum: 0, maximum: 1), "The most that the output allows, if it does not allow all.")))
    }

    /// Where a volume goes by itself, in a straight line on its scale.
    public struct VolumeFade: WireObject {
        /// The level that it goes to.
        public var level: Double
        /// How many seconds were left at `monotonic`.
        public var seconds: Double
        /// A time of CLOCK_MONOTONIC, in seconds.
        public var monotonic: Double

        /// Makes a fade.
        package init(level: Double, seconds: Double, monotonic: Double) {
            self.level = level
            self.seconds = seconds
            self.monotonic = monotonic
        }

        /// The members of a fade.
        package static let shape = WireShape(
            VolumeFade.init(level:seconds:monotonic:),
            .of(\.level, .required("level", .number(minimum: 0, in: Volume.levels), "The level that it goes to.")),
            .of(\.seconds, .required("seconds", .number(minimum: 0, in: 0...1e9), "Seconds that were left at `monotonic`.")),
            .of(\.monotonic, .required("monotonic", .number(in: -1e12...1e12), "A time of CLOCK_MONOTONIC, in seconds.")))
    }
}
