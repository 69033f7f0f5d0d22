package import Database

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

/// A song of the library.
package struct LibrarySong: Hashable, Sendable {
    package let id: Int64
    /// The bytes of the path.
    package let path: [UInt8]
    package let title: String?
    package let artist: String?
    package let album: String?
    package let date: String?
    package let disc: String?
    package let track: String?
    package let milliseconds: Int64?
    package let playCount: Int64
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

    /// The names that songs have in a role, in the order of their sort forms: artists, composers, genres.
    package func names(
        in role: NameRole, after place: SortedPlace? = nil, limit: Int = 100
    ) throws(DatabaseError) -> Page<LibraryName, SortedPlace> {
        let (place, limit) = (place ?? .start, max(1, min(limit, Self.pageLimit)))
        var (names, next): ([LibraryName], SortedPlace?) = ([], nil)
        let sql = """
            SELECT id, name, sort FROM names WHERE (sort, id) > (?, ?)
                AND EXISTS (SELECT 1 FROM song_names WHERE song_names.name = names.id AND role = ?) ORDER BY sort, id LIMIT ?
            """
        try database.forEachRow(sql, place.sort, place.id, role.rawValue, Int64(limit)) { row throws(DatabaseError) in
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

    /// The songs of an album by disc and track.
    package func songs(ofAlbum album: Int64) throws(DatabaseError) -> [LibrarySong] {
        let sql = Self.songs + "WHERE songs.album = ? ORDER BY disc_number, track_number, songs.name, songs.id LIMIT 10000"
        var songs: [LibrarySong] = []
        try database.forEachRow(sql, album) { row throws(DatabaseError) in songs.append(try Self.song(row)) }
        return songs
    }

    /// A song; `nil` if there is none of that id (any more).
    package func song(_ id: Int64) throws(DatabaseError) -> LibrarySong? {
        try database.firstRow(Self.songs + "WHERE songs.id = ?", id) { row throws(DatabaseError) in try Self.song(row) }
    }

    /// The songs that came last, newest first.
    package func recentlyAdded(limit: Int = 100) throws(DatabaseError) -> [LibrarySong] {
        try list("ORDER BY songs.added DESC, songs.id DESC LIMIT ?", limit: limit)
    }

    /// The songs that were played last, newest first.
    package func recentlyPlayed(limit: Int = 100) throws(DatabaseError) -> [LibrarySong] {
        try list("WHERE plays.last_played IS NOT NULL ORDER BY plays.last_played DESC LIMIT ?", limit: limit)
    }

    /// Songs that were never played, by id.
    package func neverPlayed(after place: Int64? = nil, limit: Int = 100) throws(DatabaseError) -> [LibrarySong] {
        let after = "WHERE songs.id > \(place ?? 0) AND coalesce(plays.play_count, 0) = 0"
        return try list("\(after) ORDER BY songs.id LIMIT ?", limit: limit)
    }

    private func list(_ rest: String, limit: Int) throws(DatabaseError) -> [LibrarySong] {
        var songs: [LibrarySong] = []
        try database.forEachRow(Self.songs + rest, Int64(max(1, min(limit, Self.pageLimit)))) { row throws(DatabaseError) in
            songs.append(try Self.song(row))
        }
        return songs
    }

    private static let songs = """
        SELECT songs.id, directories.path, songs.name, songs.title, songs.artist, albums.title, songs.date, songs.disc, songs.track,
            songs.milliseconds, plays.play_count
        FROM songs JOIN directories ON directories.id = songs.directory LEFT JOIN albums ON albums.id = songs.album
            LEFT JOIN plays ON plays.song = songs.id

        """

    private static func song(_ row: borrowing Row) throws(DatabaseError) -> LibrarySong {
        let (directory, name): ([UInt8], [UInt8]) = (try row.read(1), try row.read(2))
        let count: Int64? = try row.read(10)
        return LibrarySong(
            id: try row.read(0), path: directory + [UInt8(ascii: "/")] + name, title: try row.read(3), artist: try row.read(4),
            album: try row.read(5), date: try row.read(6), disc: try row.read(7), track: try row.read(8),
            milliseconds: try row.read(9), playCount: count ?? 0)
    }
}
