public import JSON

extension Wire {
    /// Something that was left out when media was added, and why.
    public struct SkippedEntry: WireObject {
        /// The file, playlist or directory that could not be used in full.
        public var uri: String
        /// A sentence for a person: what was left out and why.
        public var message: String

        /// Makes an entry.
        package init(uri: String, message: String) {
            self.uri = uri
            self.message = message
        }

        /// The members of an entry.
        package static let shape = WireShape(
            SkippedEntry.init(uri:message:),
            .of(\.uri, .required("uri", .string, "The file, playlist or directory that could not be used in full.")),
            .of(\.message, .required("message", .string, "What was left out and why, for a person.")))

        /// The member `skipped` of an answer.
        static let member = WireMember<[SkippedEntry]>.unlessEmpty(
            "skipped", .references(), "What was left out, if anything was; at most 100 entries.")

        /// Returns all entries in the member `skipped` of `answer`; none if it has no such member.
        public static func all(in answer: JSONObject) throws(JSONMismatch) -> [SkippedEntry] { try member.read(answer) }
    }
}

extension JSONValue {
    /// Returns the value with the member `skipped`, if `skipped` has entries.
    public func with(_ skipped: [Wire.SkippedEntry]) -> JSONValue {
        guard var object = objectValue else { return self }
        Wire.SkippedEntry.member.write(skipped, &object)
        return .object(object)
    }
}
