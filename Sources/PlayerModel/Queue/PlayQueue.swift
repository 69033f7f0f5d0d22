import AudioTypes
import MediaTypes

/// The items to be played, and what follows what: a pure value.
///
/// Adding at the end costs O(n) in the number added; every other change O(n) in the length of the queue.
package struct PlayQueue: Sendable {
    /// In the order that clients see.
    package private(set) var items: [QueueItem] = []
    /// The item that is played, or would be; `nil` before the first and after the last.
    package private(set) var currentID: Int64?
    /// Grows with every change of items, order or modes.
    package internal(set) var revision: Int64 = 0
    package private(set) var modes = QueueModes()
    /// The most items it takes.
    package var limit: Int
    /// How many bytes the addresses of all items have together.
    private var addressBytes = 0

    var nextID: Int64 = 1
    /// Shuffling: what is left of this round, in order.
    var upcoming: [Int64] = []
    /// Shuffling with `repeats` at `all`: the rounds after this one, as far as anyone has looked ahead.
    var laterRounds: [[Int64]] = []
    /// Shuffling: what was played, newest last; at most `limit`.
    var played: [Int64] = []
    /// Chooses; given in, so that tests know the order.
    var randomness: SeededGenerator

    /// Makes an empty queue.
    package init(limit: Int = 100_000, seed: UInt64 = 0x5EED) {
        self.limit = limit
        randomness = SeededGenerator(seed: seed)
    }

    /// Where the current item stands.
    package var currentIndex: Int? { currentID.flatMap { index(of: $0) } }

    /// The current item.
    package var current: QueueItem? { currentIndex.map { items[$0] } }

    /// Where an item stands.
    package func index(of id: Int64) -> Int? { items.firstIndex { $0.id == id } }
}

// MARK: - Changes

extension PlayQueue {
    /// Adds items, whose ids are given here, or throws `queue_full` and changes nothing. Where all of them are left out, nothing
    /// changes either.
    package mutating func add(_ new: [QueueItem], _ insertion: QueueInsertion) throws(PlaybackError) -> [Int64] {
        var added = insertion.isUnique ? unknown(of: new) : new
        guard !added.isEmpty || !insertion.isUnique else { return [] }
        guard items.count + added.count <= limit else { throw Self.full(limit, added.count, beside: items.count) }
        let bytes = try checkedBytes(of: added, beside: addressBytes)
        let place =
            switch insertion.place {
            case .end: items.count
            case .index(let index): min(max(0, index), items.count)
            case .next: currentIndex.map { $0 + 1 } ?? 0
            }
        for index in added.indices { added[index].id = nextID + Int64(index) }
        nextID += Int64(added.count)
        items.insert(contentsOf: added, at: place)
        addressBytes = bytes
        let ids = added.map(\.id)
        if modes.shuffles { insertion.place == .next ? takeNext(ids) : mixIn(ids) }
        revision += 1
        return ids
    }

    /// A number for an item that is to come; no other gets it.
    package mutating func reserveID() -> Int64 {
        defer { nextID += 1 }
        return nextID
    }

    /// Puts new items in the place of all whose number is less than `bound`, and in front of the others; or throws `queue_full`
    /// and changes nothing. Who has a number keeps it. Nothing is current then.
    package mutating func replace(below bound: Int64, with new: [QueueItem]) throws(PlaybackError) {
        let kept = try kept(from: bound, beside: new)
        items = new
        for index in items.indices where items[index].id == 0 { items[index].id = reserveID() }
        currentID = nil
        reshuffle()
        if modes.shuffles, !kept.isEmpty, !upcoming.isEmpty {
            // What was asked for first is played first.
            let first = upcoming.removeFirst()
            mixIn(kept.map(\.id))
            upcoming.insert(first, at: 0)
        }
        items += kept
        addressBytes = Self.bytes(of: items)
        revision += 1
    }

    /// Gives new items the numbers that they will have where ``replace(below:with:)`` puts them into the queue; or throws
    /// `queue_full` where that would, and changes nothing.
    mutating func number(_ new: [QueueItem], below bound: Int64) throws(PlaybackError) -> [QueueItem] {
        _ = try kept(from: bound, beside: new)
        var numbered = new
        for index in numbered.indices { numbered[index].id = reserveID() }
        return numbered
    }

    private func kept(from bound: Int64, beside new: [QueueItem]) throws(PlaybackError) -> [QueueItem] {
        let kept = items.filter { $0.id >= bound }
        guard kept.count + new.count <= limit else { throw Self.full(limit, new.count, beside: kept.count) }
        _ = try checkedBytes(of: new, beside: Self.bytes(of: kept))
        return kept
    }

    /// How many bytes of addresses the queue takes for each item that fits into it: those of files have 100, and a queue of the
    /// longest that there can be would take gigabytes, in memory and in the state.
    private static let bytesOfItem = 320
    /// The least, for queues of few items.
    private static let leastBytes = 1 << 20

    private static func bytes(of items: [QueueItem]) -> Int { items.reduce(0) { $0 + $1.location.utf8.count } }

    /// How many bytes of addresses there are with the new ones; or throws `queue_full`.
    private func checkedBytes(of new: [QueueItem], beside bytes: Int) throws(PlaybackError) -> Int {
        let (sum, most) = (bytes + Self.bytes(of: new), max(Self.leastBytes, limit * Self.bytesOfItem))
        guard sum <= most else {
            throw PlaybackError(
                .queueFull, "the queue holds at most \(most) bytes of addresses: those of \(new.count) more do not fit")
        }
        return sum
    }

    package static func full(_ limit: Int, _ more: Int, beside count: Int) -> PlaybackError {
        PlaybackError(
            .queueFull, "the queue holds at most \(limit) items: \(more) more do not fit beside the \(count) in it")
    }

    /// Takes items out, or throws `queue_item_not_found` and changes nothing. Where the current one goes, the item behind
    /// it (the next that stays) becomes the current one.
    package mutating func remove(_ ids: [Int64]) throws(PlaybackError) {
        let gone = Set(ids)
        try check(gone)
        if let index = currentIndex, gone.contains(items[index].id) {
            let behind = modes.shuffles ? upcoming : items[index...].map(\.id)
            currentID = behind.first { !gone.contains($0) }
        }
        items.removeAll { gone.contains($0.id) }
        addressBytes = Self.bytes(of: items)
        upcoming.removeAll { gone.contains($0) }
        laterRounds = []
        played.removeAll { gone.contains($0) }
        revision += 1
    }

    /// Moves items, in the order given, so that the first of them stands at `position` of the queue without them (clamped).
    package mutating func move(_ ids: [Int64], to position: Int) throws(PlaybackError) {
        let wanted = Set(ids)
        try check(wanted)
        let byID = Dictionary(uniqueKeysWithValues: items.lazy.filter { wanted.contains($0.id) }.map { ($0.id, $0) })
        var seen = Set<Int64>()
        let moved = ids.compactMap { seen.insert($0).inserted ? byID[$0] : nil }
        items.removeAll { wanted.contains($0.id) }
        items.insert(contentsOf: moved, at: min(max(0, position), items.count))
        revision += 1
    }

    /// Takes everything out.
    package mutating func clear() {
        items = []
        addressBytes = 0
        currentID = nil
        reshuffle()
        revision += 1
    }

    /// Changes the modes.
    package mutating func setModes(_ new: QueueModes) {
        guard new != modes else { return }
        let shufflesAnew = new.shuffles != modes.shuffles
        modes = new
        revision += 1
        laterRounds = []
        if shufflesAnew { reshuffle() }
    }

    /// Says what was found out about an item once it was opened.
    package mutating func describe(_ id: Int64, _ change: (inout QueueItem) -> Void) {
        guard let index = index(of: id) else { return }
        change(&items[index])
    }

    /// Puts what is known now of an item in the place of what was.
    mutating func replace(_ item: QueueItem, at index: Int) { items[index] = item }

    private func check(_ ids: Set<Int64>) throws(PlaybackError) {
        var missing = ids
        for item in items { missing.remove(item.id) }
        if let first = missing.min() { throw PlaybackQueueLookup.notFound(first) }
    }
}

/// Where the sentence about a missing item is written once.
enum PlaybackQueueLookup {
    static func notFound(_ id: Int64) -> PlaybackError {
        PlaybackError(.queueItemNotFound, "no item of the queue has the id \(id)", item: id)
    }
}

// MARK: - Saved and restored

extension PlayQueue {
    /// The largest number that every reader of JSON keeps exact; no item of an honest file comes near it.
    private static let largestID: Int64 = 1 << 53

    /// Takes over what an earlier run saved. Whoever wrote it: entries whose number cannot be, or was there before, are left out.
    package mutating func restore(items: [QueueItem], currentID: Int64?, modes: QueueModes, nextID: Int64) {
        var seen = Set<Int64>()
        var pool = TextPool()
        self.items = items.filter { (1..<Self.largestID).contains($0.id) && seen.insert($0.id).inserted }.map { item in
            var item = item
            item.title = QueueText.shown(item.title)
            item.artist = pool.shared(QueueText.shown(item.artist))
            item.album = pool.shared(QueueText.shown(item.album))
            // What was not there, or not readable, may be now.
            if item.duration == nil { item.wasRead = false }
            item.isToBeCounted = item.wasRead && item.durationIsEstimate
            return item
        }
        addressBytes = Self.bytes(of: self.items)
        self.currentID = currentID.flatMap { seen.contains($0) ? $0 : nil }
        self.nextID = max(min(nextID, Self.largestID), (seen.max() ?? 0) + 1)
        self.modes = modes
        revision += 1
        reshuffle()
    }

    /// Makes an item the current one; `nil` for none. No change of the queue that clients number.
    mutating func setCurrent(_ id: Int64?) { currentID = id }

    /// The number the next item gets.
    package var identifierOfNextItem: Int64 { nextID }
}
