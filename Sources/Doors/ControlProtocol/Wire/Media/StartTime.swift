import JSON

extension Wire {
    /// When something is to be heard, by one of two clocks.
    public struct StartTime: WireObject {
        /// By CLOCK_MONOTONIC, in seconds, as `monotonic` of a position.
        public var monotonic: Double?
        /// By the calendar, in seconds since the beginning of 1970 (UTC).
        public var time: Double?

        /// Makes a time by the monotonic clock, in seconds.
        public static func monotonic(_ seconds: Double) -> StartTime { StartTime(monotonic: seconds, time: nil) }

        /// Makes a time by the calendar, in seconds since the beginning of 1970 (UTC).
        public static func time(_ seconds: Double) -> StartTime { StartTime(monotonic: nil, time: seconds) }

        private init(monotonic: Double?, time: Double?) {
            self.monotonic = monotonic
            self.time = time
        }

        /// The members of a time.
        package static let shape = WireShape(
            StartTime.init(monotonic:time:),
            .of(
                \.monotonic,
                .optional("monotonic", .number(minimum: 0), "By CLOCK_MONOTONIC, in seconds, as in a position.")),
            .of(
                \.time,
                .optional("time", .number(minimum: 0), "By the calendar, in seconds since the beginning of 1970 (UTC).")))

        /// Throws unless it is given by one clock.
        func check(_ method: String) throws(ControlError) {
            guard (monotonic == nil) == (time == nil) else { return }
            throw ControlError(
                .invalidParams, "\(method): \"at\" has \"monotonic\" or \"time\", one of them",
                details: ["parameter": "at"])
        }
    }
}
