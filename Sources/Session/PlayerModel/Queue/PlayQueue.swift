import MediaTypes

/// The items to be played and their order: a pure value.
///
/// To add n items at the end costs O(n); every other change costs O(n) in the length of the queue.
package struct PlayQueue: Sendable {
    /// The items, in the order that clients see.
    package private(set) var items: [QueueItem] = []
    /// The id of the item that is played, or would be; `nil` before the first item and after the last.
    package private(set) var currentID: Int64?
    /// Grows with every change of items, order or modes.
    package private(set) var revision: Int64 = 0
    package private(set) var modes = QueueModes()
    /// The name of the stored playlist whose entries were added last; `nil` if none was since the queue was cleared or replaced.
    package private(set) var loadedPlaylist: String?
    /// The largest number of items in the queue.
    package internal(set) var limit: Int
    /// The size of the addresses of all items together, in bytes.
    private var addressBytes = 0

    /// The id that the next item gets.
    private(set) var nextID: Int64 = 1
    /// Why items could not be played when they were tried last, by their ids. Not saved.
    package internal(set) var failures: [Int64: PlaybackError] = [:]
    /// The item whose failure came last.
    var latestFailedID: Int64?
    /// The item that is heard with tags of what is on the air; `nil` if none is.
    var onAirID: Int64?
    /// The order of playing, if the queue shuffles.
    var rounds: Shuffler
    /// Which items are of one album, while the queue shuffles whole albums; `nil` if it does not.
    var albumBook: AlbumBook?
    /// Whether tags became known that may say otherwise.
    var albumsAreOld = false
    /// The latest changes, which can be taken back.
    var history = QueueHistory()

    /// Makes an empty queue.
    package init(limit: Int = 100_000, seed: UInt64 = 0x5EED) {
        self.limit = limit
        rounds = Shuffler(seed: seed)
    }

    /// The index of the current item.
    package var currentIndex: Int? { currentID.flatMap { index(of: $0) } }

    /// The item that is played, or would be.
    var current: QueueItem? { currentIndex.map { items[$0] } }

    /// Returns the index of the item with an id.
    func index(of id: Int64) -> Int? { items.firstIndex { $0.id == id } }
}

// MARK: - Changes

extension PlayQueue {
    /// Adds the items `new` and returns the ids that it gives them. If all of them are left out because they are in the queue
    /// already, nothing changes.
    /// - Throws: `queue_full`, and changes nothing then.
    mutating func add(_ new: [QueueItem], _ insertion: QueueInsertion) throws(PlaybackError) -> [Int64] {
        var added = insertion.isUnique ? unknown(of: new) : new
        guard !added.isEmpty || !insertion.isUnique else { return [] }
        guard items.count + added.count <= limit else { throw Self.full(limit, added.count, beside: items.count) }
        let bytes = try checkedBytes(of: added, beside: addressBytes)
        let place =
            switch insertion.place {
            case .end: endForPeople
            case .index(let index): min(max(0, index), items.count)
            case .next: currentIndex.map { $0 + 1 } ?? 0
            }
        let mark = mark
        for index in added.indices { added[index].id = nextID + Int64(index) }
        nextID += Int64(added.count)
        items.insert(contentsOf: added, at: place)
        addressBytes = bytes
        if let playlist = insertion.playlist { loadedPlaylist = QueueInsertion.shown(playlist: playlist) }
        let ids = added.map(\.id)
        bookAlbums(of: added)
        if modes.shuffles {
            insertion.place == .next ? rounds.takeNext(ids) : rounds.mixIn(ids, by: priorities, albums: albumOrder)
        }
        revision += 1
        if !ids.isEmpty { note(.order(QueueDifference(added: place..<place + ids.count), nil), .added, ids.count, since: mark) }
        return ids
    }

    /// Where items come that somebody adds at the end: in front of those that nobody has added and whose turn has not come.
    private var endForPeople: Int {
        guard let currentIndex else { return items.count }
        var end = items.count
        while end > currentIndex + 1, items[end - 1].isAutomatic { end -= 1 }
        return end
    }

    /// Adds items at the end that nobody has asked for. That is no change that could be taken back.
    /// - Throws: `queue_full`, and changes nothing then.
    mutating func extend(by new: [QueueItem]) throws(PlaybackError) {
        guard items.count + new.count <= limit else { throw Self.full(limit, new.count, beside: items.count) }
        let bytes = try checkedBytes(of: new, beside: addressBytes)
        var added = new
        for index in added.indices { (added[index].id, added[index].isAutomatic) = (reserveID(), true) }
        items += added
        addressBytes = bytes
        bookAlbums(of: added)
        if modes.shuffles { rounds.mixIn(added.map(\.id), by: priorities, albums: albumOrder) }
        revision += 1
    }

    /// Returns an id for an item that is to come; no other item gets it.
    mutating func reserveID() -> Int64 {
        defer { nextID += 1 }
        return nextID
    }

    /// Replaces all items whose id is less than `bound` with `new`, which comes in front of the items that stay. New items that
    /// have an id keep it. No item is current afterwards.
    /// - Throws: `queue_full`, and changes nothing then.
    mutating func replace(below bound: Int64, with new: [QueueItem]) throws(PlaybackError) {
        let kept = try kept(from: bound, beside: new)
        let (mark, count) = (mark, items.count - kept.count)
        let difference = QueueDifference(replaced: items, by: new.count, keeping: kept.isEmpty ? nil : { $0.id >= bound })
        let places = modes.shuffles ? rounds.allPlaces : nil
        items = new
        loadedPlaylist = nil
        for index in items.indices where items[index].id == 0 { items[index].id = reserveID() }
        currentID = nil
        reshuffle()
        // A new item is played first: the new items were asked for before those that stay.
        items += kept
        bookAlbums(of: kept)
        if modes.shuffles { rounds.mixInBehindNext(kept.map(\.id), by: priorities, albums: albumOrder) }
        addressBytes = Self.bytes(of: items)
        forgetFailures()
        revision += 1
        note(.order(difference, places), count == 0 ? .added : .replaced, count == 0 ? new.count : count, since: mark)
    }

    /// Gives new items the ids that they will have when ``replace(below:with:)`` puts them into the queue.
    /// - Throws: `queue_full` if the replacement would, and changes nothing then.
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

    /// The bytes of addresses that the queue takes for each item that fits into it. The address of a file has about 100; a
    /// queue of the longest possible addresses would take gigabytes, in memory and in the saved state.
    private static let bytesOfItem = 320
    /// The smallest limit for the addresses, in bytes: for queues of few items.
    private static let leastBytes = 1 << 20

    private static func bytes(of items: [QueueItem]) -> Int { items.reduce(0) { $0 + $1.location.utf8.count } }

    /// Returns the size of the addresses together with the new ones, in bytes; or throws `queue_full`.
    private func checkedBytes(of new: [QueueItem], beside bytes: Int) throws(PlaybackError) -> Int {
        let (sum, most) = (bytes + Self.bytes(of: new), max(Self.leastBytes, limit * Self.bytesOfItem))
        guard sum <= most else {
            throw PlaybackError(
                .queueFull, "the queue holds at most \(most) bytes of addresses: \(new.count) more items do not fit")
        }
        return sum
    }

    package static func full(_ limit: Int, _ more: Int, beside count: Int) -> PlaybackError {
        PlaybackError(
            .queueFull, "the queue holds at most \(limit) items: \(more) more do not fit beside the \(count) in it")
    }

    /// Removes items. If the current item is among them, the next item in the order of playing that stays becomes the current
    /// one.
    /// - Throws: `queue_item_not_found`, and changes nothing then.
    mutating func remove(_ ids: [Int64]) throws(PlaybackError) {
        let gone = Set(ids)
        let lost = try indices(of: gone)
        let mark = mark
        var difference = QueueDifference()
        for index in lost { difference.addLost(items[index], from: index) }
        let places = modes.shuffles ? rounds.places(of: gone) : nil
        takeOut(gone, at: lost)
        if !gone.isEmpty { note(.order(difference, places), .removed, gone.count, since: mark) }
    }

    /// Removes an item that was played, because the queue consumes its items. That is no change that could be taken back.
    mutating func consume(_ id: Int64) {
        guard let index = index(of: id) else { return }
        history.leave(at: index)
        takeOut([id], at: [index])
    }

    /// How many items are taken out one by one. A client may take out thousands, each by a command of its own.
    private static let fewItems = 8

    private mutating func takeOut(_ gone: Set<Int64>, at indices: [Int]) {
        if let currentID, gone.contains(currentID) {
            self.currentID = behindCurrent.first { !gone.contains($0) }
        }
        addressBytes -= indices.reduce(0) { $0 + items[$1].location.utf8.count }
        if indices.count <= Self.fewItems {
            for index in indices.reversed() { items.remove(at: index) }
        } else {
            items.removeAll { gone.contains($0.id) }
        }
        for id in gone { forgetFailure(of: id) }
        albumBook?.remove(gone)
        rounds.remove(gone)
        revision += 1
    }

    /// The ids of the current item and those that come behind it in the order of playing.
    var behindCurrent: [Int64] {
        modes.shuffles ? rounds.upcoming : currentIndex.map { items[$0...].map(\.id) } ?? []
    }

    /// Moves the items `ids`, in that order, so that the first of them comes to index `position` of the queue without them
    /// (clamped).
    /// - Throws: `queue_item_not_found`, and changes nothing then.
    mutating func move(_ ids: [Int64], to position: Int) throws(PlaybackError) {
        let mark = mark
        defer { sortAlbums() }
        if reorder(ids, from: position, mark) {
            revision += 1
            return
        }
        let wanted = Set(ids)
        try check(wanted)
        let before = items.indices.filter { wanted.contains(items[$0].id) }
        let stood = before.map { items[$0].id }
        let byID = Dictionary(uniqueKeysWithValues: items.lazy.filter { wanted.contains($0.id) }.map { ($0.id, $0) })
        var seen = Set<Int64>()
        let moved = ids.compactMap { seen.insert($0).inserted ? byID[$0] : nil }
        items.removeAll { wanted.contains($0.id) }
        let place = min(max(0, position), items.count)
        items.insert(contentsOf: moved, at: place)
        revision += 1
        guard !moved.isEmpty else { return }
        let numbers = Dictionary(uniqueKeysWithValues: moved.enumerated().map { ($0.element.id, Int32($0.offset)) })
        let difference = QueueDifference(
            moved: before, to: Array(place..<place + moved.count), numbers: stood.compactMap { numbers[$0] })
        note(.order(difference, nil), .moved, moved.count, since: mark)
    }

    /// Puts items into the order of `ids` if they stand side by side from an index on, in another order. Only those that move are looked up:
    /// two songs that change places may be a hundred thousand apart.
    /// - Returns: whether that was so; if not, nothing has changed.
    private mutating func reorder(_ ids: [Int64], from first: Int, _ mark: Mark) -> Bool {
        guard first >= 0, first <= items.count - ids.count else { return false }
        let places = ids.indices.filter { items[first + $0].id != ids[$0] }
        let moved = Dictionary(places.map { (items[first + $0].id, items[first + $0]) }) { item, _ in item }
        // Each of them is wanted once: what stands at these places is what is wanted there.
        guard Set(places.map { ids[$0] }).count == places.count, places.allSatisfy({ moved[ids[$0]] != nil }) else {
            return false
        }
        let old = places.map { items[first + $0].id }
        for place in places { if let item = moved[ids[place]] { items[first + place] = item } }
        guard !places.isEmpty else { return true }
        let numbers = Dictionary(places.enumerated().map { (ids[$0.element], Int32($0.offset)) }) { number, _ in number }
        let changed = places.map { first + $0 }
        let difference = QueueDifference(moved: changed, to: changed, numbers: old.compactMap { numbers[$0] })
        note(.order(difference, nil), .moved, places.count, since: mark)
        return true
    }

    /// Removes all items.
    mutating func clear() {
        let (mark, count) = (mark, items.count)
        let difference = QueueDifference(replaced: items, by: 0)
        let places = modes.shuffles ? rounds.allPlaces : nil
        items = []
        loadedPlaylist = nil
        addressBytes = 0
        failures = [:]
        currentID = nil
        reshuffle()
        revision += 1
        if count > 0 { note(.order(difference, places), .removed, count, since: mark) }
    }

    /// Takes over the items of another time.
    mutating func adopt(_ items: [QueueItem]) { self.items = items }

    /// Takes in that a change was taken back or done again, before which `playlist` was loaded.
    mutating func finishReverting(_ playlist: String?) {
        loadedPlaylist = playlist
        countAddresses()
        forgetFailures()
        revision += 1
    }

    /// Throws `queue_full` if the queue holds more than it may.
    func checkLimits() throws(PlaybackError) {
        guard items.count <= limit else { throw Self.full(limit, items.count, beside: 0) }
        _ = try checkedBytes(of: items, beside: 0)
    }

    /// Changes the modes.
    mutating func setModes(_ new: QueueModes) {
        guard new != modes else { return }
        let shufflesAnew = new.shuffles != modes.shuffles || new.shufflesAlbums != modes.shufflesAlbums
        modes = new
        revision += 1
        rounds.forgetLater()
        if shufflesAnew { reshuffle() }
    }

    /// Has the queue consume no more items.
    mutating func endConsuming() {
        var new = modes
        (new.consumes, new.consumesOnce) = (false, false)
        setModes(new)
    }

    /// Changes what the queue knows of an item, once the item was opened. The revision stays.
    mutating func describe(_ id: Int64, _ change: (inout QueueItem) -> Void) {
        guard let index = index(of: id) else { return }
        change(&items[index])
    }

    /// Changes what the queue knows of the items for which `isMeant` is true. The revision grows if `change` returns true for
    /// one of them, because clients see a difference.
    mutating func update(where isMeant: (QueueItem) -> Bool, _ change: (inout QueueItem) -> Bool) {
        var isDifferent = false
        for index in items.indices where isMeant(items[index]) { isDifferent = change(&items[index]) || isDifferent }
        if isDifferent { revision += 1 }
    }

    /// Counts the bytes of the addresses again, because one was changed.
    mutating func countAddresses() { addressBytes = Self.bytes(of: items) }

    func check(_ ids: Set<Int64>) throws(PlaybackError) { _ = try indices(of: ids) }

    /// Where items are, ascending.
    private func indices(of ids: Set<Int64>) throws(PlaybackError) -> [Int] {
        // One item is found without a hash of each.
        if ids.count == 1, let id = ids.first {
            guard let index = index(of: id) else { throw PlaybackQueueLookup.notFound(id) }
            return [index]
        }
        let indices = items.indices.filter { ids.contains(items[$0].id) }
        guard indices.count == ids.count else {
            let found = Set(indices.map { items[$0].id })
            throw PlaybackQueueLookup.notFound(ids.subtracting(found).min() ?? 0)
        }
        return indices
    }
}

// MARK: - Saved and restored

extension PlayQueue {
    /// The largest number that every reader of JSON keeps exact; no id in an honest file comes near it.
    private static let largestID: Int64 = 1 << 53

    /// Takes over the queue that an earlier run saved. The file may come from anyone: entries with an impossible or a repeated
    /// id are left out.
    mutating func restore(
        items: [QueueItem], currentID: Int64?, modes: QueueModes, nextID: Int64, loadedPlaylist: String? = nil
    ) {
        self.loadedPlaylist = loadedPlaylist.flatMap(QueueInsertion.shown)
        var seen = Set<Int64>()
        var pool = TextPool()
        self.items = items.filter { (1..<Self.largestID).contains($0.id) && seen.insert($0.id).inserted }.map { item in
            var item = item
            item.trimTags(sharing: &pool)
            // A file that was missing or not readable may be readable now.
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

    /// Makes an item the current one; `nil` for none. This is no change of the queue for clients: the revision stays.
    mutating func setCurrent(_ id: Int64?) { currentID = id }
}
