extension Wire {
    /// How many ids a reply lists at most. A client that needs the others lists the queue again.
    public static let listedIDs = 10_000

    /// The result of `queue.add`.
    public struct QueueAddition: WireObject {
        /// The ids of the new items, in order; at most the first ``Wire/listedIDs``.
        public var ids: [Int64]
        /// How many items were added.
        public var count: Int
        /// The revision after the change.
        public var revision: Int64
        /// What was left out.
        public var skipped: [SkippedEntry]

        /// Makes an answer about items of those ids.
        package init(ids: [Int64], revision: Int64, skipped: [SkippedEntry] = []) {
            self.ids = Array(ids.prefix(Wire.listedIDs))
            count = ids.count
            self.revision = revision
            self.skipped = skipped
        }

        private init(ids: [Int64], sentCount: Int?, revision: Int64, skipped: [SkippedEntry]) {
            self.init(ids: ids, revision: revision, skipped: skipped)
            if let sentCount { count = sentCount }
        }

        private var sentCount: Int? { count }

        /// The members of the answer.
        package static let shape = WireShape(
            QueueAddition.init(ids:sentCount:revision:skipped:),
            .of(
                \.ids,
                .required("ids", .identifiers(), "The new items' ids, in order; at most the first \(Wire.listedIDs).")),
            .of(\.sentCount, .newer("count", .integer(minimum: 0), "How many items were added.")),
            .of(\.revision, .required("revision", .integer(), "The revision after the change.")),
            .of(\.skipped, SkippedEntry.member))
    }

    /// The result of `queue.deduplicate`.
    public struct QueueRemoval: WireObject {
        /// The ids of the removed items; at most the first ``Wire/listedIDs``.
        public var removed: [Int64]
        /// How many items were removed.
        public var count: Int
        /// The revision after the change.
        public var revision: Int64

        /// Makes an answer about items of those ids.
        package init(removed: [Int64], revision: Int64) {
            self.removed = Array(removed.prefix(Wire.listedIDs))
            count = removed.count
            self.revision = revision
        }

        private init(removed: [Int64], sentCount: Int?, revision: Int64) {
            self.init(removed: removed, revision: revision)
            if let sentCount { count = sentCount }
        }

        private var sentCount: Int? { count }

        /// The members of the answer.
        package static let shape = WireShape(
            QueueRemoval.init(removed:sentCount:revision:),
            .of(
                \.removed,
                .required("removed", .identifiers(), "The removed items' ids; at most the first \(Wire.listedIDs).")),
            .of(\.sentCount, .newer("count", .integer(minimum: 0), "How many items were removed.")),
            .of(\.revision, .required("revision", .integer(), "The revision after the change.")))
    }

    /// The result of the other methods that change the queue.
    public struct QueueRevision: WireObject {
        /// The revision after the change.
        public var revision: Int64

        /// Makes an answer.
        package init(revision: Int64) { self.revision = revision }

        /// The members of the answer.
        package static let shape = WireShape(
            QueueRevision.init(revision:),
            .of(\.revision, .required("revision", .integer(), "The revision after the change.")))
    }
}
