/// How the player comes from one item to another.
package enum QueueStep: Hashable, Sendable {
    /// On to what follows, past what could not be played.
    case forward
    /// Back to what was played before.
    case back
    /// To an item that someone chose.
    case jump
}

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

    /// The item that a user's "next" goes to: like ``item(ahead:)``, but past an item that repeats itself, and past the
    /// `passed` items behind it.
    package mutating func itemAfterSkip(passing passed: Int = 0) -> QueueItem? {
        guard !items.isEmpty else { return nil }
        return follower(1 + passed)
    }

    /// How many items in a row, from the one `distance` steps after the current one on, are like that; at most `most`.
    mutating func run(ahead distance: Int, most: Int, where isLikeThat: (QueueItem) -> Bool) -> Int {
        guard most > 0, !items.isEmpty else { return 0 }
        // The place of each item once: to look for each by its number would take a walk through the queue.
        var places: [Int64: Int] = [:]
        if modes.shuffles { for (place, item) in items.enumerated() { places[item.id] = place } }
        let start = currentIndex
        var count = 0
        while count < most {
            let place = modes.shuffles ? drawn(distance + count).flatMap { places[$0] } : self.place(distance + count, start)
            guard let place, isLikeThat(items[place]) else { break }
            count += 1
        }
        return count
    }

    private mutating func follower(_ distance: Int) -> QueueItem? {
        if modes.shuffles { return drawn(distance).flatMap { self.index(of: $0) }.map { items[$0] } }
        return place(distance, currentIndex).map { items[$0] }
    }

    /// Where the item stands that comes `distance` steps after the one at `start`, in order.
    private func place(_ distance: Int, _ start: Int?) -> Int? {
        let index = (start ?? -1) + distance
        if index < items.count { return index }
        guard modes.repeats == .all else { return nil }
        // What was played leaves a queue that consumes: it comes round to others only, and each once.
        if modes.consumes, distance > items.count - (start == nil ? 0 : 1) { return nil }
        return index % items.count
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
    package mutating func advance(to id: Int64, by step: QueueStep) {
        let previous = currentID
        setCurrent(id)
        guard modes.shuffles else { return }
        if step == .back {
            guard previous != id else { return }
            if played.last == id { played.removeLast() }
            if let previous { upcoming.insert(previous, at: 0) }
            return
        }
        if let previous, previous != id {
            played.append(previous)
            if played.count > limit { played.removeFirst() }
        }
        if let place = upcoming.firstIndex(of: id) {
            if step == .forward { upcoming.removeSubrange(...place) } else { upcoming.remove(at: place) }
        } else if step == .forward, modes.repeats == .all {
            beginRound(with: id)
        }
    }

    /// The current item was the last: the next play starts from the beginning.
    package mutating func finish() {
        setCurrent(nil)
        reshuffle()
    }
}

// MARK: - Shuffling

extension PlayQueue {
    /// Forgets what was played and draws a new round; without the current item, whose turn it is.
    mutating func reshuffle() {
        played = []
        laterRounds = []
        let others = items.map(\.id).filter { $0 != currentID }
        upcoming = modes.shuffles ? others.shuffled(using: &randomness) : []
    }

    /// The item that comes `distance` steps on, from this round or a later one.
    private mutating func drawn(_ distance: Int) -> Int64? {
        var place = distance - 1
        if place < upcoming.count { return upcoming[place] }
        guard modes.repeats == .all, !modes.consumes else { return nil }
        place -= upcoming.count
        var number = 0
        while true {
            if number == laterRounds.count { drawLaterRound() }
            let round = laterRounds[number]
            if place < round.count { return round[place] }
            place -= round.count
            number += 1
        }
    }

    /// Appends a round of all items, which does not begin with the one that ends the round before.
    private mutating func drawLaterRound() {
        var round = items.map(\.id).shuffled(using: &randomness)
        if round.count > 1, round.first == laterRounds.last?.last ?? upcoming.last ?? currentID {
            round.swapAt(0, round.count - 1)
        }
        laterRounds.append(round)
    }

    /// Goes on to the round that begins with `id`, or with what before it could not be played.
    private mutating func beginRound(with id: Int64) {
        // Where nobody looked so far ahead, the round is drawn around it.
        if laterRounds.isEmpty { laterRounds = [[id] + items.map(\.id).filter { $0 != id }.shuffled(using: &randomness)] }
        upcoming = laterRounds.removeFirst()
        if let place = upcoming.firstIndex(of: id) { upcoming.removeSubrange(...place) }
    }

    /// New items in the order in which they would be played by themselves.
    mutating func orderOfPlaying(_ new: [QueueItem]) -> [QueueItem] {
        modes.shuffles ? new.shuffled(using: &randomness) : new
    }

    /// Leaves items out of this round, because they were tried in vain.
    mutating func passOver(_ ids: [Int64]) {
        let failed = Set(ids)
        upcoming.removeAll { failed.contains($0) }
    }

    /// Puts new items in front of what is left of this round.
    mutating func takeNext(_ ids: [Int64]) {
        laterRounds = []
        upcoming.insert(contentsOf: ids, at: 0)
    }

    /// Spreads new items over what is left of this round; what was there keeps its order.
    mutating func mixIn(_ ids: [Int64]) {
        laterRounds = []
        var isNew = Array(repeating: true, count: ids.count) + Array(repeating: false, count: upcoming.count)
        isNew.shuffle(using: &randomness)
        var new = ids.shuffled(using: &randomness)[...]
        var old = upcoming[...]
        upcoming = isNew.compactMap { $0 ? new.popFirst() : old.popFirst() }
    }
}
