import MediaTypes

/// How the items of a queue come from one order to another one: from some places items are taken, and at some places others stand then.
/// All the rest keeps its order. It holds only what the queue that it leads from does not have.
struct QueueDifference: Sendable {
    /// The places from which items are taken, ascending, in the queue that it leads from.
    private(set) var taken: [Range<Int>] = []
    /// The places that are filled, ascending, in the queue that it leads to.
    private(set) var filled: [Range<Int>] = []
    /// The items for them that are not taken from other places, in order.
    private(set) var items: [QueueItem] = []
    /// What stands at each filled place: the item with this number among those that were taken, or, if it is negative, the next of
    /// ``items``. `nil` if all are of ``items``.
    private var sources: [Int32]?
}

// MARK: - Made

extension QueueDifference {
    /// Leads back from a queue to which items were added at these places.
    init(added: Range<Int>) { taken = [added] }

    /// Leads back from a queue of `count` items that has taken the place of `old`, but for the items that stay behind them.
    init(replaced old: [QueueItem], by count: Int, keeping isKept: ((QueueItem) -> Bool)? = nil) {
        if count > 0 { taken = [0..<count] }
        guard let isKept else {
            if !old.isEmpty { filled = [0..<old.count] }
            items = old
            return
        }
        for (place, item) in old.enumerated() where !isKept(item) {
            filled.add(place)
            items.append(item)
        }
    }

    /// Leads back from a queue that has lost items. Add each of them, in the order of the places that they had.
    mutating func addLost(_ item: QueueItem, from place: Int) {
        filled.add(place)
        items.append(item)
    }

    /// Leads back from a queue in which items have moved: `new` are their places there, ascending. `numbers` says for each of the places
    /// that they had, `old`, ascending too, which of the items at the new places stood there.
    init(moved old: [Int], to new: [Int], numbers: [Int32]) {
        for place in old { filled.add(place) }
        for place in new { taken.add(place) }
        sources = numbers
    }

    /// Returns what leads back over this and the `next` change, if both have only added items, and those of `next` stand among or beside
    /// those of this one.
    func joined(by next: QueueDifference) -> QueueDifference? {
        guard filled.isEmpty, next.filled.isEmpty, let own = taken.first, taken.count == 1, let new = next.taken.first,
            next.taken.count == 1, own.lowerBound...own.upperBound ~= new.lowerBound
        else { return nil }
        return QueueDifference(added: own.lowerBound..<own.upperBound + new.count)
    }

    /// About how many bytes it takes.
    var bytes: Int {
        items.reduce(0) { $0 + $1.keptBytes } + (taken.count + filled.count) * MemoryLayout<Range<Int>>.stride
            + (sources?.count ?? 0) * MemoryLayout<Int32>.stride
    }
}

extension [Range<Int>] {
    /// Adds a place behind all others.
    fileprivate mutating func add(_ place: Int) {
        if let last, last.upperBound == place { self[count - 1] = last.lowerBound..<place + 1 } else { append(place..<place + 1) }
    }
}

extension QueueItem {
    /// About how many bytes it takes that no other item shares with it.
    fileprivate var keptBytes: Int {
        MemoryLayout<QueueItem>.stride + Self.heapBytes(location) + (ownTags.title.map(Self.heapBytes) ?? 0)
    }

    /// Short texts need no memory of their own.
    private static func heapBytes(_ text: String) -> Int { text.utf8.count > 15 ? text.utf8.count + 33 : 0 }
}

// MARK: - Applied

extension QueueDifference {
    /// What became of a queue.
    struct Outcome {
        var items: [QueueItem] = []
        /// Leads back.
        var back = QueueDifference()
        /// The gaps in the new queue.
        var gaps = QueueGaps()
        /// The items that have come.
        var inserted: [Int64] = []
    }

    /// Applies the difference to `old`, which has lost the items at `gaps` since it was the queue that the difference leads from.
    /// The streams of clients do not come back: they ended when they left the queue.
    func applied(to old: [QueueItem], _ gaps: QueueGaps) -> Outcome {
        let slots = gaps.slots(old.count)
        var (moving, rest): ([Int], [Int]) = ([], [])
        var end = 0
        for range in taken {
            rest += slots[end..<range.lowerBound]
            moving += slots[range]
            end = range.upperBound
        }
        rest += slots[end...]

        var new = Outcome()
        var lost: [Int] = []
        /// The number that a taken item has among those that the way back takes; -1 if it has left.
        var numbers = [Int32](repeating: -1, count: moving.count)
        var (restDone, itemsDone, filledDone, takenBack): (Int, Int, Int, Int32) = (0, 0, 0, 0)
        func addRest(upTo place: Int) {
            while restDone < rest.count, new.items.count + lost.count < place {
                if rest[restDone] < 0 { lost.append(new.items.count + lost.count) } else { new.items.append(old[rest[restDone]]) }
                restDone += 1
            }
        }
        new.items.reserveCapacity(rest.count + filled.reduce(0) { $0 + $1.count })
        for range in filled {
            addRest(upTo: range.lowerBound)
            for _ in range {
                let source = Int(sources?[filledDone] ?? -1)
                filledDone += 1
                var item: QueueItem?
                if source >= 0 {
                    item = moving[source] < 0 ? nil : old[moving[source]]
                    if item != nil { numbers[source] = takenBack }
                } else {
                    item = items[itemsDone].returning
                    itemsDone += 1
                    if let item { new.inserted.append(item.id) }
                }
                guard let item else {
                    lost.append(new.items.count + lost.count)
                    continue
                }
                new.back.taken.add(new.items.count)
                takenBack += 1
                new.items.append(item)
            }
        }
        addRest(upTo: .max)
        new.gaps = QueueGaps(lost)
        for (number, slot) in moving.enumerated() where slot >= 0 {
            new.back.filled.add(slot)
            if numbers[number] < 0 { new.back.items.append(old[slot]) }
        }
        if numbers.contains(where: { $0 >= 0 }) {
            new.back.sources = moving.indices.filter { moving[$0] >= 0 }.map { numbers[$0] }
        }
        return new
    }
}

extension QueueItem {
    /// The item as it comes back into the queue; `nil` for the stream of a client.
    fileprivate var returning: QueueItem? {
        if MediaAddress.isPushed(uri) { return nil }
        guard tags.onAir != nil else { return self }
        var item = self
        item.tags.onAir = nil
        return item
    }
}
