extension Wire {
    /// A summary of the queue, as `status` shows it.
    package struct QueueSummary: WireValue {
        /// How many items the queue has.
        package var length: Int
        /// The index of the current item, from 0; `nil` without one.
        package var index: Int?
        /// Grows with every change of the queue.
        package var revision: Int64
        /// How the queue is played.
        package var modes: QueueModes

        /// Makes a summary.
        package init(length: Int, index: Int?, revision: Int64, modes: QueueModes) {
            self.length = length
            self.index = index
            self.revision = revision
            self.modes = modes
        }

        /// Reads a summary.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(
                length: try object.int("length"), index: object["index"]?.integerValue.map(Int.init),
                revision: try object.integer("revision"), modes: try QueueModes(json: json))
        }

        /// The summary as JSON.
        package var json: JSONValue {
            var object: JSONObject = [
                "length": .integer(Int64(length)), "index": index.map { .integer(Int64($0)) } ?? .null,
                "revision": .integer(revision),
            ]
            object.append(contentsOf: modes.object)
            return .object(object)
        }

        /// The schema of a summary.
        package static var schema: Schema {
            .object(
                [
                    .required("length", .integer(minimum: 0), "How many items the queue has."),
                    .required("index", .nullable(.integer(minimum: 0)), "The current item's index, from 0; null without one."),
                    .required("revision", .integer(), "Grows with every change of the queue."),
                ] + QueueModes.fields)
        }
    }

    /// How the queue is played.
    package struct QueueModes: WireValue {
        /// What is repeated: nothing, the item or the queue.
        package var `repeat`: RepeatMode
        /// Whether items play in random order.
        package var shuffle: Bool
        /// Whether items leave the queue once played.
        package var consume: Bool

        /// Makes modes.
        package init(repeat: RepeatMode = .off, shuffle: Bool = false, consume: Bool = false) {
            self.repeat = `repeat`
            self.shuffle = shuffle
            self.consume = consume
        }

        /// Reads modes.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(
                repeat: try object.choice("repeat", of: RepeatMode.self), shuffle: try object.bool("shuffle"),
                consume: try object.bool("consume"))
        }

        var object: JSONObject {
            ["repeat": .string(self.repeat.rawValue), "shuffle": .bool(shuffle), "consume": .bool(consume)]
        }

        /// The modes as JSON.
        package var json: JSONValue { .object(object) }

        static let fields: [Schema.Field] = [
            .required("repeat", .choice(of: RepeatMode.self), "What is repeated: nothing, the item or the queue."),
            .required("shuffle", .boolean, "Whether items play in random order."),
            .required("consume", .boolean, "Whether items leave the queue once played."),
        ]

        /// The schema of modes.
        package static var schema: Schema { .object(fields) }
    }

    /// The result of `queue.list`: a page of the queue.
    package struct QueuePage: WireValue {
        /// The items of the page, in order.
        package var items: [QueueItem]
        /// How many items the whole queue has.
        package var length: Int
        /// The revision that the page shows.
        package var revision: Int64
        /// The `offset` of the next page; `nil` on the last page.
        package var next: Int?

        /// Makes a page.
        package init(items: [QueueItem], length: Int, revision: Int64, next: Int? = nil) {
            self.items = items
            self.length = length
            self.revision = revision
            self.next = next
        }

        /// Reads a page.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(
                items: try object.wires("items", as: QueueItem.self), length: try object.int("length"),
                revision: try object.integer("revision"), next: object["next"]?.integerValue.flatMap { Int(exactly: $0) })
        }

        /// The page as JSON.
        package var json: JSONValue {
            [
                "items": .array(items.map(\.json)), "length": .integer(Int64(length)), "revision": .integer(revision),
                "next": next.map { .integer(Int64($0)) },
            ]
        }

        /// The schema of a page.
        package static var schema: Schema {
            .object([
                .required("items", .array(of: .reference("QueueItem")), "The items of the page, in order."),
                .required("length", .integer(minimum: 0), "How many items the whole queue has."),
                .required("revision", .integer(), "The revision that the page shows."),
                .optional("next", .integer(minimum: 0), "The `offset` of the next page; missing on the last page."),
            ])
        }
    }
}
