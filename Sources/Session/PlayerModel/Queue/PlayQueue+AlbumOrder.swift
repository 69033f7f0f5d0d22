// Shuffling whole albums, and going from album to album.
extension PlayQueue {
    /// The order of a queue that shuffles whole albums; `nil` if it does not.
    var albumOrder: AlbumOrder? { albumBook.map { AlbumOrder(book: $0, items: items, current: currentID) } }

    /// Notes of which albums new items are. A book that is mostly of items that are gone is made anew.
    mutating func bookAlbums(of new: [QueueItem]) {
        guard let size = albumBook?.size else { return }
        if size > 2 * items.count + 1_000 { albumBook = AlbumBook(items) } else { albumBook?.add(new) }
    }

    /// Has each album be played in the order of the queue, which has changed.
    mutating func sortAlbums() { if let albumOrder { rounds.sort(by: albumOrder, priorities) } }

    /// Has each album stand together again.
    mutating func gatherAlbums() { if let albumOrder { rounds.gather(by: albumOrder, priorities) } }

    /// Has each album stand together by the tags that have become known, once those of all files are. Until then, files are of the album that
    /// is their folder, which mostly is the same.
    /// - Returns: whether the order of playing is another one.
    mutating func reviewAlbums() -> Bool {
        guard albumsAreOld, albumBook != nil, !items.contains(where: { !$0.wasRead && $0.isFile }) else { return false }
        albumsAreOld = false
        albumBook = AlbumBook(items)
        let old = rounds.upcoming
        gatherAlbums()
        return rounds.upcoming != old
    }
}

extension PlayQueue {
    /// Returns the item that a user's "next album" goes to: the first one behind those of the current album, in the order of playing.
    mutating func itemAfterAlbum() -> QueueItem? {
        guard let current, let index = currentIndex else { return itemAfterSkip() }
        guard modes.shuffles else {
            var place = index + 1
            while place < items.count, items[place].goesTogether(with: items[place - 1]) { place += 1 }
            if place < items.count { return items[place] }
            // A queue that consumes loses the current item.
            return modes.repeats == .all && !(modes.consumes && index == 0) ? items.first : nil
        }
        let places = places
        let next = rounds.upcoming.first { id in !isOfAlbum(of: current, id, places) }
        if let next { return places[next].map { items[$0] } }
        return drawn(rounds.upcoming.count + 1).flatMap { places[$0] }.map { items[$0] }
    }

    /// Returns the item that a user's "previous album" goes to: the first one of the current album, or of the album before if the current item
    /// is the first of its own. If the queue shuffles, that goes back through what was really played.
    func itemBeforeAlbum() -> QueueItem? {
        guard let current, let index = currentIndex else { return items.indices.last.map { items[albumStart($0)] } }
        guard modes.shuffles else {
            let start = albumStart(index)
            if start < index { return items[start] }
            if index > 0 { return items[albumStart(index - 1)] }
            return modes.repeats == .all ? items.indices.last.map { items[albumStart($0)] } : nil
        }
        let (played, places) = (rounds.played, places)
        var place = firstPlayed(before: played.count, with: current, places)
        if place == played.count, let last = played.last.flatMap({ places[$0] }) {
            place = firstPlayed(before: place - 1, with: items[last], places)
        }
        return place < played.count ? places[played[place]].map { items[$0] } : nil
    }

    /// Returns the index of the first item that stands with the one at `index` and is of its album.
    private func albumStart(_ index: Int) -> Int {
        var start = index
        while start > 0, items[start].goesTogether(with: items[start - 1]) { start -= 1 }
        return start
    }

    /// Returns where the items of the album of `item` begin among those that were played right before a place.
    private func firstPlayed(before end: Int, with item: QueueItem, _ places: [Int64: Int]) -> Int {
        var place = end
        while place > 0, isOfAlbum(of: item, rounds.played[place - 1], places) { place -= 1 }
        return place
    }

    private func isOfAlbum(of item: QueueItem, _ id: Int64, _ places: [Int64: Int]) -> Bool {
        if let albumBook { return albumBook.album(of: id) == albumBook.album(of: item.id) }
        return places[id].map { items[$0].goesTogether(with: item) } ?? false
    }

    /// The indices of all items by their ids.
    private var places: [Int64: Int] {
        Dictionary(uniqueKeysWithValues: items.indices.lazy.map { (items[$0].id, $0) })
    }
}
