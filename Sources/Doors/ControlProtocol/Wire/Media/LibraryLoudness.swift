extension Wire {
    /// How far the library is with the loudness of songs.
    public struct LibraryLoudness: WireObject {
        /// What is happening.
        public enum State: String, CaseIterable, Hashable, Sendable {
            /// Songs are being measured.
            case running
            /// Measuring waits for a scan.
            case paused
            /// Nothing is measured.
            case idle
        }

        /// `running`, `paused` or `idle`.
        public var state: State
        /// Songs that are measured.
        public var measured: Int
        /// Songs that are not, because their files state a loudness.
        public var stated: Int
        /// Songs that cannot be measured.
        public var failed: Int
        /// Songs that were not looked at yet.
        public var left: Int
        /// Why measuring has ended before its end.
        public var problem: String?

        /// Makes it.
        package init(state: State, measured: Int, stated: Int, failed: Int, left: Int, problem: String? = nil) {
            self.state = state
            self.measured = measured
            self.stated = stated
            self.failed = failed
            self.left = left
            self.problem = problem
        }

        /// The members.
        package static let shape = WireShape(
            LibraryLoudness.init(state:measured:stated:failed:left:problem:),
            .of(\.state, .required("state", .choice, "`running`, `paused` while a scan runs, or `idle`.")),
            .of(\.measured, .required("measured", .integer(minimum: 0), "Songs that are measured as their files are now.")),
            .of(
                \.stated,
                .required("stated", .integer(minimum: 0), "Songs that are not measured, because their files state a loudness.")),
            .of(\.failed, .required("failed", .integer(minimum: 0), "Songs that cannot be measured.")),
            .of(\.left, .required("left", .integer(minimum: 0), "Songs that were not looked at yet.")),
            .of(\.problem, .optional("problem", .string, "Why measuring has ended before its end, for a person.")))
    }
}
