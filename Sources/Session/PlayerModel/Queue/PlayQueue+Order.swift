/// How the player goes from one item to another.
enum QueueStep: Hashable, Sendable {
    /// To the next item in the order of playing, past items that could not be played.
    case forward
    /// Back to the item that was played before.
    case back
    /// To an item that someone chose.
    case jump
}

// The order of playing.
extension PlayQueue {
    /// Returns the item that comes `distance` steps after the current one if nobody interferes (1 is the next item); `nil` at
    /// the end.
    ///
    /// Mutating, because a queue that shuffles draws another round to look past the end of this one.
    mutating func item(ahead distance: Int) -> QueueItem? {
        guard !items.isEmpty, distance > 0 else { return nil }
        if repeatsItself(ahead: distance) { return current ?? items.first }
        return follower(distance - repeatsAhead)
    }

    /// Whether what comes `distance` steps after the current item is that item again, because it repeats itself.
    func repeatsItself(ahead distance: Int) -> Bool { modes.repeats == .one && distance < modes.repeatsLeft ?? .max }

    /// How many times the current item is still heard again before the queue goes on; 0 also where it never does.
    private var repeatsAhead: Int { modes.repeats == .one ? modes.repeatsLeft.map { $0 - 1 } ?? 0 : 0 }

    /// Returns the item that a user's "next" goes to: like ``item(ahead:)``, but past an item that repeats itself, and past the
    /// `passed` items behind it.
    mutating func itemAfterSkip(passing passed: Int = 0) -> QueueItem? {
        guard !items.isEmpty else { return nil }
        return follower(1 + passed)
    }

    /// Whether ``itemAfterSkip(passing:)`` returns an item. Draws no round.
    var hasItemAfterSkip: Bool {
        guard !items.isEmpty else { return false }
        guard modes.shuffles else { return place(1, currentIndex) != nil }
        return rounds.id(inThisRound: 1) != nil || (modes.repeats == .all && !modes.consumes)
    }

    /// Returns how many items in a row satisfy `isLikeThat`, from the one `distance` steps after the current one on; at most
    /// `most`.
    mutating func run(ahead distance: Int, most: Int, where isLikeThat: (QueueItem) -> Bool) -> Int {
        guard most > 0, !items.isEmpty, !repeatsItself(ahead: distance) else { return 0 }
        let distance = distance - repeatsAhead
        // The index of each item, found once: to search each item by its id would walk through the queue every time.
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

    /// Returns the index of the item that comes `distance` steps after the one at index `start`, without shuffling.
    private func place(_ distance: Int, _ start: Int?) -> Int? {
        let index = (start ?? -1) + distance
        if index < items.count { return index }
        guard modes.repeats == .all else { return nil }
        // A queue that consumes loses each item that was played: a new round has only the other items, each once.
        if modes.consumes, distance > items.count - (start == nil ? 0 : 1) { return nil }
        return index % items.count
    }

    /// Returns the item before the current one; if the queue shuffles, the one that was really played before.
    func itemBefore() -> QueueItem? {
        if modes.shuffles {
            return rounds.played.last.flatMap { index(of: $0) }.map { items[$0] }
        }
        guard let index = currentIndex else { return items.last }
        if index > 0 { return items[index - 1] }
        return modes.repeats == .all ? items.last : nil
    }

    /// Makes an item the current one, because it is played now.
    mutating func advance(to id: Int64, by step: QueueStep) {
        let previous = currentID
        countRepeat(previous, then: id, by: step)
        setCurrent(id)
        endPriority(of: id)
        guard modes.shuffles else { return }
        if step == .back { return rounds.goBack(to: id, from: previous) }
        if let previous, previous != id { rounds.leave(previous, keeping: limit) }
        if step == .jump {
            rounds.take(id)
            if let albumOrder { rounds.goOn(with: albumOrder) }
            return
        }
        guard !rounds.advance(to: id), modes.repeats == .all else { return }
        let (items, priorities) = (items, priorities)
        rounds.beginRound(with: id, by: priorities, albums: albumOrder) { items.map(\.id).filter { $0 != id } }
    }

    /// Counts an item that is heard again by itself. Whatever else is played ends the count, and with it the repetition.
    private mutating func countRepeat(_ previous: Int64?, then id: Int64?, by step: QueueStep) {
        guard let left = modes.repeatsLeft, previous != nil else { return }
        if previous == id {
            guard step == .forward, left > 1 else { return }
            setModes(QueueModes(repeats: .one, keeping: modes, repeatsLeft: left - 1))
        } else {
            setModes(QueueModes(repeats: .off, keeping: modes))
        }
    }

    /// Ends the queue after its last item: the next play starts from the beginning.
    mutating func finish() {
        countRepeat(currentID, then: nil, by: .forward)
        setCurrent(nil)
        reshuffle()
    }
}

// MARK: - Shuffling

extension PlayQueue {
    /// Forgets which items were played, and draws a new round of all items but the current one, whose turn it is.
    mutating func reshuffle() {
        albumBook = modes.shufflesAlbums ? AlbumBook(items) : nil
        albumsAreOld = false
        guard modes.shuffles else { return rounds.clear() }
        rounds.draw(from: items.map(\.id).filter { $0 != currentID }, by: priorities, albums: albumOrder)
    }

    /// Returns the id of the item that comes `distance` steps on, from this round or, if the queue repeats, a later one.
    mutating func drawn(_ distance: Int) -> Int64? {
        if let id = rounds.id(inThisRound: distance) { return id }
        guard modes.repeats == .all, !modes.consumes else { return nil }
        let items = items
        return rounds.id(ahead: distance, current: currentID, by: items.priorities, albums: albumOrder) { items.map(\.id) }
    }

    /// Leaves items out of this round, because they could not be opened.
    mutating func passOver(_ ids: [Int64]) { rounds.passOver(ids) }

    /// Returns new items in the order in which they would be played by themselves.
    mutating func orderOfPlaying(_ new: [QueueItem]) -> [QueueItem] {
        modes.shuffles ? rounds.order(new, byAlbums: modes.shufflesAlbums) : new
    }
}
