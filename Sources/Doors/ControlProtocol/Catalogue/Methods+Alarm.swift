// The alarm clock.
extension Methods {
    /// The methods whose names begin with `alarm.`.
    public enum Alarm {
        /// Adds an alarm.
        public static let add = Method(
            "alarm.add", .control,
            "Adds an alarm, which plays `uri` at `time` on `days`, whoever is connected then. Answers once it is on the disk.",
            .required("time", .shortText, timeText), .inline(optionalShape), .required("uri", .address, uriText),
            answer: .value(Wire.Alarm.self), errors: [.limitExceeded, .fileNotWritable, .uriNotAllowed]
        ) { time, order, uri -> Wire.AlarmOrder in
            var order = order
            (order.time, order.uri) = (time, uri)
            return order
        } take: { order in
            (order.time ?? "", order, order.uri ?? "")
        }

        /// Changes an alarm.
        public static let change = Method(
            "alarm.change", .control,
            "Changes an alarm, or switches it on or off. What is left out stays as it is. Answers once it is on the disk.",
            .required("alarm", .identifier, "The number of the alarm."),
            .optional("time", .shortText, timeText), .inline(optionalShape), .optional("uri", .address, uriText),
            answer: .value(Wire.Alarm.self), errors: [.alarmNotFound, .fileNotWritable, .uriNotAllowed]
        ) { alarm, time, order, uri -> (alarm: Int64, order: Wire.AlarmOrder) in
            var order = order
            (order.time, order.uri) = (time, uri)
            return (alarm, order)
        } take: { change in
            (change.alarm, change.order.time, change.order, change.order.uri)
        }

        /// Lists the alarms.
        public static let list = Method(
            "alarm.list", .view, "Lists the alarms, and when each rings next.", answer: .list(of: Wire.Alarm.self))

        /// Removes an alarm.
        public static let remove = Method(
            "alarm.remove", .control, "Removes an alarm. If it rings, it rings no more.",
            .required("alarm", .identifier, "The number of the alarm."),
            answer: .nothing, errors: [.alarmNotFound, .fileNotWritable])

        /// Silences the alarm that rings, and has it ring again.
        public static let snooze = Method(
            "alarm.snooze", .control, "Silences the alarm that rings, and has it ring again.",
            .optional("minutes", .number(minimum: 1, maximum: 120), "In how many minutes; in its own `snooze` if left out."),
            answer: .nothing, errors: [.alarmNotFound])

        /// Ends the alarm that rings.
        public static let dismiss = Method(
            "alarm.dismiss", .control,
            "Ends the alarm that rings, and those that were to ring again. It is no error if there are none.", answer: .nothing)

        private static let timeText = "The time of the day, such as `07:30` or `07:30:15`, in the time zone of the machine."
        private static let uriText = "An absolute path or a URL: whatever `play` takes."

        private static var optionalShape: WireShape<Wire.AlarmOrder> {
            WireShape(
                Wire.AlarmOrder.init(days:fade:volume:snooze:output:unmute:enabled:),
                .of(
                    \.days,
                    .optional(
                        "days", .texts(minimumCount: 0),
                        """
                        The days: names such as `monday`, or `daily`, `weekdays`, `weekends`, or one date such as `2026-12-24`. An empty \
                        array is once, at the next such time; so it is for a new alarm if left out.
                        """)),
                .of(
                    \.fade,
                    .optional(
                        "fade", .number(minimum: 0, maximum: 3_600),
                        "Seconds in which the volume goes up from nothing to its goal; 0 for a new alarm if left out.")),
                .of(
                    \.volume,
                    .settable("volume", .number(minimum: 0, maximum: 1), "The volume; `null` is the one that is set then.")),
                .of(
                    \.snooze,
                    .optional(
                        "snooze", .number(minimum: 1, maximum: 120),
                        "Minutes that it waits where nobody says how long; 9 for a new alarm if left out.")),
                .of(
                    \.output,
                    .settable("output", .text, "The uid of an output; `null` is where the sound goes by itself.")),
                .of(
                    \.unmute,
                    .optional("unmute", .boolean, "Whether the mute switches of the player and of the output are taken off.")),
                .of(\.enabled, .optional("enabled", .boolean, "Whether it rings at its times.")))
        }
    }

    static let alarms: [any AnyMethod] = [
        Alarm.add, Alarm.change, Alarm.list, Alarm.remove, Alarm.snooze, Alarm.dismiss,
    ]
}

extension Wire.AlarmOrder {
    fileprivate init(
        days: [String]?, fade: Double?, volume: Double??, snooze: Double?, output: String??, unmute: Bool?, enabled: Bool?
    ) {
        self.init(
            time: nil, days: days, uri: nil, fade: fade, volume: volume, snooze: snooze, output: output, unmute: unmute,
            enabled: enabled)
    }
}
