import Database

// A file that was moved or renamed: its song keeps its id, and so what the user has made of it. Songs with other tags as well are those of
// ``SongIdentity``.
extension LibraryStore {
    /// A known song with the same sound that is no longer where it was; `nil` if there is none.
    func movedSong(
        _ song: ScannedSong, isGone: ([UInt8]) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) -> Int64? {
        var candidates: [(id: Int64, path: [UInt8])] = []
        let sql = """
            SELECT songs.id, directories.path, songs.name FROM songs JOIN directories ON directories.id = songs.directory
            WHERE stamp = ? AND size = ? LIMIT 16
            """
        try database.forEachRow(sql) { values in
            values.add(song.stamp)
            values.add(song.identity.size)
        } body: { row throws(DatabaseError) in
            let (directory, name): ([UInt8], [UInt8]) = (try row.read(1), try row.read(2))
            candidates.append((try row.read(0), directory + [UInt8(ascii: "/")] + name))
        }
        for candidate in candidates where try isGone(candidate.path) { return candidate.id }
        return nil
    }

    /// The id of a song of which the user has made something, at this path or with the same sound where no file is any more.
    func keptSong(
        _ song: ScannedSong, path: [UInt8], isGone: ([UInt8]) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) -> Int64? {
        guard try anyIsKept() else { return nil }
        let free = "AND id NOT IN (SELECT id FROM songs)"
        if let id: Int64 = try database.value("SELECT id FROM kept_songs WHERE path = ? \(free)", path) { return id }
        var candidates: [(id: Int64, path: [UInt8])] = []
        let sql = "SELECT id, path FROM kept_songs WHERE stamp = ? AND size = ? \(free) LIMIT 16"
        try database.forEachRow(sql, song.stamp, song.identity.size) { row throws(DatabaseError) in
            candidates.append((try row.read(0), try row.read(1)))
        }
        for candidate in candidates where try isGone(candidate.path) { return candidate.id }
        return nil
    }

    /// Whether nobody would miss what a song was before it was moved: the scan has begun without songs, and nobody has made anything of one.
    func isMoveless() throws(DatabaseError) -> Bool {
        guard isFirstScan else { return false }
        return try !anyIsKept()
    }

    /// Whether the user has made something of any song, of which the library takes care then.
    func anyIsKept() throws(DatabaseError) -> Bool {
        if let known = hasKeptSongs { return known }
        let found = try database.value("SELECT EXISTS (SELECT 1 FROM kept_songs)", as: Int64.self) == 1
        hasKeptSongs = found
        return found
    }
}
