extension Wire {
    /// How many ids a reply lists at most. A client that needs the others lists the queue again.
    package static let listedIDs = 10_000

    /// The result of `queue.add`.
    package struct QueueAddition: WireValue {
        /// The ids of the new items, in order; at most the first ``Wire/listedIDs``.
        package var ids: [Int64]
        /// How many items were added.
        package var count: Int
        /// The revision after the change.
        package var revision: Int64
        /// What was left out.
        package var skipped: [SkippedEntry]

        /// Makes an answer about items of those ids.
        package init(ids: [Int64], revision: Int64, skipped: [SkippedEntry] = []) {
            self.ids = Array(ids.prefix(Wire.listedIDs))
            count = ids.count
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
            count = object["count"] == nil ? ids.count : try object.int("count")
        }

        /// The answer as JSON.
        package var json: JSONValue {
            JSONValue.object([
                "ids": .array(ids.map(JSONValue.integer)), "count": .integer(Int64(count)), "revision": .integer(revision),
            ]).with(skipped)
        }

        /// The schema of the answer.
        package static var schema: Schema {
            .object([
                .required("ids", .array(of: .integer()), "The new items' ids, in order; at most the first \(Wire.listedIDs)."),
                .required("count", .integer(minimum: 0), "How many items were added."),
                .required("revision", .integer(), "The revision after the change."),
                SkippedEntry.field,
            ])
        }
    }

    /// The result of `queue.deduplicate`.
    package struct QueueRemoval: WireValue {
        /// The ids of the removed items; at most the first ``Wire/listedIDs``.
        package var removed: [Int64]
        /// How many items were removed.
        package var count: Int
        /// The revision after the change.
        package var revision: Int64

        /// Makes an answer about items of those ids.
        package init(removed: [Int64], revision: Int64) {
            self.removed = Array(removed.prefix(Wire.listedIDs))
            count = removed.count
            self.revision = revision
        }

        /// Reads an answer.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            guard let removed = object["removed"]?.arrayValue?.compactMap(\.integerValue) else {
                throw JSONMismatch("removed", isNo: "array")
            }
            self.init(removed: removed, revision: try object.integer("revision"))
            count = object["count"] == nil ? removed.count : try object.int("count")
        }

        /// The answer as JSON.
        package var json: JSONValue {
            [
                "removed": .array(removed.map(JSONValue.integer)), "count": .integer(Int64(count)),
                "revision": .integer(revision),
            ]
        }

        /// The schema of the answer.
        package static var schema: Schema {
            .object([
                .required("removed", .array(of: .integer()), "The removed items' ids; at most the first \(Wire.listedIDs)."),
                .required("count", .integer(minimum: 0), "How many items were removed."),
                .required("revision", .integer(), "The revision after the change."),
            ])
        }
    }

    /// The result of the other methods that change the queue.
    package struct QueueRevision: WireValue {
        /// The revision after the change.
        package var revision: Int64

        /// Makes an answer.
        package init(revision: Int64) { self.revision = revision }

        /// Reads an answer.
        package init(json: JSONValue) throws(JSONMismatch) {
            self.init(revision: try Self.members(json).integer("revision"))
        }

        /// The answer as JSON.
        package var json: JSONValue { ["revision": .integer(revision)] }

        /// The schema of the answer.
        package static var schema: Schema {
            .object([.required("revision", .integer(), "The revision after the change.")])
        }
    }
}
