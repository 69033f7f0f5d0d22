extension Wire {
    /// A summary of the queue, as `status` shows it.
    public struct QueueSummary: WireObject {
        /// How many items the queue has.
        public var length: Int
        /// The index of the current item, from 0; `nil` without one.
        public var index: Int?
        /// Grows with every change of the queue.
        public var revision: Int64
        /// How the queue is played.
        public var modes: QueueModes
        /// How many items could not be played when they were tried last; `nil` if there is none.
        public var failed: Int?
        /// Why the last of them could not, as a sentence; `nil` if it has left or was played since.
        public var failure: String?

        /// Makes a summary.
        package init(
            length: Int, index: Int?, revision: Int64, modes: QueueModes, failed: Int? = nil, failure: String? = nil
        ) {
            self.length = length
            self.index = index
            self.revision = revision
            self.modes = modes
            self.failed = failed
            self.failure = failure
        }

        /// The members of a summary.
        package static let shape = WireShape(
            QueueSummary.init(length:index:revision:modes:failed:failure:),
            .of(\.length, .required("length", .integer(minimum: 0), "How many items the queue has.")),
            .of(
                \.index, .nullable("index", .integer(minimum: 0), "The current item's index, from 0; null without one.")),
            .of(\.revision, .required("revision", .integer(), "Grows with every change of the queue.")),
            .of(\.modes, .inline),
            .of(
                \.failed,
                .optional("failed", .integer(minimum: 1), "How many items could not be played when they were tried last.")),
            .of(\.failure, .optional("failure", .string, "Why the last of them could not, as a sentence.")))
    }

    /// What a queue that shuffles puts into a random order.
    public enum ShuffleUnit: String, Hashable, Sendable, CaseIterable {
        /// Each item by itself.
        case songs
        /// Whole albums: the items of each keep their order.
        case albums
    }

    /// How the queue is played.
    public struct QueueModes: WireObject {
        /// What is repeated: nothing, the item or the queue.
        public var `repeat`: RepeatMode
        /// Whether items play in random order.
        public var shuffle: Bool
        /// What plays in random order if `shuffle` is true; `nil` for each item by itself.
        public var shuffleBy: ShuffleUnit?
        /// Whether items leave the queue once played.
        public var consume: Bool
        /// Whether only the next item that was played leaves the queue.
        public var consumeOnce: Bool
        /// How many times an item that repeats itself is still heard, the present time included; `nil` without end.
        public var repeatCount: Int?

        /// Makes modes.
        package init(
            repeat: RepeatMode = .off, shuffle: Bool = false, consume: Bool = false, consumeOnce: Bool = false,
            repeatCount: Int? = nil, shuffleBy: ShuffleUnit? = nil
        ) {
            self.shuffleBy = shuffleBy
            self.repeat = `repeat`
            self.repeatCount = repeatCount
            self.shuffle = shuffle
            self.consume = consume
            self.consumeOnce = consumeOnce
        }

        /// The members of modes.
        package static let shape = WireShape(
            QueueModes.init(repeat:shuffle:consume:consumeOnce:repeatCount:shuffleBy:),
            .of(\.repeat, .required("repeat", .choice, "What is repeated: nothing, the item or the queue.")),
            .of(\.shuffle, .required("shuffle", .boolean, "Whether items play in random order.")),
            .of(\.consume, .required("consume", .boolean, "Whether items leave the queue once played.")),
            .of(
                \.consumeOnce, .mark("consumeOnce", "Present, and true, if only the next item that was played leaves the queue.")),
            .of(
                \.repeatCount,
                .optional(
                    "repeatCount", .integer(in: 1...1_000),
                    "How many times an item that repeats itself is still heard, the present time included; missing without end.")),
            .of(
                \.shuffleBy,
                .optional(
                    "shuffleBy", .choice, "What plays in random order if `shuffle` is true; missing for each item by itself.")))
    }

    /// The result of `queue.list`: a page of the queue.
    public struct QueuePage: WireObject {
        /// The items of the page, in order.
        public var items: [QueueItem]
        /// How many items the whole queue has.
        public var length: Int
        /// The revision that the page shows.
        public var revision: Int64
        /// The `offset` of the next page; `nil` on the last page.
        public var next: Int?

        /// Makes a page.
        package init(items: [QueueItem], length: Int, revision: Int64, next: Int? = nil) {
            self.items = items
            self.length = length
            self.revision = revision
            self.next = next
        }

        /// The members of a page.
        package static let shape = WireShape(
            QueuePage.init(items:length:revision:next:),
            .of(\.items, .required("items", .references(), "The items of the page, in order.")),
            .of(\.length, .required("length", .integer(minimum: 0), "How many items the whole queue has.")),
            .of(\.revision, .required("revision", .integer(), "The revision that the page shows.")),
            .of(\.next, .optional("next", .integer(minimum: 0), "The `offset` of the next page; missing on the last page.")))
    }
}
