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
            case .end: items.count
            case .index(let index): min(max(0, index), items.count)
            case .next: currentIndex.map { $0 + 1 } ?? 0
            }
        for index in added.indices { added[index].id = nextID + Int64(index) }
        nextID += Int64(added.count)
        items.insert(contentsOf: added, at: place)
        addressBytes = bytes
        if let playlist = insertion.playlist { loadedPlaylist = QueueInsertion.shown(playlist: playlist) }
        let ids = added.map(\.id)
        if modes.shuffles { insertion.place == .next ? rounds.takeNext(ids) : rounds.mixIn(ids, by: priorities) }
        revision += 1
        return ids
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
        items = new
        loadedPlaylist = nil
        for index in items.indices where items[index].id == 0 { items[index].id = reserveID() }
        currentID = nil
        reshuffle()
        // A new item is played first: the new items were asked for before those that stay.
        if modes.shuffles { rounds.mixInBehindNext(kept.map(\.id), by: priorities) }
        items += kept
        addressBytes = Self.bytes(of: items)
        forgetFailures()
        revision += 1
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
        try check(gone)
        if let index = currentIndex, gone.contains(items[index].id) {
            let behind = modes.shuffles ? rounds.upcoming : items[index...].map(\.id)
            currentID = behind.first { !gone.contains($0) }
        }
        items.removeAll { gone.contains($0.id) }
        for id in gone { forgetFailure(of: id) }
        addressBytes = Self.bytes(of: items)
        rounds.remove(gone)
        revision += 1
    }

    /// Moves the items `ids`, in that order, so that the first of them comes to index `position` of the queue without them
    /// (clamped).
    /// - Throws: `queue_item_not_found`, and changes nothing then.
    mutating func move(_ ids: [Int64], to position: Int) throws(PlaybackError) {
        if reorder(ids, from: position) {
            revision += 1
            return
        }
        let wanted = Set(ids)
        try check(wanted)
        let byID = Dictionary(uniqueKeysWithValues: items.lazy.filter { wanted.contains($0.id) }.map { ($0.id, $0) })
        var seen = Set<Int64>()
        let moved = ids.compactMap { seen.insert($0).inserted ? byID[$0] : nil }
        items.removeAll { wanted.contains($0.id) }
        items.insert(contentsOf: moved, at: min(max(0, position), items.count))
        revision += 1
    }

    /// Puts items into the order of `ids` if they stand side by side from an index on, in another order. Only those that move are looked up:
    /// two songs that change places may be a hundred thousand apart.
    /// - Returns: whether that was so; if not, nothing has changed.
    private mutating func reorder(_ ids: [Int64], from first: Int) -> Bool {
        guard first >= 0, first <= items.count - ids.count else { return false }
        let places = ids.indices.filter { items[first + $0].id != ids[$0] }
        let moved = Dictionary(places.map { (items[first + $0].id, items[first + $0]) }) { item, _ in item }
        // Each of them is wanted once: what stands at these places is what is wanted there.
        guard Set(places.map { ids[$0] }).count == places.count, places.allSatisfy({ moved[ids[$0]] != nil }) else {
            return false
        }
        for place in places { if let item = moved[ids[place]] { items[first + place] = item } }
        return true
    }

    /// Removes all items.
    mutating func clear() {
        items = []
        loadedPlaylist = nil
        addressBytes = 0
        failures = [:]
        currentID = nil
        reshuffle()
        revision += 1
    }

    /// Changes the modes.
    mutating func setModes(_ new: QueueModes) {
        guard new != modes else { return }
        let shufflesAnew = new.shuffles != modes.shuffles
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

    func check(_ ids: Set<Int64>) throws(PlaybackError) {
        var missing = ids
        for item in items { missing.remove(item.id) }
        if let first = missing.min() { throw PlaybackQueueLookup.notFound(first) }
    }
}

/// Makes the error for a missing item, so that its sentence is written once.
package enum PlaybackQueueLookup {
    package static func notFound(_ id: Int64) -> PlaybackError {
        PlaybackError(.queueItemNotFound, "no item of the queue has the id \(id)", item: id)
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

// Items that could not be played. The revision stays: clients learn of each failure from an event.
extension PlayQueue {
    /// The failure that came last, if its item is still in the queue and has not been played since.
    package var latestFailure: PlaybackError? { latestFailedID.flatMap { failures[$0] } }

    /// Notes why an item could not be played. What is no fault of its media, such as a sound server that is away, does not count.
    mutating func note(_ error: PlaybackError, of id: Int64) {
        guard case .media(let code) = error.code, code != .cancelled, code != .limitExceeded, index(of: id) != nil else { return }
        failures[id] = error
        latestFailedID = id
    }

    /// Forgets that an item could not be played: it was opened, or has left.
    mutating func forgetFailure(of id: Int64) { failures[id] = nil }

    /// Forgets the failures of items that have left.
    mutating func forgetFailures() {
        guard !failures.isEmpty else { return }
        let ids = Set(items.lazy.map(\.id))
        failures = failures.filter { ids.contains($0.key) }
    }
}

// The queue in pages: one reply with a hundred thousand items would be megabytes for every client that asks, even if the client
// does not read it.
extension PlayQueue {
    /// The largest number of items on a page.
    private static let pageLimit = 1_000
    /// The approximate limit for the text of a page, in bytes. The last item may exceed it, so that every page has an item.
    private static let pageBytes = 256 << 10
    /// The approximate size of an item in a reply without its texts, in bytes.
    private static let itemBytes = 80
    /// The approximate size of the names and numbers of album tags in a reply, in bytes.
    private static let albumTagsBytes = 110

    /// Returns the items from index `offset` on, at most `count` of them and no more than fit on a page.
    package func page(from offset: Int, count: Int?) -> ArraySlice<QueueItem> {
        let rest = items.dropFirst(offset).prefix(min(count ?? Self.pageLimit, Self.pageLimit))
        var bytes = 0
        return rest.prefix { item in
            guard bytes <= Self.pageBytes else { return false }
            bytes += Self.itemBytes + item.textBytes + (item.albumTags == AlbumTags() ? 0 : Self.albumTagsBytes)
            return true
        }
    }
}

// Items that name the same media.
extension PlayQueue {
    /// The ids of the duplicates: of all items that name the same media, all but one. The one that stays is the current item if
    /// it is among them, else the first.
    var duplicates: [Int64] {
        var seen = Set<String>(minimumCapacity: items.count)
        let current = current
        if let current { seen.insert(Self.name(current.uri)) }
        return items.filter { $0.id != current?.id && !seen.insert(Self.name($0.uri)).inserted }.map(\.id)
    }

    /// Returns the items of `new` whose media neither the queue names nor an earlier item of `new`.
    func unknown(of new: [QueueItem]) -> [QueueItem] {
        // A set of the new items, which are few as a rule: a set of the whole queue would take megabytes for one item.
        var unseen = Set(new.map { Self.name($0.uri) })
        for item in items where !unseen.isEmpty { unseen.remove(Self.name(item.uri)) }
        return new.filter { unseen.remove(Self.name($0.uri)) != nil }
    }

    /// Returns one name for all spellings of a local file: its path, if that can be written as text.
    private static func name(_ uri: String) -> String {
        guard uri.utf8.first != UInt8(ascii: "/"), MediaRange.split(uri) == nil, let location = try? MediaLocation(uri: uri),
            let path = String(validating: location.path, as: UTF8.self)
        else { return uri }
        return path
    }
}

// Which items belong to the same album.
extension PlayQueue {
    /// Returns whether `item` and the item before or behind it are of one album, and the queue plays them in that order: it
    /// neither shuffles nor repeats one item.
    func isWithinAlbum(_ item: QueueItem) -> Bool {
        guard !modes.shuffles, modes.repeats != .one, let index = index(of: item.id) else { return false }
        return index > 0 && item.isOfOneAlbum(with: items[index - 1])
            || index + 1 < items.count && item.isOfOneAlbum(with: items[index + 1])
    }

    /// Returns whether `next` follows `item` in the queue and on its album, and is played next for that reason.
    func continuesAlbum(_ item: QueueItem, with next: QueueItem) -> Bool {
        guard !modes.shuffles, let index = index(of: item.id), index + 1 < items.count else { return false }
        return items[index + 1].id == next.id && item.isOfOneAlbum(with: next)
    }
}

extension QueueItem {
    /// Returns whether two items are of the same album according to their tags, or are parts of one file.
    ///
    /// Two albums may have the same title, so the folder, the artist or the artist of the album must be the same too. If nobody has read the tags of
    /// `other`, only its address is known: then the same folder counts as the same album.
    func isOfOneAlbum(with other: QueueItem) -> Bool {
        if let part = MediaRange.split(uri), part.file == MediaRange.split(other.uri)?.file { return true }
        let (own, others) = (ownTags, other.ownTags)
        guard let album = own.album else { return false }
        if let otherAlbum = others.album {
            let albumArtist = own.albumTags.artist
            return album == otherAlbum
                && (folder == other.folder || own.artist != nil && own.artist == others.artist
                    || albumArtist != nil && albumArtist == others.albumTags.artist)
        }
        return !other.wasRead && folder == other.folder
    }

    private var folder: Substring { uri.prefix(upTo: uri.lastIndex(of: "/") ?? uri.startIndex) }
}
