package import MediaTypes

// What was found out about items that were not played.
extension PlayQueue {
    /// Up to `count` items that nobody has asked for their tags; where there are none, those of which only counting tells how long
    /// they are. Those behind the current one first: what is played next is looked at next. Never an address of the network.
    package func unread(_ count: Int) -> [QueueItem] {
        let unread = first(count) { !$0.wasRead }
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

    /// Notes what files say about themselves, by the ids of their items; those that are gone are passed over. What is `nil`
    /// stays as it is. The revision grows, so that clients see that their lists are old.
    package mutating func learn(_ facts: [Int64: MediaFacts]) {
        var hasChanged = false
        let places = items.indices.filter { facts[items[$0].id] != nil }
        for place in places { hasChanged = learn(facts[items[place].id] ?? MediaFacts(), at: place) || hasChanged }
        if hasChanged { revision += 1 }
    }

    /// Answers whether clients see a difference.
    private mutating func learn(_ facts: MediaFacts, at place: Int) -> Bool {
        let old = items[place]
        var new = old
        new.title = facts.title ?? old.title
        new.artist = facts.artist ?? old.artist
        new.album = facts.album ?? old.album
        new.take(duration: facts.duration, isEstimate: facts.durationIsEstimate)
        let isDifferent = new != old
        new.wasRead = true
        new.isToBeCounted = facts.isToBeCounted
        replace(new, at: place)
        return isDifferent
    }
}

extension QueueItem {
    /// Only files have tags where nothing has to be waited for.
    fileprivate var isFile: Bool { uri.hasPrefix("/") || uri.prefix(5).lowercased() == "file:" }
}
