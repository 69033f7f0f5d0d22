extension Wire {
    /// What is heard of an alarm.
    public enum AlarmSource: String, CaseIterable, Hashable, Sendable {
        /// What it names.
        case wanted
        /// The file of the configuration.
        case fallback
        /// The tone that needs nothing.
        case tone
    }

    /// Why an alarm rings no more.
    public enum AlarmEnd: String, CaseIterable, Hashable, Sendable {
        case dismissed, snoozed, takenOver, timeLimit, replaced, removed, shuttingDown
    }

    /// An alarm. Times of the calendar are in seconds since the beginning of 1970 (UTC).
    public struct Alarm: WireObject {
        /// The number of the alarm.
        public var alarm: Int64
        /// The time of the day, such as `07:30`.
        public var time: String
        /// The names of the days, or one date.
        public var days: [String]
        /// What is played.
        public var uri: String
        /// How long the volume takes to its goal, in seconds.
        public var fade: Double
        /// The volume; `nil` for the one that is set then.
        public var volume: Double?
        /// How many minutes it waits where nobody says how long.
        public var snooze: Double
        /// The uid of the output; `nil` for where the sound goes by itself.
        public var output: String?
        /// Whether mute switches are taken off.
        public var unmute: Bool
        /// Whether it rings at its times.
        public var enabled: Bool
        /// When it rings next; `nil` for never.
        public var next: Double?
        /// Whether it rings now.
        public var ringing: Bool
        /// When it rings again because somebody has asked for that.
        public var snoozedUntil: Double?
        /// When it was to ring last and did not.
        public var missed: Double?

        /// Makes an alarm.
        package init(
            alarm: Int64, time: String, days: [String], uri: String, fade: Double, volume: Double?, snooze: Double,
            output: String?, unmute: Bool, enabled: Bool, next: Double?, ringing: Bool, snoozedUntil: Double?, missed: Double?
        ) {
            self.alarm = alarm
            self.time = time
            self.days = days
            self.uri = uri
            self.fade = fade
            self.volume = volume
            self.snooze = snooze
            self.output = output
            self.unmute = unmute
            self.enabled = enabled
            self.next = next
            self.ringing = ringing
            self.snoozedUntil = snoozedUntil
            self.missed = missed
        }

        /// The members of an alarm.
        package static let shape = WireShape(
            Alarm.init(
                alarm:time:days:uri:fade:volume:snooze:output:unmute:enabled:next:ringing:snoozedUntil:missed:),
            .of(\.alarm, .required("alarm", .integer(), "The number of the alarm.")),
            .of(\.time, .required("time", .string, "The time of the day, such as `07:30` or `07:30:15`.")),
            .of(
                \.days,
                .required("days", .strings, "The names of the days, `monday` to `sunday`, or one date such as `2026-12-24`.")),
            .of(\.uri, .required("uri", .string, "What is played.")),
            .of(\.fade, .required("fade", .number(minimum: 0, in: 0...1e9), "Seconds in which the volume goes up to its goal.")),
            .of(
                \.volume,
                .optional("volume", .number(in: Wire.Volume.levels), "The volume; left out for the one that is set then.")),
            .of(\.snooze, .required("snooze", .number(in: 0...1e9), "Minutes that it waits where nobody says how long.")),
            .of(\.output, .optional("output", .string, "The uid of the output; left out for where the sound goes by itself.")),
            .of(
                \.unmute,
                .required("unmute", .boolean, "Whether the mute switches of the player and of the output are taken off.")),
            .of(\.enabled, .required("enabled", .boolean, "Whether it rings at its times.")),
            .of(
                \.next,
                .optional(
                    "next", .number(), "When it rings next, in seconds since the beginning of 1970 (UTC); left out for never.")),
            .of(\.ringing, .required("ringing", .boolean, "Whether it rings now.")),
            .of(
                \.snoozedUntil,
                .optional("snoozedUntil", .number(), "When it rings again because somebody has asked for that, as `next`.")),
            .of(
                \.missed,
                .optional("missed", .number(), "When it was to ring last and did not, as `next`; left out if it has rung since."))
        )
    }

    /// What ``Methods/Alarm/change`` changes of an alarm; what is `nil` stays as it is. ``Methods/Alarm/add`` takes it, too.
    public struct AlarmOrder: Hashable, Sendable {
        /// The time of the day.
        public var time: String?
        /// The days; none for once, at the next such time.
        public var days: [String]?
        /// What is played.
        public var uri: String?
        /// In how many seconds the volume goes up.
        public var fade: Double?
        /// The volume; `nil` inside for the one that is set then.
        public var volume: Double??
        /// How many minutes it waits where nobody says how long.
        public var snooze: Double?
        /// The uid of the output; `nil` inside for where the sound goes by itself.
        public var output: String??
        /// Whether mute switches are taken off.
        public var unmute: Bool?
        /// Whether it rings at its times.
        public var enabled: Bool?

        /// Makes an order that changes nothing.
        public init(
            time: String? = nil, days: [String]? = nil, uri: String? = nil, fade: Double? = nil, volume: Double?? = nil,
            snooze: Double? = nil, output: String?? = nil, unmute: Bool? = nil, enabled: Bool? = nil
        ) {
            self.time = time
            self.days = days
            self.uri = uri
            self.fade = fade
            self.volume = volume
            self.snooze = snooze
            self.output = output
            self.unmute = unmute
            self.enabled = enabled
        }
    }
}
