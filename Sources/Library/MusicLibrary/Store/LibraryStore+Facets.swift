package import Database
package import MediaTypes

/// A place in a list that is sorted by text.
package struct SortedPlace: Hashable, Sendable {
    package let sort: String
    package let id: Int64

    package init(sort: String, id: Int64) {
        self.sort = sort
        self.id = id
    }

    /// In front of everything.
    static let start = SortedPlace(sort: "", id: -1)
}

/// A place in a list that is sorted by time, newest first.
package struct TimedPlace: Hashable, Sendable {
    /// In seconds since 1970.
    package let time: Double
    package let id: Int64

    package init(time: Double, id: Int64) {
        self.time = time
        self.id = id
    }

    /// In front of everything.
    static let start = TimedPlace(time: .infinity, id: .max)
}

/// An album of the library.
package struct LibraryAlbum: Hashable, Sendable {
    package let id: Int64
    package let title: String
    /// `nil` for an album of various artists.
    package let artist: String?
    package let date: String?
    package let songCount: Int64
}

/// A name of the library in one of its roles: an artist, a genre.
package struct LibraryName: Hashable, Sendable {
    package let id: Int64
    package let name: String
}

/// Numbers that follow from a seed (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

extension LibraryStore {
    /// The albums in the order of their titles. An album of various artists is one album.
    package func albums(
        after place: SortedPlace? = nil, limit: Int = 100
    ) throws(DatabaseError) -> Page<LibraryAlbum, SortedPlace> {
        let (place, limit) = (place ?? .start, max(1, min(limit, Self.pageLimit)))
        var (albums, next): ([LibraryAlbum], SortedPlace?) = ([], nil)
        let sql = """
            SELECT id, title, artist, date, (SELECT count(*) FROM songs WHERE album = albums.id), sort FROM albums
            WHERE (sort, id) > (?, ?) ORDER BY sort, id LIMIT ?
            """
        try database.forEachRow(sql, place.sort, place.id, Int64(limit)) { row throws(DatabaseError) in
            let album = LibraryAlbum(
                id: try row.read(0), title: try row.read(1), artist: try row.read(2), date: try row.read(3),
                songCount: try row.read(4))
            albums.append(album)
            next = SortedPlace(sort: try row.read(5), id: album.id)
        }
        return Page(items: albums, next: albums.count < limit ? nil : next)
    }

    /// The names that are values of a tag, in the order of their sort forms: artists, composers, genres. None if the values of the tag are no
    /// names (``SongTag/named``).
    package func names(
        in tag: SongTag, after place: SortedPlace? = nil, limit: Int = 100
    ) throws(DatabaseError) -> Page<LibraryName, SortedPlace> {
        let (place, limit) = (place ?? .start, max(1, min(limit, Self.pageLimit)))
        var (names, next): ([LibraryName], SortedPlace?) = ([], nil)
        let sql = """
            SELECT id, name, sort FROM names WHERE (sort, id) > (?, ?)
                AND EXISTS (SELECT 1 FROM shared_names WHERE shared_names.name = names.id AND role = ?) ORDER BY sort, id LIMIT ?
            """
        try database.forEachRow(sql, place.sort, place.id, tag.definition.role ?? 0, Int64(limit)) { row throws(DatabaseError) in
            let name = LibraryName(id: try row.read(0), name: try row.read(1))
            names.append(name)
            next = SortedPlace(sort: try row.read(2), id: name.id)
        }
        return Page(items: names, next: names.count < limit ? nil : next)
    }

    /// The years of songs, newest first, with the number of songs of each.
    package func years() throws(DatabaseError) -> [(year: Int64, songCount: Int64)] {
        var years: [(Int64, Int64)] = []
        let sql = "SELECT year, count(*) FROM songs WHERE year IS NOT NULL GROUP BY year ORDER BY year DESC"
        try database.forEachRow(sql) { row throws(DatabaseError) in years.append((try row.read(0), try row.read(1))) }
        return years
    }

    /// A song; `nil` if there is none of that id (any more).
    package func song(_ id: Int64) throws(DatabaseError) -> LibrarySong? { try readSongs("WHERE songs.id = ?", id).first }

    /// The songs with these ids, in their order. An id that no song has (any more) is left out.
    package func songs(_ ids: [Int64]) throws(DatabaseError) -> [LibrarySong] {
        try reading { () throws(DatabaseError) in
            var songs: [LibrarySong] = []
            for id in ids {
                if let song = try song(id) { songs.append(song) }
            }
            return songs
        }
    }

    /// The songs that have a name in any role, such as an artist, by id.
    package func songs(
        ofName name: Int64, after place: Int64? = nil, limit: Int = 100
    ) throws(DatabaseError) -> [LibrarySong] {
        try page("songs.shared IN (SELECT shared FROM shared_names WHERE name = ?)", name, after: place, limit: limit)
    }

    /// The songs of a year, by id.
    package func songs(
        ofYear year: Int64, after place: Int64? = nil, limit: Int = 100
    ) throws(DatabaseError) -> [LibrarySong] {
        try page("songs.year = ?", year, after: place, limit: limit)
    }

    private func page(
        _ condition: String, _ value: Int64, after place: Int64?, limit: Int
    ) throws(DatabaseError) -> [LibrarySong] {
        try readSongs(
            "WHERE \(condition) AND songs.id > ? ORDER BY songs.id LIMIT ?", value, place ?? 0,
            Int64(max(1, min(limit, Self.pageLimit))))
    }

    /// Some songs by chance; the same for the same seed, as long as the library stays as it is.
    /// - Parameter place: how many songs came in the parts before.
    package func random(
        seed: UInt64, after place: Int = 0, limit: Int = 100
    ) throws(DatabaseError) -> Page<LibrarySong, Int> {
        var ids: [Int64] = []
        try database.forEachRow("SELECT id FROM songs") { row throws(DatabaseError) in ids.append(try row.read(0)) }
        var generator = SeededGenerator(seed: seed)
        let start = max(0, min(place, ids.count))
        let end = min(ids.count, start + max(0, min(limit, Self.pageLimit)))
        for index in 0..<end { ids.swapAt(index, Int.random(in: index..<ids.count, using: &generator)) }
        return Page(items: try songs(Array(ids[start..<end])), next: end < ids.count ? end : nil)
    }

    /// The songs that came last, newest first.
    package func recentlyAdded(
        after place: TimedPlace? = nil, limit: Int = 100
    ) throws(DatabaseError) -> Page<LibrarySong, TimedPlace> {
        let (place, limit) = (place ?? .start, max(1, min(limit, Self.pageLimit)))
        let rest = "WHERE (songs.added, songs.id) < (?, ?) ORDER BY songs.added DESC, songs.id DESC LIMIT ?"
        let songs = try readSongs(rest, place.time, place.id, Int64(limit))
        return Page(items: songs, next: songs.count < limit ? nil : songs.last.map { TimedPlace(time: $0.added, id: $0.id) })
    }

    /// The songs that were played last, newest first.
    package func recentlyPlayed(
        after place: TimedPlace? = nil, limit: Int = 100
    ) throws(DatabaseError) -> Page<LibrarySong, TimedPlace> {
        try reading { () throws(DatabaseError) in
            let (place, limit) = (place ?? .start, max(1, min(limit, Self.pageLimit)))
            // The first condition is within the second. SQLite sees by it that songs without plays are not wanted, and takes the index.
            let rest = """
                WHERE plays.last_played IS NOT NULL AND (plays.last_played, plays.song) < (?, ?)
                ORDER BY plays.last_played DESC, plays.song DESC LIMIT ?
                """
            let songs = try readSongs(rest, place.time, place.id, Int64(limit))
            guard songs.count == limit, let last = songs.last, let time = try listening(to: last.id).lastPlayed else {
                return Page(items: songs, next: nil)
            }
            return Page(items: songs, next: TimedPlace(time: time, id: last.id))
        }
    }

    /// Songs that were never played, by id.
    package func neverPlayed(after place: Int64? = nil, limit: Int = 100) throws(DatabaseError) -> [LibrarySong] {
        try readSongs(
            "WHERE songs.id > ? AND coalesce(plays.play_count, 0) = 0 ORDER BY songs.id LIMIT ?", place ?? 0,
            Int64(max(1, min(limit, Self.pageLimit))))
    }
}
