import JSON

extension Methods {
    /// The methods whose names begin with `queue.`.
    public enum Queue {
        /// Reads the queue from an offset on, up to a limit.
        public static let list = Method(
            "queue.list", .view, "Reads the queue, or a page of it.",
            .optional("offset", .index, default: 0, "How many items to skip."),
            .optional("limit", .index, "How many items to return at most."),
            answer: .value(Wire.QueuePage.self))

        /// Adds media; a playlist adds its entries, and a directory the sound files in it.
        public static let add = Method(
            "queue.add", .guest, "Adds media; a playlist adds its entries, and a directory the sound files in it.",
            .inline(Wire.QueueInsertion.shape), answer: .value(Wire.QueueAddition.self), errors: mediaErrors + [.queueFull]
        )
        .checked { insertion throws(ControlError) in
            try insertion.audio?.check("audio", in: "queue.add")
            if insertion.next, insertion.position != nil {
                throw ControlError(.invalidParams, "queue.add: give \"position\" or \"next\", not both")
            }
        }

        /// Removes items.
        public static let remove = Method(
            "queue.remove", .control, "Removes items.",
            .required("ids", .identifiers(minimumCount: 1), "The ids of the items to remove."),
            answer: .value(Wire.QueueRevision.self), errors: [.queueItemNotFound])

        /// Removes items that name the same media as another one; one of them stays.
        public static let deduplicate = Method(
            "queue.deduplicate", .control, "Removes items that name the same media as another one; one of them stays.",
            answer: .value(Wire.QueueRemoval.self))

        /// Moves items, in the order given, so that the first stands at `position`.
        public static let move = Method(
            "queue.move", .control, "Moves items, in the order given, so that the first stands at `position`.",
            .required("ids", .identifiers(minimumCount: 1), "The ids of the items to move."),
            .required("position", .index, "The index of the first once all have moved, counted from 0."),
            answer: .value(Wire.QueueRevision.self), errors: [.queueItemNotFound])

        /// Empties the queue.
        public static let clear = Method("queue.clear", .control, "Empties the queue.", answer: .value(Wire.QueueRevision.self))

        /// Takes the newest change of the queue back, whoever made it.
        public static let undo = Method(
            "queue.undo", .control, "Takes the newest change of the queue back, whoever made it.",
            answer: .value(Wire.QueueReversion.self), errors: [.nothingToUndo, .queueItemNotEditable, .queueFull])

        /// Does again what `queue.undo` has taken back last.
        public static let redo = Method(
            "queue.redo", .control, "Does again what `queue.undo` has taken back last.",
            answer: .value(Wire.QueueReversion.self), errors: [.nothingToUndo, .queueItemNotEditable, .queueFull])

        /// Reads how the queue is played, or changes it.
        public static let set = Method(
            "queue.set", .control, "Reads or changes how the queue is played.",
            .inline(Wire.QueueModeChange.shape), answer: .value(Wire.QueueModes.self)
        )
        .checked { change throws(ControlError) in
            if change.repeatCount != nil, change.repeat != .one {
                throw ControlError(
                    .invalidParams, "queue.set: \"repeatCount\" goes with \"repeat\": \"one\" only",
                    details: ["parameter": "repeatCount"])
            }
        }

        /// Makes a queue that shuffles play items before those of a lower priority.
        public static let setPriority = Method(
            "queue.setPriority", .control, "Makes a queue that shuffles play items before those of a lower priority.",
            .required("ids", .identifiers(minimumCount: 1), "The ids of the items."),
            .required("priority", .byte, "The priority, 0 to 255. It ends when the item is played."),
            answer: .value(Wire.QueueRevision.self), errors: [.queueItemNotFound])

        /// Has a part of an item's file be played, from its start to its end.
        public static let setRange = Method(
            "queue.setRange", .control, "Has a part of an item's file be played; without `start` and `end`, all of it.",
            .required("id", .identifier, "The id of the item. It must not be the current one."),
            .optional("start", .number(minimum: 0, maximum: 999_999_999), "Where the part begins, in seconds of the file."),
            .optional("end", .number(minimum: 0, maximum: 999_999_999), "Where it ends; at the end of the file if left out."),
            answer: .value(Wire.QueueRevision.self), errors: [.queueItemNotFound, .queueItemNotEditable, .rangeNotAllowed]
        )
        .checked { _, start, end throws(ControlError) in
            if let end, end <= start ?? 0 {
                throw ControlError(
                    .invalidParams, "queue.setRange: \"end\" has to be behind \"start\"", details: ["parameter": "end"])
            }
        }

        /// Sets tags of an item that is an address of the network.
        public static let setTags = Method(
            "queue.setTags", .control, "Sets tags of an item that is an address of the network. An empty text removes one.",
            .required("id", .identifier, "The id of the item."),
            .required("tags", .queueTags, "The texts by the names of the tags; tags that are left out stay."),
            answer: .value(Wire.QueueRevision.self), errors: [.queueItemNotFound, .queueItemNotEditable])
    }

    static let queue: [any AnyMethod] = [
        Queue.list, Queue.add, Queue.remove, Queue.deduplicate, Queue.move, Queue.clear, Queue.undo, Queue.redo, Queue.set,
        Queue.setPriority,
        Queue.setRange, Queue.setTags,
    ]
}

extension Wire {
    /// What ``Methods/Queue/add`` adds, and where.
    public struct QueueInsertion: Hashable, Sendable {
        /// Absolute paths or URLs.
        public var uris: [String]
        /// The index that the first is to have; `nil` for the end.
        public var position: Int?
        /// Whether they go right behind the current item.
        public var next: Bool
        /// Whether media that the queue already has is left out.
        public var unique: Bool
        /// Whether files that are not there are taken.
        public var missing: Bool
        /// Which of several audio tracks is played of each; `nil` if nobody has chosen.
        public var audio: TrackChoice?
        /// Whether undo takes them back together with what the client did before.
        public var joins: Bool

        /// Makes an insertion.
        public init(
            uris: [String], position: Int? = nil, next: Bool = false, unique: Bool = false, missing: Bool = false,
            audio: TrackChoice? = nil, joins: Bool = false
        ) {
            self.joins = joins
            self.uris = uris
            self.position = position
            self.next = next
            self.unique = unique
            self.missing = missing
            self.audio = audio
        }

        fileprivate static var shape: WireShape<QueueInsertion> {
            WireShape(
                QueueInsertion.init(uris:position:next:unique:missing:audio:joins:),
                .of(\.uris, .required("uris", .addresses(minimumCount: 1), "Absolute paths or URLs.")),
                .of(
                    \.position,
                    .optional("position", .index, "Where to insert the first, counted from 0; at the end if left out.")),
                .of(
                    \.next,
                    .optional("next", .boolean, default: false, "Whether to insert them right behind the current item.")),
                .of(
                    \.unique,
                    .optional("unique", .boolean, default: false, "Whether to leave out media that the queue already has.")),
                .of(
                    \.missing,
                    .optional(
                        "missing", .boolean, default: false,
                        "Whether to take files that are not there, or cannot be read, because they come later.")),
                .of(
                    \.audio,
                    .optional(
                        "audio", .trackChoice,
                        "Which of several audio tracks is played of each: the index of a stream, or a language.")),
                .of(
                    \.joins,
                    .optional(
                        "joins", .boolean, default: false,
                        "Whether undo takes them back together with the change of before, if it was of this client.")))
        }
    }

    /// How the queue is to be played from now on. What is `nil` stays as it is.
    public struct QueueModeChange: Hashable, Sendable {
        /// What is repeated: nothing, the item or the queue.
        public var `repeat`: RepeatMode?
        /// Whether items play in random order.
        public var shuffle: Bool?
        /// What plays in random order if items do: each by itself, or whole albums.
        public var shuffleBy: ShuffleUnit?
        /// Whether items leave the queue once played.
        public var consume: Bool?
        /// Whether only the next item that was played leaves the queue.
        public var consumeOnce: Bool?
        /// How many times the item is heard in all, the present time included; `nil` without end. Only with `one`.
        public var repeatCount: Int?

        /// Makes a change.
        public init(
            repeat: RepeatMode? = nil, shuffle: Bool? = nil, consume: Bool? = nil, consumeOnce: Bool? = nil,
            repeatCount: Int? = nil, shuffleBy: ShuffleUnit? = nil
        ) {
            self.repeat = `repeat`
            self.repeatCount = repeatCount
            self.shuffle = shuffle
            self.shuffleBy = shuffleBy
            self.consume = consume
            self.consumeOnce = consumeOnce
        }

        fileprivate static var shape: WireShape<QueueModeChange> {
            WireShape(
                QueueModeChange.init(repeat:shuffle:consume:consumeOnce:repeatCount:shuffleBy:),
                .of(\.repeat, .optional("repeat", .choice, "What is repeated: nothing, the item or the queue.")),
                .of(\.shuffle, .optional("shuffle", .boolean, "Whether items play in random order.")),
                .of(\.consume, .optional("consume", .boolean, "Whether items leave the queue once played.")),
                .of(
                    \.consumeOnce,
                    .optional("consumeOnce", .boolean, "Whether only the next item that was played leaves the queue.")),
                .of(
                    \.repeatCount,
                    .optional(
                        "repeatCount", .integer(in: 1...1_000),
                        "With `one`: how many times the item is heard, the present time included; without it, without end.")),
                .of(
                    \.shuffleBy,
                    .optional(
                        "shuffleBy", .choice, "What plays in random order if `shuffle` is true: each item, or whole albums.")))
        }
    }
}

extension WireKind where Value == [Wire.QueueTag: String] {
    /// Texts by the names of tags that a client can set.
    fileprivate static var queueTags: Self {
        Self(.object(Wire.QueueTag.allCases.map { .optional($0.rawValue, .string(maximumLength: 4_096), $0.summary) })) { tags in
            var object = JSONObject()
            for tag in Wire.QueueTag.allCases { object[tag.rawValue] = tags[tag].map(JSONValue.string) }
            return .object(object)
        } read: { object, name throws(JSONMismatch) in
            let texts = try object.object(name)
            var tags: [Wire.QueueTag: String] = [:]
            for tag in Wire.QueueTag.allCases { tags[tag] = texts[tag.rawValue]?.stringValue }
            return tags
        }
    }
}
