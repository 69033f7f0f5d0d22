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
            result: .reference("QueueAddition"), errors: mediaErrors + [.queueFull]
        ) { uris, position, next, unique throws(ControlError) in
            if next, position != nil {
                throw ControlError(.invalidParams, "queue.add: give \"position\" or \"next\", not both")
            }
            return .queue(.add(uris: uris, position: position, next: next, unique: unique))
        },
        Method(
            "queue.remove", "Removes items.",
            .required("ids", .identifiers, "The ids of the items to remove."),
            result: .reference("QueueRevision"), errors: [.queueItemNotFound]
        ) { ids in .queue(.remove(ids: ids)) },
        Method(
            "queue.deduplicate", "Of all items that name the same media, keeps one and removes the others.",
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
            result: .reference("QueueModes")
        ) { mode, shuffle, consume in .queue(.set(repeat: mode, shuffle: shuffle, consume: consume)) },
    ]
}
