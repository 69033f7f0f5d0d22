extension Wire {
    /// A position in an item and when it was heard, from which a client computes the position now.
    package struct Position: WireValue {
        /// Seconds from the start of the item.
        package var seconds: Double
        /// When that position was heard, in seconds of CLOCK_MONOTONIC.
        package var monotonic: Double
        /// Seconds of media played per second: 0 while playback stands still, 1 while it plays.
        package var rate: Double

        /// Makes a position.
        package init(seconds: Double, monotonic: Double, rate: Double) {
            self.seconds = seconds
            self.monotonic = monotonic
            self.rate = rate
        }

        /// Returns the position at `monotonic` (CLOCK_MONOTONIC), in seconds from the start of the item; never negative.
        package func seconds(at monotonic: Double) -> Double {
            max(0, seconds + (monotonic - self.monotonic) * rate)
        }

        /// Reads a position.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            // Wide enough for every real value, narrow enough to calculate with.
            self.init(
                seconds: try object.number("seconds", in: -1e12...1e12),
                monotonic: try object.number("monotonic", in: -1e12...1e12),
                rate: try object.number("rate", in: 0...1_000))
        }

        /// The position as JSON.
        package var json: JSONValue {
            ["seconds": .number(seconds), "monotonic": .number(monotonic), "rate": .number(rate)]
        }

        /// The schema of a position.
        package static var schema: Schema {
            .object([
                .required("seconds", .number(), "Seconds from the start of the item."),
                .required("monotonic", .number(), "When that position was heard, in seconds of CLOCK_MONOTONIC."),
                .required("rate", .number(), "Seconds of media played per second; 0 while playback stands still."),
            ])
        }
    }

    /// A level, and whether the sound is muted.
    package struct Volume: WireValue {
        /// The level on the cubic scale that desktop mixers show: 0 is silence, 1 is full; a mixer may set more than 1.
        package var level: Double
        /// Whether the sound is muted, whatever the level.
        package var muted: Bool

        /// The levels that a client accepts.
        static let levels = 0.0...1_000

        /// Makes a volume.
        package init(level: Double, muted: Bool) {
            self.level = level
            self.muted = muted
        }

        /// Reads a volume.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(level: try object.number("level", in: Self.levels), muted: try object.bool("muted"))
        }

        /// The volume as JSON.
        package var json: JSONValue { ["level": .number(level), "muted": .bool(muted)] }

        /// The schema of a volume.
        package static var schema: Schema { .object(fields) }

        static let fields: [Schema.Field] = [
            .required("level", .number(minimum: 0), "0 is silence, 1 is full."),
            .required("muted", .boolean, "Whether the sound is muted."),
        ]
    }
}
