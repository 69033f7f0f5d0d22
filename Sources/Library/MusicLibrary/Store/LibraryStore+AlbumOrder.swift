package import Database
package import MediaTypes

/// A place in a long list of songs that comes in blocks, each in the order of directories, albums, discs and tracks.
package struct BlockPlace: Hashable, Sendable {
    /// The id behind which the songs of the block begin.
    package let block: Int64
    /// How many songs of the block came before the place.
    package let count: Int
    /// The last of them, which need not be there any more; 0 at the beginning of a block.
    package let last: Int64
    /// How many songs each block of the list has: as many as the first part of the list was asked for. All of them are read for
    /// each part, so that more would make each part cost more.
    package let size: Int

    package init(block: Int64, count: Int, last: Int64, size: Int) {
        (self.block, self.count, self.last, self.size) = (block, count, last, size)
    }

    fileprivate static func start(behind id: Int64, size: Int) -> BlockPlace {
        BlockPlace(block: id, count: 0, last: 0, size: size)
    }
}

// Songs in the order in which people hear them, as clients of MPD get them. The ids are those of the scan, in which the tracks of an album
// come as the disk lists them.
extension LibraryStore {
    private static let smallestBlock = 100

    /// The songs that ``search(_:in:after:limit:)`` finds, in the order of albums. If they are more than one block has, each block
    /// is in that order: sorting all songs with a term that most have would take seconds.
    package func found(
        _ text: String, in field: SearchField? = nil, after place: BlockPlace? = nil, limit: Int = 100
    ) throws(DatabaseError) -> Page<LibrarySong, BlockPlace> {
        // It writes, so it comes before the parts are read together.
        try completeIndex()
        return try inAlbumOrder(after: place, limit: limit) { (start, most) throws(DatabaseError) in
            let ids = try indexed(text, in: field, after: start, limit: most)
            return Page(items: try songs(ids.items), next: ids.next)
        }
    }

    /// The songs that have a name in any role, such as an artist, in the same order.
    package func songs(
        ofName name: Int64, inAlbumOrderAfter place: BlockPlace?, limit: Int
    ) throws(DatabaseError) -> Page<LibrarySong, BlockPlace> {
        try inAlbumOrder(after: place, limit: limit) { (start, most) throws(DatabaseError) in
            Self.block(try songs(ofName: name, after: start, limit: most), most)
        }
    }

    /// The songs of a year, in the same order.
    package func songs(
        ofYear year: Int64, inAlbumOrderAfter place: BlockPlace?, limit: Int
    ) throws(DatabaseError) -> Page<LibrarySong, BlockPlace> {
        try inAlbumOrder(after: place, limit: limit) { (start, most) throws(DatabaseError) in
            Self.block(try songs(ofYear: year, after: start, limit: most), most)
        }
    }

    private static func block(_ songs: [LibrarySong], _ most: Int) -> Page<LibrarySong, Int64> {
        Page(items: songs, next: songs.count < most ? nil : songs.last?.id)
    }

    /// Returns a part of a list whose blocks `read` gives: up to so many songs behind an id.
    private func inAlbumOrder(
        after place: BlockPlace?, limit: Int,
        _ read: (_ start: Int64, _ most: Int) throws(DatabaseError) -> Page<LibrarySong, Int64>
    ) throws(DatabaseError) -> Page<LibrarySong, BlockPlace> {
        let limit = max(1, min(limit, Self.pageLimit))
        return try reading { () throws(DatabaseError) in
            var place = place ?? .start(behind: 0, size: max(limit, Self.smallestBlock))
            let size = max(Self.smallestBlock, min(place.size, Self.pageLimit))
            var part: [LibrarySong] = []
            while true {
                let block = try read(place.block, size)
                let songs = LibraryOrder.sortedAsTree(block.items, first: .max)
                let known = songs.firstIndex { $0.id == place.last }.map { $0 + 1 }
                let start = known ?? max(0, min(place.count, songs.count))
                let more = songs[start...].prefix(limit - part.count)
                part += more
                if more.endIndex < songs.count, let last = more.last ?? part.last {
                    return Page(
                        items: part, next: BlockPlace(block: place.block, count: more.endIndex, last: last.id, size: size))
                }
                guard let next = block.next else { return Page(items: part, next: nil) }
                place = .start(behind: next, size: size)
                if part.count == limit { return Page(items: part, next: place) }
            }
        }
    }
}
