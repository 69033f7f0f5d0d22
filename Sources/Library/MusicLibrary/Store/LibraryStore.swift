package import Database
package import MediaTypes

/// The library's facts in their two databases: what the files say, and what the user has made.
///
/// Not `Sendable`: it belongs to the thread that has made it.
package final class LibraryStore {
    /// The database of what the files say, with that of the user attached as `listening`.
    let database: CachedConnection
    /// The next id of a song, and the first that is no longer reserved.
    var (nextIdentifier, identifierEnd) = (Int64(0), Int64(0))
    /// How many songs this scan has written or removed.
    var changeCount = 0
    /// How many songs this scan has taken out of the search index.
    var unindexedCount = 0
    /// Whether a scan runs that has begun without songs: nothing was moved then, and all songs are left for later in the search index.
    var isFirstScan = false
    /// Whether the search index lacks songs, until ``completeIndex(while:)``.
    var isIndexBehind = false
    /// Whether this is the store of a scan, which lets others write first.
    var isScanning = false
    private let turns: WritingTurns
    /// The shared tags that were written last.
    var knownSharedTags = KnownSharedTags()
    /// Words that this transaction has seen in the vocabulary.
    var knownWords = KnownWords()
    /// The directory whose text was forgotten last, in this transaction.
    var directoryWithoutText: Int64?
    /// What was answered since the last change.
    var keptAnswers = KeptAnswers()
    /// Another number in each store, and after each transaction, which no other tells: a change by this connection does not show in the
    /// version of the database.
    private(set) var ownVersion = UInt64.random(in: .min ... .max)
    /// Whether playlist files have changed since the last end of a scan.
    var havePlaylistsChanged = false
    /// Whether the user has made something of any song; `nil` if it is not known in this transaction.
    var hasKeptSongs: Bool?

    /// How many songs are read at once where all of them are looked at.
    static let blockSize: Int64 = 1_000

    /// Opens both databases, and makes them if they are missing. A damaged one is set aside and made anew.
    /// - Parameters:
    ///   - places: where they are.
    ///   - check: when to check every page.
    ///   - turns: who writes next, of all stores with these databases.
    ///   - report: gets a sentence about a database that is set aside.
    package init(
        _ places: LibraryPlaces, check: DatabaseFile.Check = .ifLeftOpen, turns: WritingTurns = WritingTurns(),
        report: (String) -> Void
    ) throws(DatabaseError) {
        self.turns = turns
        // Opened on its own first, which checks it.
        do {
            // What the user has made is set aside only if it is damaged itself.
            _ = try DatabaseFile(path: places.listening, schema: LibrarySchema.listening, durability: .full)
                .open(check == .setAside ? .always : check, report: report)
        }
        let file = DatabaseFile(path: places.library, schema: LibrarySchema.library, durability: .cache)
        database = CachedConnection(try file.open(check, report: report))
        try database.connection.attach(places.listening, as: "listening")
        // What the user has made is on the disk when the call returns.
        try database.connection.execute("PRAGMA listening.synchronous = FULL")
    }

    /// Runs `body` as one transaction over both databases; each of them keeps all or nothing of it.
    package func transaction<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        // What is known is what this transaction has seen: another one may change it, and a failed one takes it back.
        forgetTransaction()
        // A change by this connection does not show in the version.
        keptAnswers = KeptAnswers()
        ownVersion = .random(in: .min ... .max)
        defer { forgetTransaction() }
        return try inTurn { () throws(DatabaseError) in
            try database.connection.transaction(.immediate) { () throws(DatabaseError) in
                // Another connection may have completed the index meanwhile, and a transaction that failed has left nothing behind.
                isIndexBehind = try isIndexBehindNow()
                return try body()
            }
        }
    }

    /// Runs `body` as one transaction of the database of the files alone: what the user makes meanwhile must not wait for it.
    func writingFiles(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        forgetTransaction()
        defer { forgetTransaction() }
        try inTurn { () throws(DatabaseError) in
            try database.connection.transaction(.deferred) { () throws(DatabaseError) in
                // Locks the database before anything is read. SQLite lets nobody write who has read what another has changed since.
                try database.run("DELETE FROM directories WHERE FALSE")
                try body()
            }
        }
    }

    /// Runs `body`, which begins a transaction that writes.
    private func inTurn<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        guard isScanning else { return try turns.first(body) }
        // Who waits for a turn waits for the transaction that has begun, too.
        if !database.connection.isInTransaction { turns.letOthersWrite() }
        return try body()
    }

    private func forgetTransaction() {
        (knownSharedTags, knownWords, hasKeptSongs, directoryWithoutText) = (KnownSharedTags(), KnownWords(), nil, nil)
    }

    /// Runs many queries that belong together: they see the library at one moment, and take the locks of the files once instead of once
    /// each, which is half of the time of a small query. `body` writes nothing.
    func reading<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        try database.connection.transaction(.deferred, body)
    }

    func state(_ name: String) throws(DatabaseError) -> Int64? {
        try database.value("SELECT value FROM state WHERE name = ?", name)
    }

    func setState(_ name: String, _ value: Int64) throws(DatabaseError) {
        try database.run("INSERT OR REPLACE INTO state VALUES (?, ?)", name, value)
    }

    /// Has questions end once `watch` says so. It has to live as long as the store.
    func watch(_ watch: QuestionWatch) { database.connection.watch(watch) }

    /// As many songs as there are, or more: found at once, where counting takes milliseconds for a million.
    package func mostSongs() throws(DatabaseError) -> Int {
        Int(clamping: try database.value("SELECT coalesce(max(id), 0) FROM songs") ?? Int64(0))
    }

    /// How much there is.
    package func statistics() throws(DatabaseError) -> LibraryStatistics {
        LibraryStatistics(
            songs: try database.value("SELECT count(*) FROM songs") ?? 0,
            albums: try database.value("SELECT count(*) FROM albums") ?? 0,
            artists: try database.value(
                "SELECT count(DISTINCT name) FROM shared_names WHERE role = ?", SongTag.artist.definition.role ?? 0) ?? 0,
            milliseconds: try database.value("SELECT coalesce(sum(milliseconds), 0) FROM songs") ?? 0,
            changed: try state("changed").map(Double.init))
    }
}

/// Where the databases of the library are.
package struct LibraryPlaces: Hashable, Sendable {
    /// The file of what the music files say. It is a cache.
    package let library: String
    /// The file of what the user has made.
    package let listening: String
    /// The file that notes what a scan reads.
    package let reading: String
    /// The file that notes of which song the loudness is being measured.
    package let measuring: String

    /// Names the files in a directory.
    package init(directory: String) {
        library = "\(directory)/library.db"
        listening = "\(directory)/listening.db"
        reading = "\(directory)/library.reading"
        measuring = "\(directory)/library.measuring"
    }
}

/// How much there is in the library.
package struct LibraryStatistics: Hashable, Sendable {
    package let songs: Int64
    package let albums: Int64
    package let artists: Int64
    /// The duration of all songs.
    package let milliseconds: Int64
    /// When a scan has changed something last, in seconds since 1970; `nil` if none has.
    package let changed: Double?
}

// What is noted when a song was heard.
extension LibraryStore {
    /// Counts a play or a skip of the song at a path, or of the one that is `part` of the file there, at `time` in seconds since 1970. Returns
    /// the song's id; `nil` if the library has no song there, and notes nothing then.
    package func note(
        _ count: ListeningCount?, ofSongAt path: [UInt8], part: MediaRange? = nil, at time: Double
    ) throws(DatabaseError) -> Int64? {
        guard let song = try song(at: path, part: part)?.id else { return nil }
        switch count {
        case .play: try countPlay(of: song, at: time)
        case .skip: try countSkip(of: song, at: time)
        case nil: break
        }
        return song
    }
}

/// As what one listening counts.
package enum ListeningCount: Hashable, Sendable {
    case play, skip
}

// Files that are not read: the daemon has ended while they were.
extension LibraryStore {
    /// What a file was when it was left out.
    struct LeftOutFile: Hashable {
        let size: Int64
        /// Nanoseconds since 1970.
        let modified: Int64
    }

    /// The most files that are left out: somebody may kill the daemon again and again.
    private static let leftOutLimit: Int64 = 1_000

    /// The files that are left out, by their paths.
    func leftOutFiles() throws(DatabaseError) -> [[UInt8]: LeftOutFile] {
        var files: [[UInt8]: LeftOutFile] = [:]
        try database.forEachRow("SELECT path, size, modified FROM left_out_files") { row throws(DatabaseError) in
            files[try row.read(0)] = LeftOutFile(size: try row.read(1), modified: try row.read(2))
        }
        return files
    }

    /// Has a file left out as long as it is what it is now.
    func leaveOut(_ path: [UInt8], _ file: LeftOutFile) throws(DatabaseError) {
        guard try database.value("SELECT count(*) FROM left_out_files") ?? 0 < Self.leftOutLimit else { return }
        try database.run("INSERT OR REPLACE INTO left_out_files VALUES (?, ?, ?)", path, file.size, file.modified)
    }

    /// Has a file read again.
    func takeIn(_ path: [UInt8]) throws(DatabaseError) { try database.run("DELETE FROM left_out_files WHERE path = ?", path) }
}

// The files that say what is left out in their directories and below these.
extension LibraryStore {
    /// The files of patterns as they were seen last, with the ids, the paths and the inodes of their directories. Their device is 0: its
    /// number may be another one after a start of the system.
    func ignoreFiles() throws(DatabaseError) -> [(directory: Int64, path: [UInt8], inode: Int64, identity: FileIdentity)] {
        var files: [(Int64, [UInt8], Int64, FileIdentity)] = []
        let sql = """
            SELECT ignore_files.directory, directories.path, ignore_files.size, ignore_files.modified, ignore_files.inode,
                directories.inode
            FROM ignore_files JOIN directories ON directories.id = ignore_files.directory
            """
        try database.forEachRow(sql) { row throws(DatabaseError) in
            let identity = FileIdentity(size: try row.read(2), modified: try row.read(3), device: 0, inode: try row.read(4))
            files.append((try row.read(0), try row.read(1), try row.read(5), identity))
        }
        return files
    }

    /// Notes how the file of patterns of a directory is now; `nil` if there is none.
    func setIgnoreFile(_ identity: FileIdentity?, of directory: Int64) throws(DatabaseError) {
        guard let identity else {
            try database.run("DELETE FROM ignore_files WHERE directory = ?", directory)
            return
        }
        try database.run(
            "INSERT OR REPLACE INTO ignore_files VALUES (?, ?, ?, ?)", directory, identity.size, identity.modified, identity.inode
        )
    }

    /// Has the next scan list a directory and all that are below it.
    func setUnlisted(below directory: Int64) throws(DatabaseError) {
        try database.run(
            "\(Self.withAllBelow) UPDATE directories SET modified = 0 WHERE id IN (SELECT id FROM below)", directory)
    }
}

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
