import Database
import SystemSupport

/// A directory as the database has it.
struct KnownDirectory {
    let id: Int64
    /// The directory above; `nil` for a directory of music.
    let parent: Int64?
    let device: Int64
    let inode: Int64
    /// 0 if the directory has to be listed.
    let modified: Int64
}

extension LibraryStore {
    func directory(_ path: [UInt8]) throws(DatabaseError) -> KnownDirectory? {
        var found: KnownDirectory?
        try database.forEachRow("SELECT id, parent, device, inode, modified FROM directories WHERE path = ?") { values in
            values.add(path)
        } body: { row throws(DatabaseError) in
            found = try Self.directory(row)
        }
        return found
    }

    func directory(id: Int64) throws(DatabaseError) -> KnownDirectory? {
        try database.firstRow("SELECT id, parent, device, inode, modified FROM directories WHERE id = ?", id) {
            row throws(DatabaseError) in try Self.directory(row)
        }
    }

    private static func directory(_ row: borrowing Row) throws(DatabaseError) -> KnownDirectory {
        KnownDirectory(
            id: try row.integer(0), parent: try row.integerIfAny(1), device: try row.integer(2), inode: try row.integer(3),
            modified: try row.integer(4))
    }

    /// Puts a directory below another one, or makes it one that is below none.
    func move(directory: Int64, below parent: Int64?) throws(DatabaseError) {
        try database.run("UPDATE directories SET parent = ? WHERE id = ?", parent, directory)
    }

    /// The directories that are below none.
    func rootDirectories() throws(DatabaseError) -> [(id: Int64, path: [UInt8])] {
        var roots: [(Int64, [UInt8])] = []
        try database.forEachRow("SELECT id, path FROM directories WHERE parent IS NULL") { row throws(DatabaseError) in
            roots.append((try row.read(0), try row.read(1)))
        }
        return roots
    }

    /// Adds a directory that has to be listed yet.
    func addDirectory(_ path: [UInt8], parent: Int64?, _ identity: FileIdentity) throws(DatabaseError) -> Int64 {
        try database.run(
            "INSERT INTO directories VALUES (NULL, ?, ?, ?, ?, 0)", parent, path, identity.device, identity.inode)
        return database.connection.lastInsertedRow
    }

    /// Notes that everything in a directory is in the database as it was at `modified`.
    func finish(directory: Int64, _ identity: FileIdentity, modified: Int64) throws(DatabaseError) {
        try database.run(
            "UPDATE directories SET device = ?, inode = ?, modified = ? WHERE id = ?", identity.device, identity.inode, modified,
            directory)
    }

    /// Has a directory listed the next time, although it has not changed.
    func setUnlisted(directory: Int64) throws(DatabaseError) {
        try database.run("UPDATE directories SET modified = 0 WHERE id = ?", directory)
    }

    /// The paths of the directories directly in a directory, last first.
    func paths(in directory: Int64) throws(DatabaseError) -> [[UInt8]] {
        var paths: [[UInt8]] = []
        try database.forEachRow("SELECT path FROM directories WHERE parent = ? ORDER BY path DESC") { values in
            values.add(directory)
        } body: { row throws(DatabaseError) in
            paths.append(try row.bytes(0))
        }
        return paths
    }

    /// The paths under which a directory is known, without those that the scan has found to be gone.
    func paths(device: Int64, inode: Int64) throws(DatabaseError) -> [[UInt8]] {
        var paths: [[UInt8]] = []
        let sql = """
            SELECT path FROM directories WHERE device = ? AND inode = ? AND id NOT IN (SELECT id FROM vanished_directories)
            ORDER BY path
            """
        try database.forEachRow(sql, device, inode) { row throws(DatabaseError) in paths.append(try row.read(0)) }
        return paths
    }

    /// The paths of all directories.
    func directoryPaths() throws(DatabaseError) -> [[UInt8]] {
        var paths: [[UInt8]] = []
        try database.forEachRow("SELECT path FROM directories ORDER BY path") { row throws(DatabaseError) in
            paths.append(try row.bytes(0))
        }
        return paths
    }

    /// Prepares the connection for a scan, and begins to note what is gone. Until ``enforceReferences()``, nothing may be removed.
    func beginScan() throws(DatabaseError) {
        isScanning = true
        isFirstScan = try database.value("SELECT EXISTS (SELECT 1 FROM songs)", as: Int64.self) == 0
        try database.connection.execute(
            """
            PRAGMA cache_size = -\(Self.scanCacheSize);
            PRAGMA wal_autocheckpoint = \(Self.scanLogSize);
            -- A scan has made or read itself each row that it refers to: to look for four of them with each song is not needed.
            PRAGMA foreign_keys = OFF;
            CREATE TEMP TABLE IF NOT EXISTS vanished_songs (id INTEGER PRIMARY KEY);
            CREATE TEMP TABLE IF NOT EXISTS vanished_directories (id INTEGER PRIMARY KEY);
            DELETE FROM vanished_songs; DELETE FROM vanished_directories;
            """)
    }

    /// Gives back the memory that a scan or a long answer has taken. The next scan or answer takes it again.
    func giveMemoryBack() {
        try? database.connection.execute("PRAGMA shrink_memory")
        ProcessMemory.releaseFree()
    }

    /// Has the database see to it again that references lead somewhere. Only then may anything be removed: what belongs to it goes with it.
    func enforceReferences() throws(DatabaseError) { try database.connection.execute("PRAGMA foreign_keys = ON") }

    /// Takes back what a scan has prepared, and moves the log into the database, which waits for the disk.
    func endScan() throws(DatabaseError) {
        try database.connection.execute(
            """
            PRAGMA cache_size = -\(Connection.cacheSize);
            PRAGMA wal_autocheckpoint = \(Connection.logLimit);
            PRAGMA wal_checkpoint(PASSIVE);
            """)
    }

    /// The pages that a scan keeps in memory, in KiB: with fewer, each page of the indices is written several times.
    private static let scanCacheSize = 16_000
    /// After how many pages in the log a scan moves them to the database, which waits for the disk.
    private static let scanLogSize = 8_000

    func vanish(song: Int64) throws(DatabaseError) {
        try database.run("INSERT OR IGNORE INTO vanished_songs VALUES (?)", song)
    }

    /// Notes that a directory is gone, with everything below it.
    func vanish(directory: Int64) throws(DatabaseError) {
        let songs = "SELECT songs.id FROM songs JOIN below ON songs.directory = below.id"
        try database.run("INSERT OR IGNORE INTO vanished_songs \(Self.withAllBelow) \(songs)", directory)
        try database.run("INSERT OR IGNORE INTO vanished_directories \(Self.withAllBelow) SELECT id FROM below", directory)
    }

    /// The beginning of a statement for which a directory and all that are below it are `below`.
    static let withAllBelow = """
        WITH RECURSIVE below (id) AS (
            SELECT ? UNION SELECT directories.id FROM directories JOIN below ON directories.parent = below.id)
        """

    /// Notes that a song is there again, at another place.
    func reappear(song: Int64) throws(DatabaseError) { try database.run("DELETE FROM vanished_songs WHERE id = ?", song) }

    /// Removes some of the songs that are gone; the directories once no song is left.
    /// - Returns: how many songs were removed; 0 at the end.
    func removeVanished(limit: Int) throws(DatabaseError) -> Int {
        var ids: [Int64] = []
        try database.forEachRow("SELECT id FROM vanished_songs LIMIT ?", Int64(limit)) { row throws(DatabaseError) in
            ids.append(try row.read(0))
        }
        for id in ids {
            try remove(song: id)
            try reappear(song: id)
        }
        if ids.isEmpty { try database.run("DELETE FROM directories WHERE id IN (SELECT id FROM vanished_directories)") }
        return ids.count
    }
}
