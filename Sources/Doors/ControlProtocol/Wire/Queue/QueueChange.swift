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

    /// What a change of the queue was.
    public enum QueueChangeKind: String, CaseIterable, Hashable, Sendable {
        /// Items were added.
        case added
        /// Items were removed, or all of them.
        case removed
        /// Items were moved.
        case moved
        /// Others took the place of items.
        case replaced
        /// Items got other priorities, tags or parts of their files.
        case changed
        /// Several of these, in one go.
        case several
    }

    /// The result of `queue.undo` and `queue.redo`.
    public struct QueueReversion: WireObject {
        /// What the change had done when it was made.
        public var change: QueueChangeKind
        /// How many items it concerned; of several changes, how many there were.
        public var count: Int
        /// How many changes can still be taken back.
        public var undoable: Int
        /// How many changes were taken back and can be done again.
        public var redoable: Int
        /// The revision after it.
        public var revision: Int64

        /// Makes an answer.
        package init(change: QueueChangeKind, count: Int, undoable: Int, redoable: Int, revision: Int64) {
            self.change = change
            self.count = count
            self.undoable = undoable
            self.redoable = redoable
            self.revision = revision
        }

        /// The members of the answer.
        package static let shape = WireShape(
            QueueReversion.init(change:count:undoable:redoable:revision:),
            .of(\.change, .required("change", .choice, "What the change had done when it was made.")),
            .of(
                \.count,
                .required("count", .integer(minimum: 0), "How many items it concerned; of several changes, how many there were.")),
            .of(\.undoable, .required("undoable", .integer(minimum: 0), "How many changes can still be taken back.")),
            .of(\.redoable, .required("redoable", .integer(minimum: 0), "How many changes can be done again.")),
            .of(\.revision, .required("revision", .integer(), "The revision after it.")))
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
