import MediaTypes

/// Which items of a queue are of one album: those that ``QueueItem/isOfOneAlbum(with:)`` says so of, and those that have one of them in
/// common. Files whose tags nobody has read are of the album that is their folder. An item without an album is one of its own.
struct AlbumBook: Sendable {
    /// What makes two items be of one album if both have it.
    private struct Trait: Hashable {
        enum Kind: Hashable { case file, folder, artist, albumArtist, unread }
        let kind: Kind
        let album: String
        let name: String
    }

    /// The numbers of albums, by their traits and by the ids of items.
    private var traits: [Trait: Int32] = [:]
    private var numbers: [Int64: Int32] = [:]
    /// Of each number, the one that it has become when two albums were found to be one; of an album, its own.
    private var parents: [Int32] = []
    /// How many numbers have become one.
    private var sizes: [Int32] = []

    /// Takes in items.
    init(_ items: [QueueItem]) { add(items) }

    /// How many albums were numbered, also those that are gone.
    var size: Int { parents.count }

    /// Returns the number of the album of an item; `nil` if it is not in the book.
    func album(of id: Int64) -> Int32? { numbers[id].map(root) }

    /// Takes in more items, which have their ids.
    mutating func add(_ items: [QueueItem]) {
        // By index, because a loop over the items would copy each of them.
        for index in items.indices { add(items[index]) }
    }

    /// Forgets items. Albums that were one because of them stay one.
    mutating func remove(_ ids: Set<Int64>) { for id in ids { numbers[id] = nil } }

    private mutating func add(_ item: QueueItem) {
        let number = Int32(parents.count)
        parents.append(number)
        sizes.append(1)
        numbers[item.id] = number
        for trait in Self.traits(of: item) {
            if let other = traits[trait] { join(number, other) } else { traits[trait] = number }
        }
    }

    private static func traits(of item: QueueItem) -> [Trait] {
        var traits: [Trait] = []
        if let part = MediaRange.split(item.uri) { traits.append(Trait(kind: .file, album: "", name: String(part.file))) }
        let tags = item.ownTags
        guard let album = tags.album else {
            if item.isFile, !item.wasRead { traits.append(Trait(kind: .unread, album: "", name: String(item.folder))) }
            return traits
        }
        traits.append(Trait(kind: .folder, album: album, name: String(item.folder)))
        if let artist = tags.artist { traits.append(Trait(kind: .artist, album: album, name: artist)) }
        if let artist = tags.albumTags.artist { traits.append(Trait(kind: .albumArtist, album: album, name: artist)) }
        return traits
    }

    private func root(_ number: Int32) -> Int32 {
        var number = number
        while parents[Int(number)] != number { number = parents[Int(number)] }
        return number
    }

    /// Has two albums be one. The smaller becomes the larger, so that the way to the root is short.
    private mutating func join(_ one: Int32, _ other: Int32) {
        let (one, other) = (root(one), root(other))
        guard one != other else { return }
        let (large, small) = sizes[Int(one)] < sizes[Int(other)] ? (other, one) : (one, other)
        parents[Int(small)] = large
        sizes[Int(large)] += sizes[Int(small)]
    }
}
