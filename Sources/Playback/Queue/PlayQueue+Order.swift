// What follows what.
extension PlayQueue {
    /// The item that comes `distance` steps after the current one when nobody interferes (1 is the next); `nil` at the end.
    ///
    /// Mutating because shuffling draws another round when it looks past the end of this one.
    package mutating func item(ahead distance: Int) -> QueueItem? {
        guard !items.isEmpty, distance > 0 else { return nil }
        if modes.repeats == .one { return current ?? items.first }
        return follower(distance)
    }

    /// The item that a user's "next" goes to: like ``item(ahead:)``, but past an item that repeats itself.
    package mutating func itemAfterSkip(_ distance: Int = 1) -> QueueItem? {
        guard !items.isEmpty else { return nil }
        return follower(distance)
    }

    private mutating func follower(_ distance: Int) -> QueueItem? {
        if modes.shuffles {
            while upcoming.count < distance, modes.repeats == .all, !modes.consumes { startRound(without: nil) }
            guard upcoming.count >= distance, let index = index(of: upcoming[distance - 1]) else { return nil }
            return items[index]
        }
        let index = (currentIndex ?? -1) + distance
        if index < items.count { return items[index] }
        // A queue that consumes has nothing left to come round to but what still stands before the current item.
        return modes.repeats == .all ? items[index % items.count] : nil
    }

    /// The item before the current one: the one really played before where the queue shuffles.
    package func itemBefore() -> QueueItem? {
        if modes.shuffles {
            return played.last.flatMap { index(of: $0) }.map { items[$0] }
        }
        guard let index = currentIndex else { return items.last }
        if index > 0 { return items[index - 1] }
        return modes.repeats == .all ? items.last : nil
    }

    /// Makes an item the current one because it is played now.
    mutating func advance(to id: Int64) {
        let previous = currentID
        setCurrent(id)
        guard modes.shuffles else { return }
        if played.last == id {
            played.removeLast()
            if let previous { upcoming.insert(previous, at: 0) }
            return
        }
        if let previous, previous != id { played.append(previous) }
        if let place = upcoming.firstIndex(of: id) { upcoming.remove(at: place) }
    }

    /// Appends all items but one, in random order, to what comes.
    mutating func startRound(without id: Int64?) {
        upcoming += items.lazy.map(\.id).filter { $0 != id }.shuffled(using: &randomness)
    }

    /// Spreads new items over what comes.
    mutating func mixIn(_ ids: [Int64]) {
        upcoming = (upcoming + ids).shuffled(using: &randomness)
    }
}
