import Database

// Songs that are elsewhere and have other bytes at once: a program for tags has written them anew and renamed them. No stamp matches then,
// so their tags decide, at the end of a scan, when all is known that is gone, and each file that was only moved has its song.
extension LibraryStore {
    /// Songs that are compared in one transaction.
    private static let retaggedBlockSize: Int64 = 256
    /// How many songs of one identity are looked at; of more, none is taken.
    private static let candidateLimit = 16

    /// A song that a scan has added.
    private struct NewSong {
        let id: Int64
        let name: [UInt8]
        let tags: SongTags
        /// The id of its shared tags.
        let shared: Int64
        let identity: SongIdentity
    }

    /// Notes that a scan has found a song that was nowhere before.
    func noteNew(song: Int64) throws(DatabaseError) {
        try database.run("INSERT OR IGNORE INTO new_songs VALUES (?)", song)
    }

    /// What the tags of a song say that it is; `nil` if the library does not have the song.
    func identity(ofSong id: Int64) throws(DatabaseError) -> SongIdentity? {
        let sql = """
            SELECT songs.id, songs.tags, shared_tags.tags, songs.milliseconds
            FROM songs JOIN shared_tags ON shared_tags.id = songs.shared WHERE songs.id = ?
            """
        return try database.firstRow(sql, id) { row throws(DatabaseError) in try Self.identity(row) }
    }

    /// Reads what the columns 1 to 3 of a row say: the tags of a song, those that it shares, and its duration.
    private static func identity(_ row: borrowing Row) throws(DatabaseError) -> SongIdentity {
        SongIdentity(SongTags(own: try row.utf8(1), shared: try row.utf8(2)), milliseconds: try row.integerIfAny(3))
    }

    /// Gives new songs the ids of songs that are gone, and so what the user has made of these, where the tags say that they are the same. A
    /// song is given away only if no other one that is gone says the same. To be called at the end of a scan, before anything is removed.
    /// - Parameters:
    ///   - isWanted: whether to go on. If not, the next scan does the rest.
    ///   - isGone: whether there is no file at a path any more.
    /// - Returns: how many songs were known again.
    func recogniseRetagged(
        while isWanted: () -> Bool, isGone: ([UInt8]) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) -> Int {
        guard try database.value("SELECT EXISTS (SELECT 1 FROM new_songs)", as: Int64.self) == 1 else { return 0 }
        var count = 0
        if try noteGone(while: isWanted) {
            // The identifiers of all songs come before the words of the first: otherwise a song could take, by its words, the old song
            // that belongs to another one by its identifier.
            for means in SongIdentity.Means.allCases {
                var last: Int64? = Int64.min
                while let start = last, isWanted() {
                    last = try transaction { () throws(DatabaseError) -> Int64? in
                        let new = try newSongs(after: start)
                        for song in new {
                            guard let old = try goneSong(like: song.identity, by: means, isGone: isGone),
                                try give(old, to: song)
                            else { continue }
                            count += 1
                        }
                        return new.count == Int(Self.retaggedBlockSize) ? new.last?.id : nil
                    }
                }
            }
            try database.run("DELETE FROM gone_songs")
        }
        guard isWanted() else { return count }
        try database.run("DELETE FROM new_songs")
        return count
    }

    /// Notes what the tags say of the songs that the scan has found to be gone. Returns whether anything may be known again.
    private func noteGone(while isWanted: () -> Bool) throws(DatabaseError) -> Bool {
        try database.connection.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS gone_songs (
                id INTEGER PRIMARY KEY, recording INTEGER, words INTEGER, milliseconds INTEGER);
            CREATE INDEX IF NOT EXISTS temp.gone_songs_recording ON gone_songs (recording);
            CREATE INDEX IF NOT EXISTS temp.gone_songs_words ON gone_songs (words, milliseconds);
            DELETE FROM gone_songs;
            """)
        // In this order: SQLite could begin with all songs.
        let sql = """
            SELECT songs.id, songs.tags, shared_tags.tags, songs.milliseconds FROM vanished_songs
            CROSS JOIN songs ON songs.id = vanished_songs.id CROSS JOIN shared_tags ON shared_tags.id = songs.shared
            WHERE vanished_songs.id > ? ORDER BY vanished_songs.id LIMIT ?
            """
        var (last, count) = (Int64.min, Self.blockSize)
        while count == Self.blockSize, isWanted() {
            try database.connection.transaction(.deferred) { () throws(DatabaseError) in
                var gone: [(id: Int64, said: SongIdentity)] = []
                try database.forEachRow(sql, last, Self.blockSize) { row throws(DatabaseError) in
                    gone.append((try row.integer(0), try Self.identity(row)))
                }
                for (id, said) in gone where !said.isEmpty {
                    try database.run(
                        "INSERT INTO gone_songs VALUES (?, ?, ?, ?)", id, said.recording, said.words, said.milliseconds)
                }
                (last, count) = (gone.last?.id ?? last, Int64(gone.count))
            }
        }
        let found = """
            SELECT EXISTS (SELECT 1 FROM gone_songs)
                OR EXISTS (SELECT 1 FROM kept_songs WHERE recording IS NOT NULL OR words IS NOT NULL)
            """
        return try database.value(found, as: Int64.self) == 1
    }

    /// The next new songs that are there, behind an id.
    private func newSongs(after id: Int64) throws(DatabaseError) -> [NewSong] {
        let sql = """
            SELECT songs.id, songs.tags, shared_tags.tags, songs.milliseconds, songs.name, songs.shared FROM new_songs
            CROSS JOIN songs ON songs.id = new_songs.song CROSS JOIN shared_tags ON shared_tags.id = songs.shared
            WHERE new_songs.song > ? AND new_songs.song NOT IN (SELECT id FROM vanished_songs)
            ORDER BY new_songs.song LIMIT ?
            """
        var songs: [NewSong] = []
        try database.forEachRow(sql, id, Self.retaggedBlockSize) { row throws(DatabaseError) in
            songs.append(
                NewSong(
                    id: try row.integer(0), name: try row.bytes(4),
                    tags: SongTags(own: try row.utf8(1), shared: try row.utf8(2)), shared: try row.integer(5),
                    identity: try Self.identity(row)))
        }
        return songs
    }

    /// The one song that is the same and is gone; `nil` if there is none, or more than one.
    private func goneSong(
        like said: SongIdentity, by means: SongIdentity.Means, isGone: ([UInt8]) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) -> Int64? {
        // What is kept of a file that was deleted long ago does not stand in the way of one that this scan misses.
        for place in GonePlace.allCases {
            let candidates = try candidates(like: said, by: means, place)
            guard candidates.count <= Self.candidateLimit else { return nil }
            var found: Int64?
            for candidate in candidates where try isGone(candidate.path) {
                guard found == nil else { return nil }
                found = candidate.id
            }
            if let found { return found }
        }
        return nil
    }

    /// Where songs are that may be gone: still in the library, or only among what is kept. The former come first.
    private enum GonePlace: CaseIterable {
        case library, kept
    }

    /// The ids and paths of songs that are the same and may be gone, one more than are looked at at most.
    private func candidates(
        like said: SongIdentity, by means: SongIdentity.Means, _ place: GonePlace
    ) throws(DatabaseError) -> [(id: Int64, path: [UInt8])] {
        var candidates: [(id: Int64, path: [UInt8])] = []
        func take(_ row: borrowing Row) throws(DatabaseError) { candidates.append((try row.integer(0), try row.bytes(1))) }
        switch means {
        case .recording:
            guard let recording = said.recording else { return [] }
            let length = "(?2 IS NULL OR milliseconds IS NULL OR abs(milliseconds - ?2) <= \(SongIdentity.recordingTolerance))"
            let sql = Self.candidates("recording = ?1 AND \(length)", place)
            try database.forEachRow(sql, recording, said.milliseconds) { row throws(DatabaseError) in try take(row) }
        case .words:
            guard let words = said.words, let milliseconds = said.milliseconds else { return [] }
            try database.forEachRow(
                Self.candidates("words = ?1 AND milliseconds BETWEEN ?2 AND ?3", place), words,
                milliseconds - SongIdentity.tolerance, milliseconds + SongIdentity.tolerance
            ) { row throws(DatabaseError) in try take(row) }
        }
        return candidates
    }

    private static func candidates(_ condition: String, _ place: GonePlace) -> String {
        switch place {
        case .library:
            // The path is that of the library: after a crash, the other one may be that of a file which never got the id.
            """
            SELECT songs.id, CAST(directories.path || x'2F' || songs.name AS BLOB)
            FROM (SELECT id FROM gone_songs WHERE \(condition) UNION SELECT id FROM kept_songs WHERE \(condition)) AS gone
            CROSS JOIN songs ON songs.id = gone.id CROSS JOIN directories ON directories.id = songs.directory
            LIMIT \(candidateLimit + 1)
            """
        case .kept:
            """
            SELECT id, path FROM kept_songs WHERE \(condition) AND id NOT IN (SELECT id FROM songs) LIMIT \(candidateLimit + 1)
            """
        }
    }

    /// Gives a new song the id of one that is gone. Returns whether it was done.
    private func give(_ old: Int64, to new: NewSong) throws(DatabaseError) -> Bool {
        // The user may have made something of the new one while the scan went on. What is made of two songs is never put together.
        let isKept = "SELECT EXISTS (SELECT 1 FROM kept_songs WHERE id = ?)"
        guard old != new.id, try database.value(isKept, new.id, as: Int64.self) == 0 else { return false }
        let added: Double? = try database.value("SELECT added FROM songs WHERE id = ?", old)
        if added != nil { try remove(song: old) }
        try forgetText(ofSong: new.id)
        try removeFromIndex(new.id)
        // It refers to the song by its id. Who has it measured finds that it was not.
        try database.run("DELETE FROM loudness WHERE song = ?", new.id)
        try database.run("UPDATE songs SET id = ?, added = coalesce(?, added) WHERE id = ?", old, added, new.id)
        var maker = TextMaker()
        let texts = try maker.texts(name: new.name, own: new.tags.own, shared: new.shared, in: self)
        try addToIndex(old, texts)
        if try database.value(isKept, old, as: Int64.self) == 1 { try keep(song: old) }
        // It is no longer gone, and no other song takes it.
        try reappear(song: old)
        try database.run("DELETE FROM gone_songs WHERE id = ?", old)
        try database.run("DELETE FROM new_songs WHERE song = ?", new.id)
        return true
    }
}
