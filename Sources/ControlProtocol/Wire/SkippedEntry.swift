extension Wire {
    /// Something that was left out when media was added, and why.
    package struct SkippedEntry: WireValue {
        /// The file, playlist or directory that could not be used in full.
        package var uri: String
        /// A sentence for a person: what was left out and why.
        package var message: String

        /// Makes an entry.
        package init(uri: String, message: String) {
            self.uri = uri
            self.message = message
        }

        /// Reads an entry.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(uri: try object.string("uri"), message: try object.string("message"))
        }

        /// The entry as JSON.
        package var json: JSONValue { ["uri": .string(uri), "message": .string(message)] }

        /// The schema of an entry.
        package static var schema: Schema {
            .object([
                .required("uri", .string(), "The file, playlist or directory that could not be used in full."),
                .required("message", .string(), "What was left out and why, for a person."),
            ])
        }

        /// Returns all entries in the member `skipped` of `answer`; none if it has no such member.
        package static func all(in answer: JSONObject) throws(JSONMismatch) -> [SkippedEntry] {
            answer["skipped"] == nil ? [] : try answer.wires("skipped", as: SkippedEntry.self)
        }

        /// The schema of the member `skipped`.
        static let field = Schema.Field.optional(
            "skipped", .array(of: .reference("SkippedEntry")), "What was left out, if anything was; at most 100 entries.")
    }
}

extension JSONValue {
    /// Returns the value with the member `skipped`, if `skipped` has entries.
    package func with(_ skipped: [Wire.SkippedEntry]) -> JSONValue {
        guard !skipped.isEmpty, var object = objectValue else { return self }
        object["skipped"] = .array(skipped.map(\.json))
        return .object(object)
    }
}
