package import Database

/// The library's facts in their two databases: what the files say, and what the user has made.
///
/// Not `Sendable`: it belongs to the thread that has made it.
package final class LibraryStore {
    /// The database of what the files say, with that of the user attached as `listening`.
    let database: CachedConnection
    /// The next id of a song, and the first that is no longer reserved.
    var (nextIdentifier, identifierEnd) = (Int64(0), Int64(0))
    /// How many songs were written since the search index was last made anew.
    var indexedCount = 0
    /// Whether the search index is left behind, to be made anew at once at the end.
    var isIndexBehind = false

    /// Up to this number of changed songs, the index follows each; one rebuild is then three times as fast.
    static let indexingLimit = 2_000

    /// Opens both databases in `directory`, and makes them if they are missing. A damaged one is set aside and made anew.
    /// - Parameter report: gets a sentence about a database that is set aside.
    package init(directory: String, report: (String) -> Void) throws(DatabaseError) {
        let listening = "\(directory)/listening.db"
        // Opened on its own first: that checks it and brings its tables to the last version.
        do {
            _ = try DatabaseFile(path: listening, schema: LibrarySchema.listening, durability: .full).open(report: report)
        }
        let file = DatabaseFile(path: "\(directory)/library.db", schema: LibrarySchema.library, durability: .cache)
        database = CachedConnection(try file.open(report: report))
        try database.run("ATTACH DATABASE ? AS listening", listening)
        // What the user has made is on the disk when the call returns.
        try database.connection.execute("PRAGMA listening.synchronous = FULL")
        isIndexBehind = try state("index_is_behind") == 1
        if isIndexBehind { try rebuildIndex() }
    }

    /// Runs `body` as one transaction over both databases; each of them keeps all or nothing of it.
    package func transaction<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        try database.connection.transaction(body)
    }

    func state(_ name: String) throws(DatabaseError) -> Int64? {
        try database.value("SELECT value FROM state WHERE name = ?", name)
    }

    func setState(_ name: String, _ value: Int64) throws(DatabaseError) {
        try database.run("INSERT OR REPLACE INTO state VALUES (?, ?)", name, value)
    }

    /// How many songs, albums and artists there are.
    package func statistics() throws(DatabaseError) -> (songs: Int64, albums: Int64, artists: Int64) {
        let songs: Int64 = try database.value("SELECT count(*) FROM songs") ?? 0
        let albums: Int64 = try database.value("SELECT count(*) FROM albums") ?? 0
        let artists: Int64 =
            try database.value("SELECT count(DISTINCT name) FROM song_names WHERE role = ?", NameRole.artist.rawValue) ?? 0
        return (songs, albums, artists)
    }
}
