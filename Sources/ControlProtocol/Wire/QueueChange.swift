extension Wire {
    /// What `queue.add` answers.
    package struct QueueAddition: WireValue {
        /// The ids of the new items, in order.
        package var ids: [Int64]
        /// The revision after the change.
        package var revision: Int64
        /// What was left out.
        package var skipped: [SkippedEntry]

        /// Makes an answer.
        package init(ids: [Int64], revision: Int64, skipped: [SkippedEntry] = []) {
            self.ids = ids
            self.revision = revision
            self.skipped = skipped
        }

        /// Reads an answer.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            guard let ids = object["ids"]?.arrayValue?.compactMap(\.integerValue) else {
                throw JSONMismatch("ids", isNo: "array")
            }
            self.init(ids: ids, revision: try object.integer("revision"), skipped: try SkippedEntry.all(in: object))
        }

        /// The answer as it travels.
        package var json: JSONValue {
            JSONValue.object(["ids": .array(ids.map(JSONValue.integer)), "revision": .integer(revision)]).with(skipped)
        }

        /// The schema of the answer.
        package static var schema: Schema {
            .object([
                .required("ids", .array(of: .integer()), "The ids of the new items, in order."),
                .required("revision", .integer(), "The revision after the change."),
                SkippedEntry.field,
            ])
        }
    }

    /// What `queue.deduplicate` answers.
    package struct QueueRemoval: WireValue {
        /// The ids of the items that are gone.
        package var removed: [Int64]
        /// The revision after the change.
        package var revision: Int64

        /// Makes an answer.
        package init(removed: [Int64], revision: Int64) {
            self.removed = removed
            self.revision = revision
        }

        /// Reads an answer.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            guard let removed = object["removed"]?.arrayValue?.compactMap(\.integerValue) else {
                throw JSONMismatch("removed", isNo: "array")
            }
            self.init(removed: removed, revision: try object.integer("revision"))
        }

        /// The answer as it travels.
        package var json: JSONValue {
            ["removed": .array(removed.map(JSONValue.integer)), "revision": .integer(revision)]
        }

        /// The schema of the answer.
        package static var schema: Schema {
            .object([
                .required("removed", .array(of: .integer()), "The ids of the items that are gone."),
                .required("revision", .integer(), "The revision after the change."),
            ])
        }
    }

    /// What the other changes of the queue answer.
    package struct QueueRevision: WireValue {
        /// The revision after the change.
        package var revision: Int64

        /// Makes an answer.
        package init(revision: Int64) { self.revision = revision }

        /// Reads an answer.
        package init(json: JSONValue) throws(JSONMismatch) {
            self.init(revision: try Self.members(json).integer("revision"))
        }

        /// The answer as it travels.
        package var json: JSONValue { ["revision": .integer(revision)] }

        /// The schema of the answer.
        package static var schema: Schema {
            .object([.required("revision", .integer(), "The revision after the change.")])
        }
    }
}
