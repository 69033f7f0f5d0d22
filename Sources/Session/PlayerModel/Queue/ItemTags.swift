import MediaTypes

/// The tags of an item: its own, and over them those of what is on the air.
///
/// Its own come from the list that named it, from a client or from the file, and stay. The song of a station, a segment of a list and a
/// link of a chain of Ogg have tags only while they are heard: each hides the item's own tag of the same kind, and changes none.
struct ItemTags: Hashable, Sendable {
    /// What is on the air, with the album tags below it. An item has room for one reference, and a queue has many items, of which one
    /// at most is on the air.
    private final class OnAir: Hashable, Sendable {
        let facts: MediaFacts
        let below: SharedAlbumTags?

        init(_ facts: MediaFacts, over below: SharedAlbumTags?) {
            self.facts = facts
            self.below = below
        }

        static func == (one: OnAir, other: OnAir) -> Bool { one.facts == other.facts && one.below == other.below }

        func hash(into hasher: inout Hasher) {
            hasher.combine(facts)
            hasher.combine(below)
        }
    }

    private enum Layer: Hashable, Sendable {
        case nothing
        case own(SharedAlbumTags)
        case onAir(OnAir)

        var below: SharedAlbumTags? {
            switch self {
            case .nothing: nil
            case .own(let tags): tags
            case .onAir(let onAir): onAir.below
            }
        }
    }

    private var ownTitle: String?
    private var ownArtist: String?
    private var ownAlbum: String?
    private var layer = Layer.nothing

    /// The item's own tags: those that are saved.
    var own: OwnTags {
        get { OwnTags(title: ownTitle, artist: ownArtist, album: ownAlbum, shared: layer.below) }
        set {
            (ownTitle, ownArtist, ownAlbum) = (newValue.title, newValue.artist, newValue.album)
            if newValue.shared != layer.below { lay(onAir, over: newValue.shared) }
        }
    }

    /// What is heard of the item, if that has tags of its own; `nil` if nothing is heard of it, or if it has none.
    var onAir: MediaFacts? {
        get { if case .onAir(let onAir) = layer { onAir.facts } else { nil } }
        set { lay(newValue, over: layer.below) }
    }

    private mutating func lay(_ facts: MediaFacts?, over below: SharedAlbumTags?) {
        layer = facts.map { .onAir(OnAir($0, over: below)) } ?? below.map { .own($0) } ?? .nothing
    }
}

/// An item's own tags, without those of what is on the air.
package struct OwnTags: Hashable, Sendable {
    package var title: String?
    package var artist: String?
    package var album: String?
    var shared: SharedAlbumTags?

    /// The tags that the item has in common with the other tracks of its disc.
    var albumTags: AlbumTags { shared?.tags ?? AlbumTags() }
}

// MARK: - Shown

extension ItemTags {
    var title: String? { onAir?.title ?? ownTitle }
    var artist: String? { onAir?.artist ?? ownArtist }
    var album: String? { onAir?.album ?? ownAlbum }

    /// The tags that the item has in common with the other tracks of its disc.
    var albumTags: AlbumTags {
        let own = layer.below?.tags ?? AlbumTags()
        guard let heard = onAir?.albumTags?.tags else { return own }
        return AlbumTags(
            artist: heard.artist ?? own.artist, date: heard.date ?? own.date, genre: heard.genre ?? own.genre,
            discNumber: heard.discNumber ?? own.discNumber, discTotal: heard.discTotal ?? own.discTotal,
            trackTotal: heard.trackTotal ?? own.trackTotal)
    }

    /// Whether what is on the air hides the item's own tag of a kind.
    func hides(_ tag: QueueTag) -> Bool {
        guard let onAir else { return false }
        let album = onAir.albumTags?.tags
        return switch tag {
        case .title: onAir.title != nil
        case .artist: onAir.artist != nil
        case .album: onAir.album != nil
        case .trackNumber: onAir.trackNumber != nil
        case .albumArtist: album?.artist != nil
        case .discNumber: album?.discNumber != nil
        case .date: album?.date != nil
        case .genre: album?.genre != nil
        }
    }
}

// MARK: - In the queue

extension PlayQueue {
    /// Notes what is heard of an item by the tags that it has, until ``endAiring()``. Nothing of it is saved, and the revision stays.
    mutating func air(_ tags: [String: String], of id: Int64) {
        if id != onAirID { endAiring() }
        let facts = MediaFacts(tags: tags, duration: nil)
        let isNothing = facts == MediaFacts()
        onAirID = isNothing ? nil : id
        describe(id) { $0.tags.onAir = isNothing ? nil : facts }
    }

    /// Has the item that is on the air show its own tags again, because it is heard no more.
    mutating func endAiring() {
        guard let id = onAirID else { return }
        onAirID = nil
        describe(id) { $0.tags.onAir = nil }
    }

    /// The items with their own tags alone, as they are saved.
    var itemsOffAir: [QueueItem] {
        guard onAirID != nil else { return items }
        var queue = self
        queue.endAiring()
        return queue.items
    }
}
