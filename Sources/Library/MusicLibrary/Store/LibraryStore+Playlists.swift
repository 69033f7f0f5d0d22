package import Database

// The playlist files among the music.
extension LibraryStore {
    /// The playlist files directly in a directory, in the order of the bytes of their names.
    package func playlists(in directory: Int64) throws(DatabaseError) -> [LibraryPlaylist] {
        var playlists: [LibraryPlaylist] = []
        let sql = "SELECT name, size, modified FROM playlist_files WHERE directory = ? ORDER BY name"
        try database.forEachRow(sql, directory) { row throws(DatabaseError) in
            playlists.append(
                LibraryPlaylist(name: try row.read(0), size: try row.read(1), modifiedNanoseconds: try row.read(2)))
        }
        return playlists
    }

    /// Whether any directory has playlist files. Most libraries have none, and lists of everything ask for those of each directory.
    package func hasPlaylists() throws(DatabaseError) -> Bool {
        try database.value("SELECT EXISTS (SELECT 1 FROM playlist_files)", as: Int64.self) == 1
    }

    /// Notes which playlist files a directory has now.
    func setPlaylists(_ playlists: [LibraryPlaylist], in directory: Int64) throws(DatabaseError) {
        try database.run("DELETE FROM playlist_files WHERE directory = ?", directory)
        for playlist in playlists {
            try database.run(
                "INSERT INTO playlist_files VALUES (?, ?, ?, ?)", directory, playlist.name, playlist.size,
                playlist.modifiedNanoseconds)
        }
        havePlaylistsChanged = true
    }

    /// How many playlist files go with the directories that the scan has found to be gone.
    func vanishedPlaylistCount() throws(DatabaseError) -> Int {
        let sql = "SELECT count(*) FROM playlist_files WHERE directory IN (SELECT id FROM vanished_directories)"
        let count = try database.value(sql, as: Int64.self) ?? 0
        if count > 0 { havePlaylistsChanged = true }
        return Int(count)
    }
}
