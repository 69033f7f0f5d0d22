extension MethodCatalogue {
    static let queue: [Method] = [
        Method(
            "queue.list", "Reads the queue, or a page of it.",
            .optional("offset", .index, default: 0, "How many items to pass over."),
            .optional("limit", .index, "How many items to answer at most."),
            result: .reference("QueuePage")
        ) { offset, limit in .queueList(offset: offset, limit: limit) },
        Method(
            "queue.add", "Adds media; a playlist adds its entries, and a directory the files in it.",
            .required("uris", .addresses, "Absolute paths or URLs."),
            .optional("position", .index, "The place of the first; the end when left out."),
            .optional("next", .boolean, default: false, "Whether they come right behind the current item."),
            .optional("unique", .boolean, default: false, "Whether what the queue has already is left out."),
            result: .reference("QueueAddition"), errors: mediaErrors + [.queueFull]
        ) { uris, position, next, unique throws(ControlError) in
            if next, position != nil {
                throw ControlError(.invalidParams, "queue.add: give \"position\" or \"next\", not both")
            }
            return .queueAdd(uris: uris, position: position, next: next, unique: unique)
        },
        Method(
            "queue.remove", "Removes items.",
            .required("ids", .identifiers, "Which."),
            result: .reference("QueueRevision"), errors: [.queueItemNotFound]
        ) { ids in .queueRemove(ids: ids) },
        Method(
            "queue.deduplicate", "Removes all items but one of those that name the same media.",
            result: .reference("QueueRemoval")
        ) { .queueDeduplicate },
        Method(
            "queue.move", "Moves items, in the order given, so that the first stands at `position`.",
            .required("ids", .identifiers, "Which."),
            .required("position", .index, "The place of the first once all have moved."),
            result: .reference("QueueRevision"), errors: [.queueItemNotFound]
        ) { ids, position in .queueMove(ids: ids, position: position) },
        Method("queue.clear", "Empties the queue.", result: .reference("QueueRevision")) { .queueClear },
        Method(
            "queue.set", "Reads or changes how the queue is played.",
            .optional("repeat", ParameterKind<Wire.RepeatMode>.named, "What starts again at its end."),
            .optional("shuffle", .boolean, "Whether in random order."),
            .optional("consume", .boolean, "Whether items leave the queue once played."),
            result: .reference("QueueModes")
        ) { mode, shuffle, consume in .queueSet(repeat: mode, shuffle: shuffle, consume: consume) },
    ]
}
