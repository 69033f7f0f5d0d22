import JSON

extension MethodCatalogue {
    static let queue: [Method] = [
        Method(
            "queue.list", "Reads the queue, or a page of it.",
            .optional("offset", .index, default: 0, "How many items to skip."),
            .optional("limit", .index, "How many items to return at most."),
            result: .reference("QueuePage")
        ) { offset, limit in .queue(.list(offset: offset, limit: limit)) },
        Method(
            "queue.add", "Adds media; a playlist adds its entries, and a directory the sound files in it.",
            .required("uris", .addresses, "Absolute paths or URLs."),
            .optional("position", .index, "Where to insert the first, counted from 0; at the end if left out."),
            .optional("next", .boolean, default: false, "Whether to insert them right behind the current item."),
            .optional("unique", .boolean, default: false, "Whether to leave out media that the queue already has."),
            .optional(
                "missing", .boolean, default: false,
                "Whether to take files that are not there, or cannot be read, because they come later."),
            result: .reference("QueueAddition"), errors: mediaErrors + [.queueFull]
        ) { uris, position, next, unique, missing throws(ControlError) in
            if next, position != nil {
                throw ControlError(.invalidParams, "queue.add: give \"position\" or \"next\", not both")
            }
            return .queue(.add(uris: uris, position: position, next: next, unique: unique, missing: missing))
        },
        Method(
            "queue.remove", "Removes items.",
            .required("ids", .identifiers, "The ids of the items to remove."),
            result: .reference("QueueRevision"), errors: [.queueItemNotFound]
        ) { ids in .queue(.remove(ids: ids)) },
        Method(
            "queue.deduplicate", "Removes items that name the same media as another one; one of them stays.",
            result: .reference("QueueRemoval")
        ) { .queue(.deduplicate) },
        Method(
            "queue.move", "Moves items, in the order given, so that the first stands at `position`.",
            .required("ids", .identifiers, "The ids of the items to move."),
            .required("position", .index, "The index of the first once all have moved, counted from 0."),
            result: .reference("QueueRevision"), errors: [.queueItemNotFound]
        ) { ids, position in .queue(.move(ids: ids, position: position)) },
        Method("queue.clear", "Empties the queue.", result: .reference("QueueRevision")) { .queue(.clear) },
        Method(
            "queue.set", "Reads or changes how the queue is played.",
            .optional("repeat", ParameterKind<Wire.RepeatMode>.named, "What is repeated: nothing, the item or the queue."),
            .optional("shuffle", .boolean, "Whether items play in random order."),
            .optional("consume", .boolean, "Whether items leave the queue once played."),
            .optional("consumeOnce", .boolean, "Whether only the next item that was played leaves the queue."),
            result: .reference("QueueModes")
        ) { mode, shuffle, consume, consumeOnce in
            .queue(.set(repeat: mode, shuffle: shuffle, consume: consume, consumeOnce: consumeOnce))
        },
        Method(
            "queue.setPriority", "Makes a queue that shuffles play items before those of a lower priority.",
            .required("ids", .identifiers, "The ids of the items."),
            .required("priority", .byte, "The priority, 0 to 255. It ends when the item is played."),
            result: .reference("QueueRevision"), errors: [.queueItemNotFound]
        ) { ids, priority in .queue(.setPriority(ids: ids, priority: priority)) },
        Method(
            "queue.setRange", "Has a part of an item's file be played; without `start` and `end`, all of it.",
            .required("id", .identifier, "The id of the item. It must not be the current one."),
            .optional("start", .number(minimum: 0, maximum: 999_999_999), "Where the part begins, in seconds of the file."),
            .optional("end", .number(minimum: 0, maximum: 999_999_999), "Where it ends; at the end of the file if left out."),
            result: .reference("QueueRevision"), errors: [.queueItemNotFound, .queueItemNotEditable, .rangeNotAllowed]
        ) { id, start, end throws(ControlError) in
            if let end, end <= start ?? 0 {
                throw ControlError(
                    .invalidParams, "queue.setRange: \"end\" has to be behind \"start\"", details: ["parameter": "end"])
            }
            return .queue(.setRange(id: id, start: start ?? 0, end: end))
        },
        Method(
            "queue.setTags", "Sets tags of an item that is an address of the network. An empty text removes one.",
            .required("id", .identifier, "The id of the item."),
            .required("tags", .queueTags, "The texts by the names of the tags; tags that are left out stay."),
            result: .reference("QueueRevision"), errors: [.queueItemNotFound, .queueItemNotEditable]
        ) { id, tags in .queue(.setTags(id: id, tags: tags)) },
    ]
}
