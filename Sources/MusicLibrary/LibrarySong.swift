import Database

/// A song of the library.
package struct LibrarySong: Hashable, Sendable {
    package let id: Int64
    /// The bytes of the path of its directory.
    package let directory: [UInt8]
    /// The bytes of its name there.
    package let name: [UInt8]
    /// In bytes.
    package let size: Int64
    /// The last change of the file, in seconds since 1970.
    package let modified: Double
    /// When the library has got to know the song, in seconds since 1970.
    package let added: Double
    package let milliseconds: Int64?
    /// In hertz.
    package let sampleRate: Int64?
    package let channelCount: Int64?
    /// In kbit/s.
    package let bitRate: Int64?
    /// Whether there is a picture inside the file.
    package let hasPicture: Bool
    package let tags: SongTags
    package let trackNumber: Int64?
    package let discNumber: Int64?
    package let playCount: Int64

    /// The bytes of the path.
    package var path: [UInt8] { directory + [UInt8(ascii: "/")] + name }

    /// The title; `nil` if the file does not state it.
    package var title: String? { tags[.title] }

    /// The duration in seconds; `nil` if unknown.
    package var seconds: Double? { milliseconds.map { Double($0) / 1_000 } }
}

extension LibraryStore {
    /// The columns that ``SongRows`` reads, with their tables. A condition follows.
    static let songColumns = """
        SELECT songs.id, songs.directory, directories.path, songs.name, songs.modified, songs.added, songs.milliseconds,
            songs.sample_rate, songs.channels, songs.bit_rate, songs.has_picture, songs.tags, songs.shared, shared_tags.tags,
            songs.track_number, songs.disc_number, plays.play_count, songs.size
        FROM songs JOIN directories ON directories.id = songs.directory JOIN shared_tags ON shared_tags.id = songs.shared
            LEFT JOIN plays ON plays.song = songs.id

        """

    /// Returns the songs of the rows of ``songColumns`` for which the rest of the statement asks.
    func readSongs<each Value: DatabaseValue>(
        _ rest: String, _ values: repeat each Value
    ) throws(DatabaseError) -> [LibrarySong] {
        var songs: [LibrarySong] = []
        try forEachSong(rest, repeat each values) { songs.append($0) }
        return songs
    }

    /// Calls `body` with the songs of the rows of ``songColumns`` for which the rest of the statement asks.
    func forEachSong<each Value: DatabaseValue>(
        _ rest: String, _ values: repeat each Value, body: (LibrarySong) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        var rows = SongRows()
        try database.forEachRow(Self.songColumns + rest, repeat each values) { row throws(DatabaseError) in
            try body(try rows.song(row))
        }
    }
}

/// Makes songs of the rows of one statement with ``LibraryStore/songColumns``. Songs in a row that are of one directory, and of one
/// album, share the bytes of these.
private struct SongRows {
    private var directory: (id: Int64, path: [UInt8]) = (-1, [])
    private var shared: (id: Int64, tags: [UInt8]) = (-1, [])

    mutating func song(_ row: borrowing Row) throws(DatabaseError) -> LibrarySong {
        let (directoryID, sharedID) = (try row.integer(1), try row.integer(12))
        if directory.id != directoryID { directory = (directoryID, try row.bytes(2)) }
        if shared.id != sharedID { shared = (sharedID, try row.utf8(13)) }
        return LibrarySong(
            id: try row.integer(0), directory: directory.path, name: try row.bytes(3), size: try row.integer(17),
            modified: Double(try row.integer(4)) / 1e9, added: try row.read(5), milliseconds: try row.integerIfAny(6),
            sampleRate: try row.integerIfAny(7), channelCount: try row.integerIfAny(8), bitRate: try row.integerIfAny(9),
            hasPicture: try row.integer(10) == 1, tags: SongTags(own: try row.utf8(11), shared: shared.tags),
            trackNumber: try row.integerIfAny(14), discNumber: try row.integerIfAny(15), playCount: try row.integerIfAny(16) ?? 0)
    }
}
