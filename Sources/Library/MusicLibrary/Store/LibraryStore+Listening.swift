package import Database

/// What the user's listening has left behind for a song.
package struct Listening: Hashable, Sendable {
    package var playCount: Int64 = 0
    /// In seconds since 1970; `nil` if the song was never played.
    package var lastPlayed: Double?
    package var skipCount: Int64 = 0
    package var lastSkipped: Double?
    /// The place to go on from, in milliseconds; `nil` if there is none.
    package var position: Int64?
}

extension LibraryStore {
    /// Counts one more play of a song, at `time` in seconds since 1970. On the disk when this returns.
    package func countPlay(of song: Int64, at time: Double) throws(DatabaseError) {
        try change(song) { () throws(DatabaseError) in
            try database.run(
                """
                INSERT INTO plays VALUES (?, 1, ?, 0, NULL)
                ON CONFLICT (song) DO UPDATE SET play_count = play_count + 1, last_played = excluded.last_played
                """, song, time)
        }
    }

    /// Counts one more time at which a song was skipped.
    package func countSkip(of song: Int64, at time: Double) throws(DatabaseError) {
        try change(song) { () throws(DatabaseError) in
            try database.run(
                """
                INSERT INTO plays VALUES (?, 0, NULL, 1, ?)
                ON CONFLICT (song) DO UPDATE SET skip_count = skip_count + 1, last_skipped = excluded.last_skipped
                """, song, time)
        }
    }

    /// Keeps the place to go on from, in milliseconds; `nil` forgets it.
    package func setPosition(_ milliseconds: Int64?, of song: Int64, at time: Double) throws(DatabaseError) {
        try change(song) { () throws(DatabaseError) in
            if let milliseconds {
                try database.run("INSERT OR REPLACE INTO positions VALUES (?, ?, ?)", song, milliseconds, time)
            } else {
                try database.run("DELETE FROM positions WHERE song = ?", song)
            }
        }
    }

    /// The songs that have a sticker of this name, by id, with its value.
    package func stickers(
        named name: String, after place: Int64? = nil, limit: Int = 100
    ) throws(DatabaseError) -> Page<(song: LibrarySong, value: String), Int64> {
        let limit = max(1, min(limit, Self.pageLimit))
        var stickers: [(song: LibrarySong, value: String)] = []
        try forEachSong(noted: name, .any, after: place ?? 0) { song, value throws(DatabaseError) in
            stickers.append((song, value))
            return stickers.count < limit
        }
        return Page(items: stickers, next: stickers.count < limit ? nil : stickers.last?.song.id)
    }

    /// What is known of the listening to a song.
    package func listening(to song: Int64) throws(DatabaseError) -> Listening {
        var listening = Listening()
        let sql = "SELECT play_count, last_played, skip_count, last_skipped FROM plays WHERE song = ?"
        try database.forEachRow(sql, song) { row throws(DatabaseError) in
            listening.playCount = try row.read(0)
            listening.lastPlayed = try row.read(1)
            listening.skipCount = try row.read(2)
            listening.lastSkipped = try row.read(3)
        }
        listening.position = try database.value("SELECT milliseconds FROM positions WHERE song = ?", song)
        return listening
    }

    /// Changes what the user has made of a song, which from then on is known by its path, its sound and its tags.
    func change(_ song: Int64, _ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        hasKeptSongs = nil
        // Deferred: only the user's database is written, so a scan that writes the other one is not in the way.
        try database.connection.transaction(.deferred) { () throws(DatabaseError) in
            try keep(song: song)
            try body()
        }
    }

    /// Notes by what a song is known again when its file is elsewhere one day: its path, its sound, and what its tags say that it is. Does
    /// nothing if the library does not have the song.
    func keep(song: Int64) throws(DatabaseError) {
        guard let said = try identity(ofSong: song) else { return }
        try database.run(
            """
            INSERT INTO kept_songs (id, path, size, stamp, recording, words, milliseconds)
            SELECT songs.id, CAST(directories.path || x'2F' || songs.name AS BLOB), songs.size, songs.stamp, ?, ?, ?
            FROM songs JOIN directories ON directories.id = songs.directory WHERE songs.id = ?
            ON CONFLICT (id) DO UPDATE SET path = excluded.path, size = excluded.size, stamp = excluded.stamp,
                recording = excluded.recording, words = excluded.words, milliseconds = excluded.milliseconds
            """, said.recording, said.words, said.milliseconds, song)
    }
}
