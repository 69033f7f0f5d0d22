import AudioTypes
import MPDProtocol
import MediaTypes
import PlayerModel

// The queue's items in the form of the protocol.

extension Song {
    /// Makes the song of an item as the queue knows it.
    /// - Parameters:
    ///   - file: its place or address as clients know it.
    ///   - index: its place in the queue; `nil` if it is not in the queue any more.
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
        part = item.part
        place = item.place(at: index)
    }
}

extension QueueItem {
    /// The part of the file that is played, as clients see it; `nil` for all of the file.
    var part: Song.Part? { range.map { Song.Part(start: $0.start.seconds, end: $0.end?.seconds) } }

    /// Returns the place of the item at an index of the queue; `nil` if it is not in the queue.
    func place(at index: Int?) -> Song.Place? { index.map { Song.Place(position: $0, id: id, priority: priority) } }
}

extension QueueTag {
    /// Makes the tag of the queue for one of the protocol; `nil` if the queue keeps none of this kind.
    init?(_ type: TagType) {
        switch type {
        case .title: self = .title
        case .artist: self = .artist
        case .album: self = .album
        case .albumArtist: self = .albumArtist
        case .track: self = .trackNumber
        case .disc: self = .discNumber
        case .date: self = .date
        case .genre: self = .genre
        default: return nil
        }
    }
}

extension QueueLedger.Entry {
    /// Makes the entry of an item. The digest takes in everything that clients are shown and that may change while the id stays.
    /// - Parameter libraryChange: another number whenever what the library says of it has changed.
    init(_ item: QueueItem, libraryChange: Int64) {
        var hasher = Hasher()
        hasher.combine(libraryChange)
        hasher.combine(item.location)
        hasher.combine(item.priority)
        hasher.combine(item.title)
        hasher.combine(item.artist)
        hasher.combine(item.album)
        hasher.combine(item.trackNumber)
        hasher.combine(item.duration)
        hasher.combine(item.albumTags)
        self.init(id: item.id, digest: hasher.finalize())
    }
}
