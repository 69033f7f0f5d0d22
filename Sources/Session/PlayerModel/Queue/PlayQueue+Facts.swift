import MediaTypes

// Tags and durations that were read from the files of items.
extension PlayQueue {
    /// Returns up to `count` items whose tags or picture nobody has tried to read; if there are none, items whose duration only counting
    /// can tell. The items behind the current one come first, because they are played next. No item is an address of the
    /// network.
    package func unread(_ count: Int) -> [QueueItem] {
        let unread = first(count) { !$0.wasRead || $0.hasPicture == nil }
        return unread.isEmpty ? first(count, where: \.isToBeCounted) : unread
    }

    private func first(_ count: Int, where isWanted: (QueueItem) -> Bool) -> [QueueItem] {
        let start = currentIndex ?? 0
        var found: [QueueItem] = []
        for range in [start..<items.count, 0..<start] {
            for item in items[range] where found.count < count && isWanted(item) && item.isFile { found.append(item) }
        }
        return found
    }

    /// Notes the tags and durations of files, by the ids of their items. Ids that are no longer in the queue are ignored. A
    /// `nil` leaves a value as it is. The revision grows if a value changes, so that clients see that their lists are old.
    mutating func learn(_ facts: [Int64: MediaFacts]) {
        update(where: { facts[$0.id] != nil }, { $0.learn(facts[$0.id] ?? MediaFacts()) })
        if albumBook != nil { albumsAreOld = true }
    }
}

extension QueueItem {
    /// Whether the item is a local file: only files have tags that can be read without waiting for a server or a client.
    package var isFile: Bool { location.hasPrefix("/") || location.prefix(5).lowercased() == "file:" }

    /// Takes over tags and duration. Returns whether clients see a difference.
    fileprivate mutating func learn(_ facts: MediaFacts) -> Bool {
        let old = self
        takeOwn(facts)
        take(duration: facts.duration, isEstimate: facts.durationIsEstimate)
        var isDifferent = self != old
        if let isThere = facts.hasPicture {
            // For clients, a picture that nobody has looked for is absent.
            if isThere != (hasPicture ?? false) { isDifferent = true }
            hasPicture = isThere
        }
        wasRead = true
        isToBeCounted = facts.isToBeCounted
        return isDifferent
    }
}
