extension Wire {
    /// A place that was heard at a time, from which "now" can be computed.
    package struct Position: WireValue {
        /// Seconds from the start of the item.
        package var seconds: Double
        /// When that place was heard: CLOCK_MONOTONIC, in seconds.
        package var monotonic: Double
        /// Seconds of media a second: 0 when it stands still, 1 when it plays.
        package var rate: Double

        /// Makes a position.
        package init(seconds: Double, monotonic: Double, rate: Double) {
            self.seconds = seconds
            self.monotonic = monotonic
            self.rate = rate
        }

        /// Where playback is at that time of CLOCK_MONOTONIC, in seconds from the start; never negative.
        package func seconds(at monotonic: Double) -> Double {
            max(0, seconds + (monotonic - self.monotonic) * rate)
        }

        /// Reads a position.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            // Wide enough for whatever is meant, narrow enough to be counted with.
            self.init(
                seconds: try object.number("seconds", in: -1e12...1e12),
                monotonic: try object.number("monotonic", in: -1e12...1e12),
                rate: try object.number("rate", in: 0...1_000))
        }

        /// The position as it travels.
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

    /// How loud, and whether mute.
    package struct Volume: WireValue {
        /// 0…1 on the cubic scale that desktop mixers show; a mixer may set more than 1.
        package var level: Double
        /// Whether mute, whatever the level.
        package var muted: Bool

        /// What is taken for a level.
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

        /// The volume as it travels.
        package var json: JSONValue { ["level": .number(level), "muted": .bool(muted)] }

        /// The schema of a volume.
        package static var schema: Schema { .object(fields) }

        static let fields: [Schema.Field] = [
            .required("level", .number(minimum: 0), "0 is silence, 1 is full."),
            .required("muted", .boolean, "Whether the sound is muted."),
        ]
    }
}
