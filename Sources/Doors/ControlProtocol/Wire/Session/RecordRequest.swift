extension Wire {
    /// A request for permission to record, which waits for a person.
    public struct RecordRequest: WireObject {
        /// The longest purpose, in characters.
        public static let longestPurpose = 200

        /// The id of the request.
        public var request: Int64
        /// What the program calls itself that asks; `nil` if nobody knows.
        public var program: String?
        /// The number of its process.
        public var pid: Int32
        /// What it wants to record for, in its own words; `nil` if it does not say.
        public var purpose: String?
        /// When it asked, in seconds since 1970.
        public var since: Double

        /// Makes a request.
        package init(request: Int64, program: String?, pid: Int32, purpose: String?, since: Double) {
            self.request = request
            self.program = program
            self.pid = pid
            self.purpose = purpose
            self.since = since
        }

        /// The members of a request.
        package static let shape = WireShape(
            RecordRequest.init(request:program:pid:purpose:since:),
            .of(\.request, .required("request", .integer(), "The id of the request.")),
            .of(\.program, .nullable("program", .string, "What the program calls itself that asks.")),
            .of(\.pid, .required("pid", .integer(), "The number of its process.")),
            .of(\.purpose, .nullable("purpose", .string, "What it wants to record for, in its own words.")),
            .of(\.since, .required("since", .number(), "When it asked, in seconds since 1970.")))
    }

    /// How a request for permission to record ended.
    public enum RecordRequestEnd: String, CaseIterable, Sendable {
        /// It was allowed.
        case allowed
        /// It was denied.
        case denied
        /// The client that asked is gone.
        case withdrawn
    }
}

extension WireMember where Value == String? {
    /// What a recording is for.
    static var purpose: Self {
        .optional(
            "purpose", .purpose, "What the recording is for, in a few words for the person who has to allow it.")
    }
}

extension WireKind where Value == String {
    /// A string that is not empty, of at most ``Wire/RecordRequest/longestPurpose`` characters.
    fileprivate static var purpose: Self { string(minimumLength: 1, maximumLength: Wire.RecordRequest.longestPurpose) }
}
