import MPDProtocol
import MediaTypes
import PlayerModel

// The queue's items in the form of the protocol.

extension Song {
    /// Makes the song of an item. `file` is its place or address as clients know it, `index` its place in the queue; `nil` if it is not in the queue any more.
    init(_ item: QueueItem, file: String, at index: Int?) {
        self.init(file: file)
        func add(_ type: TagType, _ value: String?) {
            if let value { tags.append(Tag(type, value)) }
        }
        let album = item.albumTags
        add(.artist, item.artist)
        add(.album, item.album)
        add(.albumArtist, album.artist)
        add(.title, item.title)
        add(.track, item.trackNumber.map { "\($0)" })
        add(.genre, album.genre)
        add(.date, album.date)
        add(.disc, album.discNumber.map { "\($0)" })
        duration = item.duration
        place = index.map { Place(position: $0, id: item.id) }
    }
}

extension QueueLedger.Entry {
    /// Makes the entry of an item. The digest takes in everything that ``Song`` shows and that may change while the id stays.
    init(_ item: QueueItem) {
        var hasher = Hasher()
        hasher.combine(item.title)
        hasher.combine(item.artist)
        hasher.combine(item.album)
        hasher.combine(item.trackNumber)
        hasher.combine(item.duration)
        hasher.combine(item.albumTags)
        self.init(id: item.id, digest: hasher.finalize())
    }
}
